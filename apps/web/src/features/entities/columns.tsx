import type { Entity, EntityImportRow } from '@callboard/contract/entities'
import { type TableColumnsType, Tag } from 'antd'
import { Link } from 'react-router'
import { entityTypeNames } from '#web/lib/claim-words.ts'
import { entityKind, paths } from '#web/lib/paths.ts'
import { NoValue } from '#web/ui/NoValue.tsx'
import { PhoneText } from '#web/ui/PhoneText.tsx'
import { RecordName } from '#web/records/RecordName.tsx'

export const entityColumns: TableColumnsType<Entity> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, { id, type, name, isActive }) => (
      <RecordName to={paths.manageRecord(entityKind(type), id)} name={name} isActive={isActive} />
    ),
  },
  {
    key: 'code',
    title: 'Code',
    sorter: true,
    render: (_, { type, code }) => (type === 'number' ? <PhoneText number={code} /> : code),
  },
  {
    key: 'customer',
    title: 'Customer',
    responsive: ['md'],
    render: (_, { customerName }) => customerName ?? <NoValue />,
  },
  {
    key: 'parent',
    title: 'Parent',
    responsive: ['lg'],
    render: (_, { parentId, parentName, parentType }) =>
      parentId === null || parentName === null || parentType === null ? (
        <NoValue />
      ) : (
        <Link to={paths.manageRecord(entityKind(parentType), parentId)}>{parentName}</Link>
      ),
  },
]

/** Of entities of several types. */
export const mixedEntityColumns: TableColumnsType<Entity> = [
  ...entityColumns.slice(0, 2),
  { key: 'type', title: 'Type', render: (_, { type }) => entityTypeNames[type] },
  ...entityColumns.slice(2, 3),
]

const actionWords = {
  create: { color: 'success', words: 'New' },
  update: { color: 'processing', words: 'Changed' },
  unchanged: { color: 'default', words: 'Unchanged' },
  rejected: { color: 'error', words: 'Rejected' },
} as const

export const importColumns: TableColumnsType<EntityImportRow> = [
  { key: 'line', dataIndex: 'line', title: 'Line', align: 'right' },
  {
    key: 'action',
    title: 'Result',
    render: (_, { action }) => <Tag color={actionWords[action].color}>{actionWords[action].words}</Tag>,
  },
  { key: 'type', dataIndex: 'type', title: 'Type', responsive: ['md'] },
  { key: 'code', dataIndex: 'code', title: 'Code' },
  { key: 'name', dataIndex: 'name', title: 'Name', responsive: ['sm'] },
  { key: 'reason', dataIndex: 'reason', title: 'What changes, or why not' },
]
