import type { ListedUser } from '@callboard/contract/manage-users'
import { type TableColumnsType, Tag } from 'antd'
import { Link } from 'react-router'
import classes from '#web/features/users/users.module.css'
import { fullName } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'
import { NoValue } from '#web/ui/NoValue.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'

export const userColumns: TableColumnsType<ListedUser> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, user) => (
      <span className={classes.person}>
        <UserAvatar user={user} />
        <Link to={paths.manageRecord('users', user.id)}>{fullName(user)}</Link>
        {user.isAdmin && <Tag color="blue">Admin</Tag>}
      </span>
    ),
  },
  { key: 'userName', dataIndex: 'userName', title: 'User name', sorter: true, responsive: ['md'] },
  {
    key: 'email',
    title: 'E-mail',
    sorter: true,
    responsive: ['xl'],
    render: (_, { email }) => (email === null ? <NoValue /> : <CutText text={email} />),
  },
  {
    key: 'customer',
    title: 'Customer',
    sorter: true,
    responsive: ['xl'],
    render: (_, { customerName }) =>
      customerName === null ? <NoValue meaning="no customer" /> : <CutText text={customerName} />,
  },
  {
    key: 'roles',
    title: 'Roles now',
    responsive: ['xxxl'],
    render: (_, { roleNames }) =>
      roleNames.length === 0 ? <NoValue meaning="no role" /> : <RoleNames names={roleNames} />,
  },
  {
    key: 'state',
    title: 'State',
    render: (_, { isActive, isDeleted }) =>
      isActive && !isDeleted ? 'Active' : <ActiveTag isActive={isActive} isDeleted={isDeleted} />,
  },
  {
    key: 'lastLoginAt',
    title: 'Last sign-in',
    sorter: true,
    render: (_, { lastLoginAt }) =>
      lastLoginAt === null ? <NoValue meaning="never" /> : <TimeText at={lastLoginAt} show="recent" />,
  },
]

function CutText({ text }: { text: string }) {
  return (
    <span className={classes.cut} title={text}>
      {text}
    </span>
  )
}

const mostNames = 2

function RoleNames({ names }: { names: readonly string[] }) {
  const more = names.length - mostNames
  return (
    <span title={names.join(', ')}>
      {names.slice(0, mostNames).join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}
