import * as endpoints from '@callboard/contract/customers'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { recordKind } from '#web/records/record-kind.ts'

export const CustomersSearch = listSearchOf(endpoints.customerSorts, {})

export function customersQuery(state: z.output<typeof CustomersSearch>) {
  return endpointQuery('customer', endpoints.searchCustomers, { body: searchBody(state) })
}

export const customerKind = recordKind<endpoints.Customer>('customer', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('customer', endpoints.getCustomer, { params: { id } }),
})
