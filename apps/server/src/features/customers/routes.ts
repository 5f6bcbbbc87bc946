import * as endpoints from '@callboard/contract/customers'
import { route, type Routing } from '../../http/route.ts'
import { createCustomer, deleteCustomer, getCustomer, listCustomers, updateCustomer } from './customers.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchCustomers, {
    access: 'client.view',
    handler: async ({ caller, body }) => await listCustomers(db, caller, body),
  })

  route(routing, endpoints.createCustomer, {
    access: 'admin',
    handler: async ({ caller, body }) => await createCustomer(db, caller, body),
  })

  route(routing, endpoints.getCustomer, {
    access: 'client.view',
    handler: async ({ caller, params }) => await getCustomer(db, caller, params.id),
  })

  route(routing, endpoints.updateCustomer, {
    access: 'client.edit',
    handler: async ({ caller, params, body }) => await updateCustomer(db, caller, { ...body, id: params.id }),
  })

  route(routing, endpoints.deleteCustomer, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteCustomer(db, caller, params.id),
  })
}
