import { userColumns } from '#web/features/users/columns.tsx'
import { userKind, usersQuery, UsersSearch } from '#web/features/users/queries.ts'
import { UserFilters } from '#web/features/users/UserFilters.tsx'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function UsersPage() {
  return (
    <RecordListPage
      kind={userKind}
      noun="users"
      description="Everybody who may sign in, and what they may do"
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
