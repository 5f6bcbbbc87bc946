import type { ListedUser } from '@callboard/contract/manage-users'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { fullName } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { UserAvatar } from '#web/ui/values/UserAvatar.tsx'
import { Row } from '#web/ui/layout.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

export const userColumns: readonly FitColumn<ListedUser>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 205,
    render: (_, user) => (
      <Row inline as="span" align="center" gap={8}>
        <UserAvatar user={user} />
        <Link to={paths.manageRecord('users', user.id)}>{fullName(user)}</Link>
        {user.isAdmin && <Tag color="blue">Admin</Tag>}
      </Row>
    ),
  },
  { key: 'userName', dataIndex: 'userName', title: 'User name', minWidth: 136, priority: 3 },
  {
    key: 'email',
    title: 'Email',
    minWidth: 280,
    priority: 6,
    render: (_, { email }) => (email === null ? <NoValue /> : <EmailText email={email} />),
  },
  {
    key: 'customer',
    title: 'Customer',
    minWidth: 180,
    priority: 4,
    render: (_, { customerName }) =>
      customerName === null ? <NoValue meaning="no customer" /> : customerName,
  },
  {
    key: 'roles',
    title: 'Roles now',
    minWidth: 110,
    priority: 5,
    render: (_, { roleNames }) =>
      roleNames.length === 0 ? <NoValue meaning="no role" /> : <RoleNames names={roleNames} />,
  },
  {
    key: 'state',
    title: 'State',
    minWidth: 75,
    priority: 1,
    render: (_, user) => <UserState user={user} />,
  },
  timeColumn('lastLoginAt', {
    title: 'Last sign-in',
    minWidth: 110,
    priority: 2,
    show: 'recent',
    none: <NoValue meaning="never" />,
  }),
]

/** Breaks where people read it in two parts. */
function EmailText({ email }: { email: string }) {
  const [name, ...domain] = email.split('@')
  return (
    <>
      {name}@<wbr />
      {domain.join('@')}
    </>
  )
}

const maxNames = 2

function RoleNames({ names }: { names: readonly string[] }) {
  const more = names.length - maxNames
  return (
    <span title={names.join(', ')}>
      {names.slice(0, maxNames).join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

function UserState({ user: { isActive, isDeleted, isCustomerActive } }: { user: ListedUser }) {
  if (!isActive || isDeleted) return <ActiveTag isActive={isActive} isDeleted={isDeleted} />
  return isCustomerActive ? 'Active' : <Tag title="Their customer is inactive">Inactive</Tag>
}
