import { listUsers, userSorts } from '@callboard/contract/manage-users'
import { Guid } from '@callboard/contract/scalars'
import { userColumns } from '#web/features/users/columns.tsx'
import { UserFilters } from '#web/features/users/UserFilters.tsx'
import { send } from '#web/lib/api.ts'
import { listQuery, listSearchOf } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const UsersSearch = listSearchOf(userSorts, { role: Guid.optional(), customer: Guid.optional() })

export function UsersPage() {
  return (
    <RecordListPage
      kind="users"
      noun="users"
      title="Users"
      description="Everybody who may sign in, and what they may do"
      addLabel="Add User"
      search={UsersSearch}
      load={(state, signal) =>
        send(
          listUsers,
          { query: { ...listQuery(state), roleid: state.role, customerid: state.customer } },
          signal,
        )
      }
      columns={userColumns}
      renderFilters={({ role, customer }, write) => (
        <UserFilters role={role} customer={customer} write={write} />
      )}
      isFiltered={({ role, customer }) => role !== undefined || customer !== undefined}
    />
  )
}
