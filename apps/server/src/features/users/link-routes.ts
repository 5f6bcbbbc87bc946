import * as groups from '@callboard/contract/report-groups'
import * as properties from '@callboard/contract/user-properties'
import * as roles from '@callboard/contract/user-roles'
import { route, type Routing } from '../../http/route.ts'
import {
  addUserRole,
  getUserProperties,
  listUserEntityGroups,
  listUserGroups,
  listUserRoles,
  removeUserRole,
  updateUserProperties,
} from './links.ts'

/** What belongs to a user beside their record: roles, properties, groups. */
export function userLinkRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, roles.listUserRoles, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await listUserRoles(db, caller, params.id),
  })

  route(routing, roles.addUserRole, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await addUserRole(db, caller, { ...body, id: params.id }),
  })

  route(routing, roles.removeUserRole, {
    access: 'admin',
    handler: async ({ caller, params }) => await removeUserRole(db, caller, params),
  })

  route(routing, properties.getUserProperties, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await getUserProperties(db, caller, params.id),
  })

  route(routing, properties.updateUserProperties, {
    access: 'signedIn',
    handler: async ({ caller, params, body }) =>
      await updateUserProperties(db, caller, { id: params.id, values: body }),
  })

  route(routing, groups.listUserGroups, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await listUserGroups(db, caller, params.id),
  })

  route(routing, groups.listUserEntityGroups, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await listUserEntityGroups(db, caller, params.id),
  })
}
