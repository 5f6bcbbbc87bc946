import { listCallAttributes as endpoint } from '@callboard/contract/attributes'
import { attributeEndpoints } from '@callboard/contract/manage-attributes'
import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { crud, routeTo } from '../../http/crud.ts'
import { attributeRules, listCallAttributes } from './attributes.ts'
import { searched } from './store.ts'

export const attributesFeature = defineFeature({
  name: 'attributes',
  menuItems: [
    listItem('attribute', { group: 'customers-entities', order: 50, ico: 'file-text', adminOnly: true }),
  ],
  routes(routing) {
    crud(routing, attributeEndpoints, { access: 'admin', rules: attributeRules })
    const anyReading = { anyOf: ['dashboard.view', 'reporting.view', 'reporting.call.details'] } as const
    routeTo(routing, endpoint, { access: anyReading, rule: listCallAttributes })
  },
  search: ({ db }) => recordSearch(db, 'attribute', searched),
  overview: () => ({ attributes: countActive('attribute') }),
})
