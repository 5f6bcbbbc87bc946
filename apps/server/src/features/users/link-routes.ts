import { listUserEntityGroups, listUserGroups } from '@callboard/contract/report-groups'
import { getUserProperties, updateUserProperties } from '@callboard/contract/user-properties'
import { addUserRole, listUserRoles, removeUserRole } from '@callboard/contract/user-roles'
import { route, type Routing } from '../../http/route.ts'
import { entityGroupsOf, groupsOf } from './groups.ts'
import { changeProperties, propertiesOf } from './properties.ts'
import { giveRoleTo, rolesOf, takeRoleFrom } from './user-roles.ts'

/** What belongs to a user beside their record: roles, properties, groups. */
export function userLinkRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, listUserRoles, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await rolesOf(db, caller, params.id),
  })

  route(routing, addUserRole, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await giveRoleTo(db, caller, { ...body, id: params.id }),
  })

  route(routing, removeUserRole, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await takeRoleFrom(db, caller, params)
      return undefined
    },
  })

  route(routing, getUserProperties, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await propertiesOf(db, caller, params.id),
  })

  route(routing, updateUserProperties, {
    access: 'signedIn',
    handler: async ({ caller, params, body }) =>
      await changeProperties(db, caller, { id: params.id, values: body }),
  })

  route(routing, listUserGroups, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await groupsOf(db, caller, params.id),
  })

  route(routing, listUserEntityGroups, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await entityGroupsOf(db, caller, params.id),
  })
}
