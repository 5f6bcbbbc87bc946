import * as invitations from '@callboard/contract/invitations'
import * as managing from '@callboard/contract/manage-users'
import * as groups from '@callboard/contract/report-groups'
import * as properties from '@callboard/contract/user-properties'
import * as roles from '@callboard/contract/user-roles'
import * as endpoints from '@callboard/contract/users'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import type { LinkMailer } from '../../access/sign-in/one-time-links.ts'
import { originOf } from '../../access/callers/origin.ts'
import { imageBytes, withImageBodies } from '../../http/image-body.ts'
import { routeTo, routeWith } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { updateAccountStatus } from './account-status.ts'
import { createUser, updateUser } from './edit-users.ts'
import { createInvitation } from './invitations.ts'
import * as links from './links.ts'
import * as sessions from './sessions.ts'
import { deleteThumbnail, updateThumbnail } from './thumbnail.ts'
import { inviteUser, sendPasswordLink, updatePassword } from './sign-in.ts'
import {
  choosingClaims,
  getMe,
  getPortalUser,
  getUser,
  listAllUsers,
  listPortalUsers,
  listUsers,
} from './users.ts'

/** Of users to view as, or to send reports to; whoever signed in chooses, also while viewing as another user. */
const choosing = { access: { anyOf: choosingClaims }, ignoresViewAs: true } as const

interface UserParts {
  signInThrottle: SignInThrottle
  linkMailer: LinkMailer
  publicUrl: string
}

export async function routes(routing: Routing, parts: UserParts): Promise<void> {
  userRoutes(routing)
  accountRoutes(routing, parts)
  userSessionRoutes(routing)
  userLinkRoutes(routing)
  await ownAccountRoutes(routing)
}

function userRoutes(routing: Routing): void {
  routeTo(routing, endpoints.getMe, { access: 'signedIn', withoutTwoFactor: true, rule: getMe })
  routeTo(routing, managing.listUsers, { access: 'admin', rule: listUsers })
  routeTo(routing, managing.listAllUsers, { access: 'admin', rule: listAllUsers })
  routeTo(routing, endpoints.searchPortalUsers, { ...choosing, rule: listPortalUsers })
  routeTo(routing, endpoints.getPortalUser, { ...choosing, access: 'signedIn', rule: getPortalUser })
  routeTo(routing, endpoints.getUser, { access: 'signedIn', withoutTwoFactor: true, rule: getUser })
  routeTo(routing, managing.updateUser, { access: 'signedIn', rule: updateUser })
}

function accountRoutes(routing: Routing, { signInThrottle, linkMailer: mailer, publicUrl }: UserParts): void {
  const { db } = routing
  const parts = { db, mailer, publicUrl }

  routeWith(routing, managing.createUser, { access: 'admin', parts, rule: createUser })
  routeWith(routing, invitations.createInvitation, { access: 'admin', parts, rule: createInvitation })
  routeWith(routing, managing.inviteUser, { access: 'admin', parts, rule: inviteUser })
  routeWith(routing, managing.sendPasswordLink, { access: 'admin', parts, rule: sendPasswordLink })

  route(routing, endpoints.updatePassword, {
    access: 'signedIn',
    handler: async ({ caller, params, body, request }) =>
      await updatePassword({ db, signInThrottle }, caller, {
        ...body,
        id: params.id,
        origin: originOf(request),
      }),
  })

  route(routing, endpoints.updateAccountStatus, {
    access: 'admin',
    handler: async ({ caller, params: { id, status } }) =>
      await updateAccountStatus(db, caller, { id, isActive: status === 'active' }),
  })

  route(routing, endpoints.deleteUser, {
    access: 'admin',
    handler: async ({ caller, params: { id } }) => {
      await updateAccountStatus(db, caller, { id, isDeleted: true })
      return undefined
    },
  })

  route(routing, endpoints.restoreUser, {
    access: 'admin',
    handler: async ({ caller, params: { id } }) =>
      await updateAccountStatus(db, caller, { id, isDeleted: false }),
  })
}

function userSessionRoutes(routing: Routing): void {
  const { listUserSessions, deleteUserSession, deleteUserSessions } = sessions
  routeTo(routing, endpoints.listUserSessions, {
    access: 'admin',
    hiddenFromViewers: true,
    rule: listUserSessions,
  })
  routeTo(routing, endpoints.deleteUserSession, { access: 'admin', rule: deleteUserSession })
  routeTo(routing, endpoints.deleteUserSessions, { access: 'admin', rule: deleteUserSessions })
}

/** What belongs to a user beside their record: roles, properties, groups. */
function userLinkRoutes(routing: Routing): void {
  const { db } = routing

  routeTo(routing, roles.listUserRoles, { access: 'signedIn', rule: links.listUserRoles })
  routeTo(routing, roles.addUserRole, { access: 'admin', rule: links.addUserRole })
  routeTo(routing, roles.removeUserRole, { access: 'admin', rule: links.removeUserRole })
  routeTo(routing, properties.getUserProperties, { access: 'signedIn', rule: links.getUserProperties })

  route(routing, properties.updateUserProperties, {
    access: 'signedIn',
    handler: async ({ caller, params, body }) =>
      await links.updateUserProperties(db, caller, { id: params.id, values: body }),
  })

  routeTo(routing, groups.listUserGroups, { access: 'signedIn', rule: links.listUserGroups })
  routeTo(routing, groups.listUserEntityGroups, { access: 'signedIn', rule: links.listUserEntityGroups })
}

/** What users do with their own account alone. */
async function ownAccountRoutes(routing: Routing): Promise<void> {
  const { db } = routing

  routeTo(routing, endpoints.listSessions, {
    access: 'signedIn',
    hiddenFromViewers: true,
    rule: sessions.listSessions,
  })

  routeTo(routing, endpoints.deleteOtherSessions, { access: 'signedIn', rule: sessions.deleteOtherSessions })
  routeTo(routing, endpoints.deleteSession, { access: 'signedIn', rule: sessions.deleteSession })
  routeTo(routing, endpoints.deleteThumbnail, { access: 'signedIn', rule: deleteThumbnail })

  await withImageBodies(routing, (withImages) => {
    route(withImages, endpoints.updateThumbnail, {
      access: 'signedIn',
      handler: async ({ caller, body }) => await updateThumbnail(db, caller, imageBytes(body)),
    })
  })
}
