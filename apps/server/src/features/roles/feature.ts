import { roleEndpoints, searchRoleHolders } from '@callboard/contract/roles'
import { listItem } from '../../access/menu-items.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { crud, routeTo } from '../../http/crud.ts'
import { listRoleHolders, roleRules } from './roles.ts'

export const rolesFeature = defineFeature({
  name: 'roles',
  menuItems: [listItem('role', { group: 'people', order: 20, ico: 'safety-certificate' })],
  routes(routing) {
    crud(routing, roleEndpoints, { access: 'admin', rules: roleRules })
    routeTo(routing, searchRoleHolders, { access: 'admin', rule: listRoleHolders })
  },
  overview: () => ({ roles: countActive('role') }),
})
