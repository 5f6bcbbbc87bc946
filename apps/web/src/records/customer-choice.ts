import { getCustomer, searchCustomers } from '@callboard/contract/customers'
import { send } from '#web/lib/api.ts'
import type { ChoiceOf } from '#web/records/FoundSelect.tsx'

/** Customers of whoever chooses, who needs the right to see them. */
export const customerChoice: ChoiceOf = {
  kind: 'customers',
  search: async (keyword, signal) => {
    const { items } = await send(searchCustomers, { body: { keyword, pageSize: 20 } }, signal)
    return items.map(({ id, name }) => ({ value: id, label: name }))
  },
  nameOf: async (id, signal) => (await send(getCustomer, { params: { id } }, signal)).name,
}
