import type { Entity, EntityImportRow } from '@callboard/contract/entities'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { entityKind, paths } from '#web/lib/urls/paths.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { columnsOf } from '#web/records/record-columns.tsx'

const column = columnsOf<Entity>('entity')

export const entityColumns: readonly FitColumn<Entity>[] = [
  column.name(220, { pathOf: ({ type }) => entityKind(type) }),
  column.field('code', 140, {
    render: ({ type, code }) => (type === 'number' ? <PhoneText number={code} /> : code),
  }),
  column.field('customerName', 180, {
    title: 'Customer',
    render: ({ customerName }) => customerName ?? <NoValue />,
  }),
  column.field('parentName', 160, {
    title: 'Parent',
    render: ({ parentId, parentName, parentType }) =>
      parentId === null || parentName === null || parentType === null ? (
        <NoValue />
      ) : (
        <Link to={paths.manageRecord(entityKind(parentType), parentId)}>{parentName}</Link>
      ),
  }),
]

/** Of entities of several types. */
export const mixedEntityColumns: readonly FitColumn<Entity>[] = [
  ...entityColumns.slice(0, 2),
  column.field('type', 130, { render: ({ type }) => entityTypeNames[type] }),
  ...entityColumns.slice(2, 3),
]

const actionWords = {
  create: { color: 'success', words: 'New' },
  update: { color: 'processing', words: 'Changed' },
  unchanged: { color: 'default', words: 'Unchanged' },
  rejected: { color: 'error', words: 'Rejected' },
} as const

export const importColumns: readonly FitColumn<EntityImportRow>[] = [
  { key: 'line', dataIndex: 'line', title: 'Line', minWidth: 64, priority: 3, align: 'right' },
  {
    key: 'action',
    title: 'Result',
    minWidth: 110,
    priority: 1,
    render: (_, { action }) => <Tag color={actionWords[action].color}>{actionWords[action].words}</Tag>,
  },
  { key: 'type', dataIndex: 'type', title: 'Type', minWidth: 110, priority: 5 },
  { key: 'code', dataIndex: 'code', title: 'Code', minWidth: 130, priority: 1 },
  { key: 'name', dataIndex: 'name', title: 'Name', minWidth: 180, priority: 4 },
  {
    key: 'reason',
    title: 'Changes, or reason for rejection',
    minWidth: 240,
    priority: 2,
    render: (_, { reason, warning }) =>
      warning === undefined ? (
        reason
      ) : (
        <>
          <Tag color="orange">Check</Tag>
          {warning}
        </>
      ),
  },
]
