import { confirmPassword, forgotPassword, login, logout } from '@callboard/contract/auth'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { deleteMaskingNotesBefore } from '../../access/masking-record.ts'
import type { LinkMailer } from '../../access/one-time-links.ts'
import type { Database } from '../../db/schema.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, type JobQueue, nightly, yesterday } from '../../jobs/queue.ts'
import { type EndedSignOn, originOf, signIn, signOut } from './auth.ts'
import { askForLink, confirmByLink, mailForgottenLink } from './links.ts'
import { deleteLinksBefore } from './store.ts'

const forgottenLinkJob = 'mail-forgotten-link'
const ForgottenLinkJob = z.object({ folded: z.string() })

interface AuthParts {
  queue: JobQueue
  providers: {
    /** Where whoever signed in at a provider signs out there; undefined where that cannot be told. */
    signOutUrl(ended: EndedSignOn): Promise<string | undefined>
  }
}

export function routes(routing: Routing, { queue, providers }: AuthParts): void {
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
      const signOutUrl = ended === undefined ? undefined : await providers.signOutUrl(ended)
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

interface AuthJobParts {
  db: Kysely<Database>
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
        await deleteMaskingNotesBefore(db, yesterday())
      },
    },
  ]
}
