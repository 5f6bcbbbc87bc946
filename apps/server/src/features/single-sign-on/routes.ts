import { exchangeSso, listProviders, ssoCallback, type SsoFault, startSso } from '@callboard/contract/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, nightly, yesterday } from '../../jobs/queue.ts'
import { originOf } from '../auth/auth.ts'
import type { Providers } from './providers.ts'
import { exchange, finishSignOn, startSignOn } from './single-sign-on.ts'
import { describeCauses, SsoError } from './sso-error.ts'
import { deleteSignOnsBefore } from './store.ts'

export function routes(
  routing: Routing,
  { providers, publicUrl }: { providers: Providers; publicUrl: string },
): void {
  const { db } = routing
  const parts = { db, providers }

  route(routing, listProviders, {
    access: 'public',
    handler: () => providers.list(),
  })

  route(routing, startSso, {
    access: 'public',
    handler: async ({ params: { provider }, query: { challenge }, request, reply }) => {
      const url = await startSignOn(parts, { provider, challenge }).catch((error: unknown) =>
        failed({ request, provider, publicUrl }, error),
      )
      await goOn(reply, url)
      return undefined
    },
  })

  route(routing, ssoCallback, {
    access: 'public',
    handler: async ({ params: { provider }, query: { code, state, error: told }, request, reply }) => {
      const back = { provider, code, state, error: told, query: queryOf(request), requestId: request.id }
      const url = await finishSignOn(parts, back).then(
        (id) => `${publicUrl}/ssoliberty/${id}`,
        (error: unknown) => failed({ request, provider, publicUrl }, error),
      )
      await goOn(reply, url)
      return undefined
    },
  })

  route(routing, exchangeSso, {
    access: 'public',
    handler: async ({ body, request }) => await exchange(db, body, originOf(request)),
  })
}

export function jobs({ db }: { db: Kysely<Database> }): Job[] {
  const work = async () => await deleteSignOnsBefore(db, yesterday())
  return [{ name: 'delete-expired-sign-ons', cron: nightly, work }]
}

/** No page that follows learns the address, which holds codes and one-time ids. */
async function goOn(reply: FastifyReply, url: string): Promise<void> {
  await reply.header('referrer-policy', 'no-referrer').redirect(url)
}

function queryOf(request: FastifyRequest): string {
  const at = request.originalUrl.indexOf('?')
  return at === -1 ? '' : request.originalUrl.slice(at)
}

/** A person waits for a page, so every failure leads to one; what it was stands in the log. */
function failed(
  { request, provider, publicUrl }: { request: FastifyRequest; provider: string; publicUrl: string },
  error: unknown,
): string {
  if (!(error instanceof SsoError)) {
    // Without the fields that a database adds to its errors: what was to be written is in them.
    const stack = error instanceof Error ? error.stack : undefined
    request.log.error({ provider, causes: describeCauses(error), stack }, 'a single sign-on failed')
    return `${publicUrl}/ssoliberty?error=${unexpected}`
  }
  const { fault } = error
  const fields = { provider, fault, causes: describeCauses(error) }
  if (byAnybody.has(fault)) request.log.info(fields, 'a single sign-on did not come to its end')
  else request.log.warn(fields, 'a single sign-on was refused')
  return `${publicUrl}/ssoliberty?error=${fault}`
}

const unexpected: SsoFault = 'providerUnavailable'
// What anybody can bring about by asking does not fill the log.
const byAnybody: ReadonlySet<SsoFault> = new Set(['expired', 'denied', 'unknownProvider'])
