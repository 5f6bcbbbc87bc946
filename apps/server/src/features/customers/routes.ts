import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  searchCustomers,
  updateCustomer,
} from '@callboard/contract/customers'
import { Scope } from '../../access/scope.ts'
import { pageOfRecords } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { changeCustomer, customerOf, describeCustomer, dropCustomer, makeCustomer } from './customers.ts'
import { listCustomerRows } from './store.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, searchCustomers, {
    access: 'client.view',
    handler: async ({ caller, body }) => {
      const { customerIds } = await Scope.of(db, caller)
      return pageOfRecords(await listCustomerRows(db, { ...body, customerIds }), body, customerOf)
    },
  })

  route(routing, createCustomer, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeCustomer(db, caller, body),
  })

  route(routing, getCustomer, {
    access: 'client.view',
    handler: async ({ caller, params }) => await describeCustomer(db, caller, params.id),
  })

  route(routing, updateCustomer, {
    access: 'client.edit',
    handler: async ({ caller, params, body }) => await changeCustomer(db, caller, { ...body, id: params.id }),
  })

  route(routing, deleteCustomer, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await dropCustomer(db, caller, params.id)
      return undefined
    },
  })
}
