import { customerColumns } from '#web/features/customers/columns.tsx'
import { customerKind, customersQuery, CustomersSearch } from '#web/features/customers/queries.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function CustomersPage() {
  const { isAdmin } = useCurrentUser()
  return (
    <RecordListPage
      kind={customerKind}
      noun="customers"
      description="Whose calls these are"
      mayAdd={isAdmin}
      search={CustomersSearch}
      query={customersQuery}
      columns={customerColumns}
    />
  )
}
