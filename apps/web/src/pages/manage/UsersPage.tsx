import { Button } from 'antd'
import { Link } from 'react-router'
import { userColumns } from '#web/features/users/columns.tsx'
import { userKind, usersQuery, UsersSearch } from '#web/features/users/queries.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { RecordListPage } from '#web/records/lists/RecordListPage.tsx'
import { roleChoice } from '#web/records/choices/choices.ts'
import type { WriteSearch } from '#web/lib/urls/url-state.ts'
import { CustomerFilter } from '#web/records/CustomerFilter.tsx'
import { RecordFilter } from '#web/records/RecordFilter.tsx'

export function UsersPage() {
  return (
    <RecordListPage
      kind={userKind}
      description="Invite people with their access, or add only an account"
      actions={
        <Link to={paths.signIns}>
          <Button tabIndex={-1}>Sign-ins</Button>
        </Link>
      }
      mainAction={
        <Link to={paths.inviteUser}>
          <Button type="primary" tabIndex={-1}>
            Invite User
          </Button>
        </Link>
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

interface UserFiltersProps {
  role: string | undefined
  customer: string | undefined
  write: WriteSearch
}

function UserFilters({ role, customer, write }: UserFiltersProps) {
  return (
    <>
      <RecordFilter
        choice={roleChoice}
        label="Role"
        value={role}
        onChange={(id) => write({ role: id, page: undefined }, 'push')}
      />
      <CustomerFilter customer={customer} write={write} />
    </>
  )
}
