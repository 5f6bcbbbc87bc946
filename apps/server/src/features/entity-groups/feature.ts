import * as endpoints from '@callboard/contract/entity-groups'
import { listItem } from '../../access/menu-items.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { crud, routeTo } from '../../http/crud.ts'
import { entityGroupRules, entityRules, listGroupEntities, userRules } from './entity-groups.ts'

export const entityGroupsFeature = defineFeature({
  name: 'entity-groups',
  menuItems: [
    listItem('entityGroup', { group: 'customers-entities', order: 30, ico: 'apartment', adminOnly: true }),
  ],
  routes(routing) {
    const access = 'admin'
    crud(routing, endpoints.entityGroupEndpoints, { access, rules: entityGroupRules })
    routeTo(routing, endpoints.searchGroupEntities, { access, rule: listGroupEntities })
    routeTo(routing, endpoints.searchGroupUsers, { access, rule: userRules.list })
    routeTo(routing, endpoints.addGroupEntities, { access, rule: entityRules.add })
    routeTo(routing, endpoints.removeGroupEntities, { access, rule: entityRules.remove })
    routeTo(routing, endpoints.addGroupUsers, { access, rule: userRules.add })
    routeTo(routing, endpoints.removeGroupUsers, { access, rule: userRules.remove })
  },
  overview: () => ({ entityGroups: countActive('entity_group') }),
})
