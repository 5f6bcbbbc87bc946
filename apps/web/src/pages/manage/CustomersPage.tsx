import { customerSorts, searchCustomers } from '@callboard/contract/customers'
import { customerColumns } from '#web/features/customers/columns.tsx'
import { send } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const CustomersSearch = listSearchOf(customerSorts, {})

export function CustomersPage() {
  const { isAdmin } = useCurrentUser()
  return (
    <RecordListPage
      kind="customers"
      noun="customers"
      title="Customers"
      description="Whose calls these are"
      {...(isAdmin && { addLabel: 'Add Customer' })}
      search={CustomersSearch}
      load={(state, signal) => send(searchCustomers, { body: searchBody(state) }, signal)}
      columns={customerColumns}
    />
  )
}
