import { confirmPassword, forgotPassword, login, logout } from '@callboard/contract/auth'
import { z } from 'zod'
import { route, type Routing } from '../../http/route.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { type EndedSignOn, originOf, signIn, signOut } from './auth.ts'
import { askForLink, confirmByLink } from './links.ts'

export const forgottenLinkJob = 'mail-forgotten-link'
export const ForgottenLinkJob = z.object({ folded: z.string() })

export interface AuthParts {
  queue: JobQueue
  /** Where whoever signed in at a provider signs out there; undefined where that cannot be told. */
  signOutUrlOf: (ended: EndedSignOn) => Promise<string | undefined>
}

export function authRoutes(routing: Routing, { queue, signOutUrlOf }: AuthParts): void {
  const { db } = routing
  route(routing, login, {
    access: 'public',
    handler: async ({ body, request }) => await signIn(db, body, originOf(request)),
  })

  route(routing, logout, {
    access: 'signedIn',
    ignoresMask: true,
    withoutTwoFactor: true,
    handler: async ({ caller }) => {
      const ended = await signOut(db, caller.sessionId)
      const signOutUrl = ended === undefined ? undefined : await signOutUrlOf(ended)
      return signOutUrl === undefined ? undefined : { signOutUrl }
    },
  })

  route(routing, forgotPassword, {
    access: 'public',
    handler: async ({ body, request }) => {
      const asked = await askForLink(db, { userName: body.userName, origin: originOf(request) })
      if (asked.isWithinLimit) await queue.add(forgottenLinkJob, { folded: asked.folded })
      return undefined
    },
  })

  route(routing, confirmPassword, {
    access: 'public',
    handler: async ({ body, request }) => {
      await confirmByLink(db, body, request.id)
      return undefined
    },
  })
}
