import type { Entity, EntityImportRow } from '@callboard/contract/entities'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { entityKind, paths } from '#web/lib/paths.ts'
import type { FitColumn } from '#web/ui/fit-columns.ts'
import { NoValue } from '#web/ui/NoValue.tsx'
import { PhoneText } from '#web/ui/PhoneText.tsx'
import { RecordName } from '#web/records/RecordName.tsx'

export const entityColumns: readonly FitColumn<Entity>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 220,
    sorter: true,
    render: (_, { id, type, name, isActive }) => (
      <RecordName to={paths.manageRecord(entityKind(type), id)} name={name} isActive={isActive} />
    ),
  },
  {
    key: 'code',
    title: 'Code',
    minWidth: 140,
    sorter: true,
    render: (_, { type, code }) => (type === 'number' ? <PhoneText number={code} /> : code),
  },
  {
    key: 'customer',
    title: 'Customer',
    minWidth: 180,
    render: (_, { customerName }) => customerName ?? <NoValue />,
  },
  {
    key: 'parent',
    title: 'Parent',
    minWidth: 160,
    render: (_, { parentId, parentName, parentType }) =>
      parentId === null || parentName === null || parentType === null ? (
        <NoValue />
      ) : (
        <Link to={paths.manageRecord(entityKind(parentType), parentId)}>{parentName}</Link>
      ),
  },
]

/** Of entities of several types. */
export const mixedEntityColumns: readonly FitColumn<Entity>[] = [
  ...entityColumns.slice(0, 2),
  { key: 'type', title: 'Type', minWidth: 130, render: (_, { type }) => entityTypeNames[type] },
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
    title: 'What changes, or why not',
    minWidth: 240,
    priority: 2,
    render: (_, { reason, warning }) =>
      warning === undefined ? (
        reason
      ) : (
        <>
          <Tag color="orange">Please check</Tag>
          {warning}
        </>
      ),
  },
]
