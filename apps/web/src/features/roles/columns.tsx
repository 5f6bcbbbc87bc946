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
    minWidth: 200,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('roles', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 160, priority: 9 },
  { key: 'claims', title: 'Rights', minWidth: 90, align: 'right', render: (_, { claims }) => claims.length },
  { key: 'userCount', dataIndex: 'userCount', title: 'Users', minWidth: 90, align: 'right', sorter: true },
]

export const holderColumns: readonly FitColumn<RoleHolder>[] = [
  {
    key: 'userName',
    title: 'User',
    minWidth: 200,
    sorter: true,
    render: (_, holder) => <Link to={paths.manageRecord('users', holder.userId)}>{fullName(holder)}</Link>,
  },
  { key: 'userNameText', dataIndex: 'userName', title: 'User name', minWidth: 150, priority: 3 },
  {
    key: 'startDate',
    title: 'From',
    minWidth: 190,
    priority: 2,
    render: (_, { startDate }) =>
      startDate === null ? 'always' : <TimeText at={startDate} show="dateTime" />,
  },
  {
    key: 'expiryDate',
    title: 'Until',
    minWidth: 190,
    priority: 1,
    sorter: true,
    render: (_, { expiryDate }) =>
      expiryDate === null ? 'open' : <TimeText at={expiryDate} show="dateTime" />,
  },
]
