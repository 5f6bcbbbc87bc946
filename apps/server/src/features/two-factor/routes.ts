import * as endpoints from '@callboard/contract/two-factor'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../access/callers/caller.ts'
import { requireOwnPassword } from '../../access/sign-in/own-password.ts'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import { originOf } from '../../access/callers/origin.ts'
import { routeTo } from '../../http/crud.ts'
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

interface ConfirmedByPassword {
  caller: Caller
  body: { password: string }
  request: FastifyRequest
}

export function routes(routing: Routing, { signInThrottle }: { signInThrottle: SignInThrottle }): void {
  const { db } = routing
  const requirePassword = async ({ caller, body, request }: ConfirmedByPassword): Promise<void> =>
    await requireOwnPassword(signInThrottle, caller, {
      ...body,
      field: 'password',
      origin: originOf(request),
    })

  routeTo(routing, endpoints.getTwoFactor, { ...own, hiddenFromViewers: true, rule: getTwoFactor })

  route(routing, endpoints.createTwoFactor, {
    ...own,
    handler: async (sent) => {
      await requirePassword(sent)
      return await createTwoFactor(db, sent.caller)
    },
  })

  route(routing, endpoints.confirmTwoFactor, {
    ...own,
    handler: async ({ caller, body }) => ({ recoveryCodes: await confirmTwoFactor(db, caller, body.code) }),
  })

  route(routing, endpoints.deleteTwoFactor, {
    ...own,
    handler: async (sent) => {
      await requirePassword(sent)
      await deleteTwoFactor(db, sent.caller)
      return undefined
    },
  })

  route(routing, endpoints.createRecoveryCodes, {
    ...own,
    handler: async (sent) => {
      await requirePassword(sent)
      return { recoveryCodes: await createRecoveryCodes(db, sent.caller) }
    },
  })

  route(routing, endpoints.getSignInMeans, {
    access: 'admin',
    hiddenFromViewers: true,
    handler: async ({ params }) => await getSignInMeans(db, params.id),
  })

  routeTo(routing, endpoints.deleteUserTwoFactor, { access: 'admin', rule: deleteUserTwoFactor })
}
