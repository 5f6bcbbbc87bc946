import * as invitations from '@callboard/contract/invitations'
import * as managing from '@callboard/contract/manage-users'
import * as endpoints from '@callboard/contract/users'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import type { LinkMailer } from '../../access/sign-in/one-time-links.ts'
import { originOf } from '../../access/callers/origin.ts'
import { route, type Routing } from '../../http/route.ts'
import { updateAccountStatus } from './account-status.ts'
import { createUser, updateUser } from './edit-users.ts'
import { createInvitation } from './invitations.ts'
import { userLinkRoutes } from './link-routes.ts'
import { getMe } from './me.ts'
import { ownAccountRoutes } from './own-routes.ts'
import { inviteUser, updatePassword } from './sign-in.ts'
import { choosingClaims, getPortalUser, getUser, listAllUsers, listPortalUsers, listUsers } from './users.ts'

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
  userLinkRoutes(routing)
  await ownAccountRoutes(routing)
}

function userRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.getMe, {
    access: 'signedIn',
    withoutTwoFactor: true,
    handler: async ({ caller }) => await getMe(db, caller),
  })

  route(routing, managing.listUsers, {
    access: 'admin',
    handler: async ({ caller, query }) => await listUsers(db, caller, query),
  })

  route(routing, managing.listAllUsers, {
    access: 'admin',
    handler: async () => await listAllUsers(db),
  })

  route(routing, endpoints.searchPortalUsers, {
    ...choosing,
    handler: async ({ caller, query }) => await listPortalUsers(db, caller, query),
  })

  route(routing, endpoints.getPortalUser, {
    ...choosing,
    access: 'signedIn',
    handler: async ({ caller, params }) => await getPortalUser(db, caller, params.id),
  })

  route(routing, endpoints.getUser, {
    access: 'signedIn',
    withoutTwoFactor: true,
    handler: async ({ caller, params }) => await getUser(db, caller, params.id),
  })

  route(routing, managing.updateUser, {
    access: 'signedIn',
    handler: async ({ caller, params, body }) => await updateUser(db, caller, { ...body, id: params.id }),
  })
}

function accountRoutes(routing: Routing, { signInThrottle, linkMailer: mailer, publicUrl }: UserParts): void {
  const { db } = routing
  const links = { db, mailer, publicUrl }

  route(routing, managing.createUser, {
    access: 'admin',
    handler: async ({ caller, body }) => await createUser(links, caller, body),
  })

  route(routing, invitations.createInvitation, {
    access: 'admin',
    handler: async ({ caller, body }) => await createInvitation(links, caller, body),
  })

  route(routing, managing.inviteUser, {
    access: 'admin',
    handler: async ({ caller, params }) => await inviteUser(links, caller, params.id),
  })

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
