import { Button } from 'antd'
import { Link } from 'react-router'
import { userColumns } from '#web/features/users/columns.tsx'
import { userKind, usersQuery, UsersSearch } from '#web/features/users/queries.ts'
import { UserFilters } from '#web/features/users/UserFilters.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { RecordListPage } from '#web/records/lists/RecordListPage.tsx'

export function UsersPage() {
  return (
    <RecordListPage
      kind={userKind}
      description="Everybody who may sign in, and what they may do"
      actions={
        <>
          <Link to={paths.signIns}>
            <Button tabIndex={-1}>Sign-ins</Button>
          </Link>
          <Link to={paths.inviteUser}>
            <Button tabIndex={-1}>Invite User</Button>
          </Link>
        </>
      }
      search={UsersSearch}
      query={usersQuery}
      columns={userColumns}
      renderFilters={({ role, customer }, write) => (
        <UserFilters role={role} customer={customer} write={write} />
      )}
      isFiltered={({ role, customer }) => role !== undefined || customer !== undefined}
    />
  )
}
