import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@callboard/contract/endpoint'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { parseJson } from '../lib/json.ts'
import type { TrustedProxies } from '../lib/outside/trusted-proxies.ts'
import { compressAnswers } from './compress-answers.ts'
import { handleErrors, sendError, toAppError } from './errors.ts'
import { createNodeServer, type Timeouts, type Tls } from './node-server.ts'
import { logRequests } from './request-log.ts'
import { methodsOf, urlOf } from './route.ts'
import { answerClientError } from './socket-answer.ts'
import { traceRequests } from './trace-requests.ts'

const bodyBytesLimit = 1 << 20

/** How a portal is reached. */
export interface HttpOptions {
  /** Whose word counts on where a request comes from. */
  trustProxy?: TrustedProxies | undefined
  tls?: Tls | undefined
  timeouts?: Timeouts | undefined
  /** Requests with one API key; no limit unless given. */
  apiKeyRequestsPerMinute?: number | undefined
  /** While true, every request is answered 503. */
  isStarting?: () => boolean
}

/** The HTTP server without routes: limits, request ids, headers, parsing of bodies and answers to errors. */
export function createServer(
  log: FastifyBaseLogger,
  { publicUrl, trustProxy, isStarting, tls, timeouts }: HttpOptions & { publicUrl: string },
): FastifyInstance {
  const headers = headersAt(publicUrl)
  const app = fastify({
    serverFactory: (handler) => createNodeServer(handler, { tls, timeouts }),
    trustProxy: trustedBy(trustProxy),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesLimit,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // A malformed URL of a page leads to the page that says that there is none.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) || /^\/(api|assets)\b/.test(url) ? url : '/no-page'),
    frameworkErrors: (error, request, reply) => {
      const appError = toAppError(error)
      const body = JSON.stringify(appError.items)
      reply.hijack()
      reply.raw.writeHead(appError.status, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'x-request-id': request.id,
      })
      reply.raw.end(body)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    // Answered below with an error of the contract.
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      // Clients name the type of their bodies also where they send none.
      done(null, body === '' ? undefined : parseJson(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  traceRequests(app)
  logRequests(app)
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onClose', async () => {
    // Fastify closes one that listens. The timers of another one would keep it, and all that its routes hold.
    if (!app.server.listening) app.server.close()
  })
  app.addHook('onRequest', async (request, reply) => {
    // Routes that may be cached override it: a comparison of paths here could be circumvented.
    void reply.headers({ ...headers, 'x-request-id': request.id })
    requireOneHost(request.raw)
    // Sent, not thrown: there is no error to be logged.
    if (isStarting?.()) return await sendError(reply, new AppError('unavailable', 'The portal is starting.'))
    if (isStopping) return await sendError(reply, new AppError('unavailable', 'The portal is stopping.'))
    return undefined
  })
  compressAnswers(app)
  handleErrors(app)
  return app
}

function trustedBy(trustProxy: HttpOptions['trustProxy']): FastifyServerOptions['trustProxy'] {
  if (trustProxy === undefined) return false
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : [...trustProxy]
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

/** Two proxies could each take another one of two hosts. */
function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  throw new AppError('invalid', 'Exactly one Host header is required.')
}

/** Answers 405 for other methods of known paths. Called after all routes have been added. */
export function answerOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const byShape = new Map<string, { url: string; known: Set<string> }>()
  for (const endpoint of endpoints) {
    const url = urlOf(endpoint)
    // The same path may have differently named parameters.
    const shape = url.replaceAll(/:\w+/g, ':')
    const entry = byShape.get(shape) ?? { url, known: new Set() }
    byShape.set(shape, entry)
    for (const method of methodsOf(endpoint)) entry.known.add(method)
  }
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const
  for (const { url, known } of byShape.values()) {
    const method = all.filter((one) => !known.has(one))
    const allowed = [...known].toSorted().join(', ')
    const answer405 = async (_request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('allow', allowed)
      throw new AppError('methodNotAllowed', `Allowed methods: ${allowed}.`)
    }
    // Before the body is read; Fastify requires a handler all the same.
    app.route({ method, url, exposeHeadRoute: false, onRequest: answer405, handler: answer405 })
  }
}

/**
 * Headers of every answer, whoever writes it: nothing keeps it, frames it, or reads it as another type or as a page with
 * rights. The page, files that may be cached and `/api/docs` replace what they need otherwise.
 */
const closedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const yearSeconds = 31_536_000

/** Those of a portal at that address. Browsers that reached it by https shall never use http there again. */
function headersAt(publicUrl: string): Readonly<Record<string, string>> {
  const { protocol, hostname } = new URL(publicUrl)
  // On localhost it would hold for whatever else runs on the machine.
  if (protocol !== 'https:' || hostname === 'localhost') return closedHeaders
  return { ...closedHeaders, 'strict-transport-security': `max-age=${yearSeconds}` }
}
