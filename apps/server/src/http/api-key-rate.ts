import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { formatCount } from '@callboard/contract/format'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '../access/authenticate.ts'
import { requesterOf } from '../access/callers/caller.ts'
import { isApiKey } from '../access/sign-in/tokens.ts'
import { MinuteLimit } from '../db/minute-limit.ts'
import type { Db } from '../db/tables/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { requestCaller } from './request-caller.ts'

/**
 * Limits the requests of each API key in a minute, by all processes; beyond that they are answered 429 before their body is read.
 * Called before the routes are added.
 */
export async function limitApiKeys(
  app: FastifyInstance,
  { db, perMinute }: { db: Db; perMinute: number },
): Promise<void> {
  const limit = new MinuteLimit(db, { name: 'apiKey', limit: perMinute })
  const take = async (key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]) => {
    try {
      const { count, untilMs } = await limit.take(key)
      done(null, { current: count, ttl: untilMs })
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
  await app.register(rateLimit, {
    store: class implements FastifyRateLimitStore {
      incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
        void take(key, done)
      }

      child(): FastifyRateLimitStore {
        return this
      }
    },
    // When the key is known to be a good one.
    hook: 'preParsing',
    max: perMinute,
    timeWindow: '1 minute',
    allowList: (request) => keyIdOf(request) === undefined,
    keyGenerator: (request) => keyIdOf(request) ?? '',
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('tooManyRequests', `An API key may send ${formatCount(perMinute)} requests a minute.`, {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  })
}

/** The id of the API key with which a request came; undefined for users. */
function keyIdOf(request: FastifyRequest): string | undefined {
  const isOfKey = isApiKey(bearerOf(request.headers.authorization) ?? '')
  return isOfKey ? requesterOf(requestCaller(request))?.user : undefined
}
