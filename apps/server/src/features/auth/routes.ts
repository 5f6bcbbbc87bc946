import * as endpoints from '@callboard/contract/auth'
import { z } from 'zod'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import { deleteViewAsNotesBefore } from '../../access/view-as-record.ts'
import { addressOf, originOf } from '../../access/callers/origin.ts'
import type { LinkMailer } from '../../access/sign-in/one-time-links.ts'
import type { Db } from '../../db/tables/schema.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, type JobQueue, nightly, yesterday } from '../../jobs/queue.ts'
import type { SingleSignOn } from '../single-sign-on/single-sign-on.ts'
import { exchangeSso, login, logout } from './auth.ts'
import { confirmPassword, forgotPassword, LinkRequests, mailForgottenLink } from './links.ts'
import { deleteLinksBefore } from './store.ts'

const forgottenLinkJob = 'mail-forgotten-link'
const ForgottenLinkJob = z.object({ folded: z.string() })

interface AuthParts {
  signInThrottle: SignInThrottle
  queue: JobQueue
  providers: {
    /** Where to sign out at the provider; undefined when there is no such address. */
    signOutUrl(sso: SingleSignOn): Promise<string | undefined>
  }
}

export function routes(routing: Routing, { signInThrottle, queue, providers }: AuthParts): void {
  const { db } = routing
  const linkRequests = new LinkRequests(db)
  route(routing, endpoints.login, {
    access: 'public',
    handler: async ({ body, request }) => await login({ db, signInThrottle }, body, originOf(request)),
  })

  route(routing, endpoints.exchangeSso, {
    access: 'public',
    handler: async ({ body, request }) => await exchangeSso(db, body, originOf(request)),
  })

  route(routing, endpoints.logout, {
    access: 'signedIn',
    ignoresViewAs: true,
    withoutTwoFactor: true,
    handler: async ({ caller, request }) => {
      const sso = await logout(db, caller, originOf(request))
      const signOutUrl = sso && (await providers.signOutUrl(sso))
      return signOutUrl === undefined ? undefined : { signOutUrl }
    },
  })

  route(routing, endpoints.forgotPassword, {
    access: 'public',
    handler: async ({ body, request }) => {
      await linkRequests.limit(addressOf(request), async () => {
        const { folded, isWithinLimit } = await forgotPassword(db, { ...body, origin: originOf(request) })
        if (isWithinLimit) await queue.add(forgottenLinkJob, { folded })
      })
      return undefined
    },
  })

  route(routing, endpoints.confirmPassword, {
    access: 'public',
    handler: async ({ body, request }) => await confirmPassword(db, body, originOf(request)),
  })
}

interface AuthJobParts {
  db: Db
  linkMailer: LinkMailer
  publicUrl: string
}

export function jobs({ db, linkMailer, publicUrl }: AuthJobParts): Job[] {
  return [
    {
      name: forgottenLinkJob,
      work: async (data) => {
        const parts = { db, mailer: linkMailer, publicUrl }
        await mailForgottenLink(parts, ForgottenLinkJob.parse(data).folded)
      },
    },
    {
      name: 'delete-expired-links',
      cron: nightly,
      work: async () => {
        await deleteLinksBefore(db, yesterday())
        await deleteViewAsNotesBefore(db, yesterday())
      },
    },
  ]
}
