import type { EntityGroup, GroupUser } from '@callboard/contract/entity-groups'
import { fullName } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/fit-columns.ts'

export const entityGroupColumns: readonly FitColumn<EntityGroup>[] = [
  {
    key: 'name',
    title: 'Name',
    room: 220,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('entitygroups', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', room: 160, rank: 9 },
  {
    key: 'entityCount',
    dataIndex: 'entityCount',
    title: 'Entities',
    room: 110,
    align: 'right',
    sorter: true,
  },
  { key: 'userCount', dataIndex: 'userCount', title: 'Users', room: 100, align: 'right', sorter: true },
]

export const groupUserColumns: readonly FitColumn<GroupUser>[] = [
  {
    key: 'lastName',
    title: 'User',
    room: 220,
    sorter: true,
    render: (_, user) => (
      <RecordName to={paths.manageRecord('users', user.id)} name={fullName(user)} isActive={user.isActive} />
    ),
  },
  { key: 'userName', dataIndex: 'userName', title: 'User name', room: 160, sorter: true },
]
