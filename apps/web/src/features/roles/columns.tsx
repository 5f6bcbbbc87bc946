import type { Role, RoleHolder } from '@callboard/contract/roles'
import { Link } from 'react-router'
import { fullName } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import type { FitColumn } from '#web/ui/fit-columns.ts'
import { TimeText } from '#web/ui/TimeText.tsx'
import { RecordName } from '#web/records/RecordName.tsx'

export const roleColumns: readonly FitColumn<Role>[] = [
  {
    key: 'name',
    title: 'Name',
    room: 200,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('roles', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', room: 160, rank: 9 },
  { key: 'claims', title: 'Rights', room: 90, align: 'right', render: (_, { claims }) => claims.length },
  { key: 'userCount', dataIndex: 'userCount', title: 'Users', room: 90, align: 'right', sorter: true },
]

export const holderColumns: readonly FitColumn<RoleHolder>[] = [
  {
    key: 'userName',
    title: 'User',
    room: 200,
    sorter: true,
    render: (_, holder) => <Link to={paths.manageRecord('users', holder.userId)}>{fullName(holder)}</Link>,
  },
  { key: 'userNameText', dataIndex: 'userName', title: 'User name', room: 150, rank: 3 },
  {
    key: 'startDate',
    title: 'From',
    room: 190,
    rank: 2,
    render: (_, { startDate }) =>
      startDate === null ? 'always' : <TimeText at={startDate} show="dateTime" />,
  },
  {
    key: 'expiryDate',
    title: 'Until',
    room: 190,
    rank: 1,
    sorter: true,
    render: (_, { expiryDate }) =>
      expiryDate === null ? 'open' : <TimeText at={expiryDate} show="dateTime" />,
  },
]
