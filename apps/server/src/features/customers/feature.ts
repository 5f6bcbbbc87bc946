import { customerEndpoints } from '@callboard/contract/customers'
import { defineFeature } from '../../feature.ts'
import { crud } from '../../http/crud.ts'
import { customerRules } from './customers.ts'

export const customersFeature = defineFeature({
  name: 'customers',
  routes(routing) {
    const accessTo = { search: 'client.view', get: 'client.view', update: 'client.edit' } as const
    crud(routing, customerEndpoints, { access: 'admin', accessTo, rules: customerRules })
  },
})
