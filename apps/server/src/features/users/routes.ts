import { updateUser } from '@callboard/contract/manage-users'
import { getMe, getPortalUser, getUser, searchPortalUsers, updatePassword } from '@callboard/contract/users'
import type { LinkMailer } from '../../access/one-time-links.ts'
import { route, type Routing } from '../../http/route.ts'
import { notFound } from '../../lib/app-error.ts'
import { userLinkRoutes } from './link-routes.ts'
import { manageUserRoutes } from './manage-routes.ts'
import { changeUser } from './manage-users.ts'
import { ownAccountRoutes } from './own-routes.ts'
import { changePassword } from './password.ts'
import { describeMe, describeUser, searchPortalUsers as findPortalUsers } from './users.ts'

/** Whom the portal may be viewed as, or a report be sent to: asked by whoever signed in, masked or not. */
const choosing = { access: { anyOf: ['masking.view', 'reporting.save'] }, ignoresMask: true } as const

interface UserParts {
  linkMailer: LinkMailer
  publicUrl: string
}

export async function routes(routing: Routing, { linkMailer, publicUrl }: UserParts): Promise<void> {
  manageUserRoutes(routing, { mailer: linkMailer, publicUrl })
  userLinkRoutes(routing)
  await ownAccountRoutes(routing)

  const { db } = routing
  route(routing, getMe, {
    access: 'signedIn',
    withoutTwoFactor: true,
    handler: async ({ caller }) => await describeMe(db, caller),
  })

  route(routing, searchPortalUsers, {
    ...choosing,
    handler: async ({ caller, query }) => await findPortalUsers(db, caller, query),
  })

  route(routing, getPortalUser, {
    ...choosing,
    handler: async ({ caller, params }) => {
      const [user] = await findPortalUsers(db, caller, params)
      if (user === undefined) throw notFound()
      return user
    },
  })

  route(routing, getUser, {
    access: 'signedIn',
    withoutTwoFactor: true,
    handler: async ({ caller, params }) => await describeUser(db, caller, params.id),
  })

  route(routing, updateUser, {
    access: 'signedIn',
    handler: async ({ caller, params, body }) => await changeUser(db, caller, { ...body, id: params.id }),
  })

  route(routing, updatePassword, {
    access: 'signedIn',
    handler: async ({ caller, params, body, request }) => {
      const { password, currentPassword } = body
      await changePassword(db, caller, { id: params.id, password, currentPassword, address: request.ip })
      return undefined
    },
  })
}
