import { customerEndpoints } from '@callboard/contract/customers'
import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { crud } from '../../http/crud.ts'
import { customerRules } from './customers.ts'
import { searched } from './store.ts'

export const customersFeature = defineFeature({
  name: 'customers',
  menuItems: [
    listItem('customer', { group: 'customers-entities', order: 10, ico: 'bank', claim: 'client.view' }),
  ],
  routes(routing) {
    const accessTo = { search: 'client.view', get: 'client.view', update: 'client.edit' } as const
    crud(routing, customerEndpoints, { access: 'admin', accessTo, rules: customerRules })
  },
  search: ({ db }) => recordSearch(db, 'customer', searched),
  overview: () => ({ customers: countActive('customer') }),
})
