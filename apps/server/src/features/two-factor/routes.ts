import * as endpoints from '@callboard/contract/two-factor'
import { requireOwnPassword } from '../../access/sign-in/own-password.ts'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import { originOf } from '../../access/callers/origin.ts'
import { route, type Routing } from '../../http/route.ts'
import {
  confirmTwoFactor,
  createRecoveryCodes,
  createTwoFactor,
  deleteTwoFactor,
  deleteUserTwoFactor,
  getSignInMeans,
  getTwoFactor,
} from './two-factor.ts'

const own = { access: 'signedIn', withoutTwoFactor: true } as const

export function routes(routing: Routing, { signInThrottle }: { signInThrottle: SignInThrottle }): void {
  const { db } = routing

  route(routing, endpoints.getTwoFactor, {
    ...own,
    hiddenFromViewers: true,
    handler: async ({ caller }) => await getTwoFactor(db, caller),
  })

  route(routing, endpoints.createTwoFactor, {
    ...own,
    handler: async ({ caller, body, request }) => {
      await requireOwnPassword(signInThrottle, caller, {
        ...body,
        field: 'password',
        origin: originOf(request),
      })
      return await createTwoFactor(db, caller)
    },
  })

  route(routing, endpoints.confirmTwoFactor, {
    ...own,
    handler: async ({ caller, body }) => ({ recoveryCodes: await confirmTwoFactor(db, caller, body.code) }),
  })

  route(routing, endpoints.deleteTwoFactor, {
    ...own,
    handler: async ({ caller, body, request }) => {
      await requireOwnPassword(signInThrottle, caller, {
        ...body,
        field: 'password',
        origin: originOf(request),
      })
      await deleteTwoFactor(db, caller)
      return undefined
    },
  })

  route(routing, endpoints.createRecoveryCodes, {
    ...own,
    handler: async ({ caller, body, request }) => {
      await requireOwnPassword(signInThrottle, caller, {
        ...body,
        field: 'password',
        origin: originOf(request),
      })
      return { recoveryCodes: await createRecoveryCodes(db, caller) }
    },
  })

  route(routing, endpoints.getSignInMeans, {
    access: 'admin',
    hiddenFromViewers: true,
    handler: async ({ params }) => await getSignInMeans(db, params.id),
  })

  route(routing, endpoints.deleteUserTwoFactor, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteUserTwoFactor(db, caller, params.id),
  })
}
