import * as endpoints from '@callboard/contract/auth'
import type { SsoErrorCode } from '@callboard/contract/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables/schema.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, nightly, yesterday } from '../../jobs/queue.ts'
import { originOf } from '../../access/callers/origin.ts'
import { recordFailure } from '../../access/sign-in/sign-in-records.ts'
import type { Providers } from './providers.ts'
import { finishSso, startSso } from './single-sign-on.ts'
import { describeCauses, SsoError } from './sso-error.ts'
import { deleteSignOnsBefore } from './store.ts'

export function routes(
  routing: Routing,
  { providers, publicUrl }: { providers: Providers; publicUrl: string },
): void {
  const { db } = routing
  const parts = { db, providers }

  route(routing, endpoints.listProviders, {
    access: 'public',
    handler: () => providers.list(),
  })

  route(routing, endpoints.startSso, {
    access: 'public',
    handler: async ({ params: { provider }, query: { challenge }, request, reply }) => {
      const url = await startSso(parts, { provider, challenge }).catch((cause: unknown) =>
        errorPage({ request, provider, publicUrl }, cause),
      )
      await redirect(reply, url)
      return undefined
    },
  })

  route(routing, endpoints.ssoCallback, {
    access: 'public',
    handler: async ({ params: { provider }, query: { code, state, error }, request, reply }) => {
      const back = { provider, code, state, error, query: queryOf(request), requestId: request.id }
      const url = await finishSso(parts, back).then(
        (id) => `${publicUrl}/ssoliberty/${id}`,
        async (cause: unknown) => {
          if (cause instanceof SsoError && onRecord.has(cause.code)) {
            const { userId = null } = cause
            await recordFailure(db, { kind: 'signOnFailed', userId, origin: originOf(request) })
          }
          return errorPage({ request, provider, publicUrl }, cause)
        },
      )
      await redirect(reply, url)
      return undefined
    },
  })
}

export function jobs({ db }: { db: Db }): Job[] {
  const work = async () => await deleteSignOnsBefore(db, yesterday())
  return [{ name: 'delete-expired-sign-ons', cron: nightly, work }]
}

/** The pages that follow do not learn the address, which contains codes and one-time ids. */
async function redirect(reply: FastifyReply, url: string): Promise<void> {
  await reply.header('referrer-policy', 'no-referrer').redirect(url)
}

function queryOf(request: FastifyRequest): string {
  const at = request.originalUrl.indexOf('?')
  return at === -1 ? '' : request.originalUrl.slice(at)
}

/** Every failure leads to a page, for a person waits for one. The log has the cause. */
function errorPage(
  { request, provider, publicUrl }: { request: FastifyRequest; provider: string; publicUrl: string },
  error: unknown,
): string {
  if (!(error instanceof SsoError)) {
    // Without the fields that a database adds to its errors, which contain the values.
    const stack = error instanceof Error ? error.stack : undefined
    request.log.error(
      { provider, causes: describeCauses(error), stack },
      'a single sign-on failed unexpectedly',
    )
    return `${publicUrl}/ssoliberty?error=${unexpected}`
  }
  const { code } = error
  const fields = { provider, code, causes: describeCauses(error) }
  if (byAnybody.has(code)) request.log.info(fields, 'a single sign-on was not completed')
  else request.log.warn(fields, 'a single sign-on failed')
  return `${publicUrl}/ssoliberty?error=${code}`
}

// Neither what a person breaks off nor a provider that is away is an attempt to come in.
const onRecord: ReadonlySet<SsoErrorCode> = new Set(['invalidResponse', 'noAccount', 'accountInactive'])
const unexpected: SsoErrorCode = 'providerUnavailable'
// What anybody can cause does not fill the log.
const byAnybody: ReadonlySet<SsoErrorCode> = new Set(['expired', 'denied', 'unknownProvider'])
