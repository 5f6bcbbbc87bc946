import type { Role, RoleHolder } from '@callboard/contract/roles'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { fullName } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { TimeText } from '#web/ui/TimeText.tsx'
import { RecordName } from '#web/records/RecordName.tsx'

export const roleColumns: TableColumnsType<Role> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('roles', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', responsive: ['md'] },
  { key: 'claims', title: 'Rights', align: 'right', render: (_, { claims }) => claims.length },
  { key: 'userCount', dataIndex: 'userCount', title: 'Users', align: 'right', sorter: true },
]

export const holderColumns: TableColumnsType<RoleHolder> = [
  {
    key: 'userName',
    title: 'User',
    sorter: true,
    render: (_, holder) => <Link to={paths.manageRecord('users', holder.userId)}>{fullName(holder)}</Link>,
  },
  { key: 'userNameText', dataIndex: 'userName', title: 'User name', responsive: ['md'] },
  {
    key: 'startDate',
    title: 'From',
    render: (_, { startDate }) =>
      startDate === null ? 'always' : <TimeText at={startDate} show="dateTime" />,
  },
  {
    key: 'expiryDate',
    title: 'Until',
    sorter: true,
    render: (_, { expiryDate }) =>
      expiryDate === null ? 'open' : <TimeText at={expiryDate} show="dateTime" />,
  },
]
