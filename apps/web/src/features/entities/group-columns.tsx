import type { EntityGroup, GroupUser } from '@callboard/contract/entity-groups'
import type { TableColumnsType } from 'antd'
import { fullName } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'

export const entityGroupColumns: TableColumnsType<EntityGroup> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('entitygroups', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', responsive: ['md'] },
  { key: 'entityCount', dataIndex: 'entityCount', title: 'Entities', align: 'right', sorter: true },
  { key: 'userCount', dataIndex: 'userCount', title: 'Users', align: 'right', sorter: true },
]

export const groupUserColumns: TableColumnsType<GroupUser> = [
  {
    key: 'lastName',
    title: 'User',
    sorter: true,
    render: (_, user) => (
      <RecordName to={paths.manageRecord('users', user.id)} name={fullName(user)} isActive={user.isActive} />
    ),
  },
  { key: 'userName', dataIndex: 'userName', title: 'User name', sorter: true },
]
