import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  endTwoFactorOf,
  getSignInMeans,
  getTwoFactor,
  renewRecoveryCodes,
} from '@callboard/contract/two-factor'
import { requireOwnPassword } from '../../access/attempts.ts'
import { route, type Routing } from '../../http/route.ts'
import { begin, confirm, describeSignIn, describeTwoFactor, end, endFor, renewCodes } from './two-factor.ts'

const own = { access: 'signedIn', withoutTwoFactor: true } as const

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, getTwoFactor, {
    ...own,
    handler: async ({ caller }) => await describeTwoFactor(db, caller),
  })

  route(routing, beginTwoFactor, {
    ...own,
    handler: async ({ caller, body, request }) => {
      await requireOwnPassword(db, caller, { ...body, field: 'password', address: request.ip })
      return await begin(db, caller)
    },
  })

  route(routing, confirmTwoFactor, {
    ...own,
    handler: async ({ caller, body }) => ({ recoveryCodes: await confirm(db, caller, body.code) }),
  })

  route(routing, endTwoFactor, {
    ...own,
    handler: async ({ caller, body, request }) => {
      await requireOwnPassword(db, caller, { ...body, field: 'password', address: request.ip })
      await end(db, caller)
      return undefined
    },
  })

  route(routing, getSignInMeans, {
    access: 'admin',
    handler: async ({ params }) => await describeSignIn(db, params.id),
  })

  route(routing, endTwoFactorOf, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await endFor(db, caller, params.id)
      return undefined
    },
  })

  route(routing, renewRecoveryCodes, {
    ...own,
    handler: async ({ caller, body, request }) => {
      await requireOwnPassword(db, caller, { ...body, field: 'password', address: request.ip })
      return { recoveryCodes: await renewCodes(db, caller) }
    },
  })
}
