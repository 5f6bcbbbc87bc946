import { searchCustomers } from '@callboard/contract/customers'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** Enough of them to know whether there is one alone, which need not be chosen. */
export const fewCustomersQuery = endpointQuery('customer', searchCustomers, { body: { pageSize: 2 } })
