import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestCaller } from './request-caller.ts'
import { traceIdOf } from './trace-requests.ts'

export interface EndedRequest {
  request: FastifyRequest
  /** As it is declared, with `:id` for what stands in its place; `none` where nothing is. */
  route: string
  status: number
  seconds: number
  /** Events that are sent for as long as the client stays. */
  isStream: boolean
  /** The connection ended before the answer did. */
  isCutShort: boolean
}

/** Calls the listener when a request has been answered, or its client has gone away. To be called before the app is ready. */
export function onRequestEnd(app: FastifyInstance, listener: (ended: EndedRequest) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now()
    reply.raw.once('close', () => {
      listener({
        request,
        route: routeOf(request),
        status: reply.raw.statusCode,
        seconds: (performance.now() - startedMs) / 1000,
        isStream: isStream(reply),
        isCutShort: !reply.raw.writableFinished,
      })
    })
    done()
  })
}

/** All files of the web app are one route. */
const assets = '/assets/*'

function routeOf({ routeOptions: { url = 'none' } }: FastifyRequest): string {
  return url.startsWith('/assets/') ? assets : url
}

/** At which the log has them. */
const requestLevels = new Set(['info', 'debug', 'trace'])

/** Asked for every few seconds, or by each page that is opened. */
const ordinary = new Set(['/healthz', '/readyz', '/metrics', assets])

/** Logs one line for each request, without what it asks for: queries and bodies may hold secrets and numbers of callers. */
export function logRequests(app: FastifyInstance): void {
  if (!requestLevels.has(app.log.level)) return
  onRequestEnd(app, ({ request, status, seconds, isStream: isLong, isCutShort }) => {
    const isOrdinary = ordinary.has(routeOf(request)) && status < 400
    request.log[isOrdinary ? 'debug' : 'info'](
      {
        ...describeRequest(request),
        status,
        ms: Math.round(seconds * 1e4) / 10,
        ...(isLong && { isStream: true }),
        ...(isCutShort && { isCutShort: true }),
      },
      'request',
    )
  })
}

/** What the log says of a request, whose id it has already. */
export function describeRequest(request: FastifyRequest): Readonly<Record<string, string>> {
  const { method, headers } = request
  const traceId = traceIdOf(request) ?? traceIdIn(headers['traceparent'])
  return {
    method,
    route: routeOf(request),
    ...describeCaller(request),
    ...(traceId !== undefined && { traceId }),
  }
}

function describeCaller(request: FastifyRequest): Readonly<Record<string, string>> {
  const caller = requestCaller(request)
  if (caller === null) return {}
  if (caller.kind === 'key') return { keyId: caller.keyId }
  const { userId, viewedBy } = caller
  return viewedBy === null ? { userId } : { userId: viewedBy.userId, viewedAs: userId }
}

/** Of W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
function traceIdIn(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  return /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(traceparent)?.[1]
}

function isStream({ raw }: FastifyReply): boolean {
  return String(raw.getHeader('content-type')).startsWith('text/event-stream')
}
