import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '@callboard/contract/endpoint'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { parseJson } from '../lib/json.ts'
import { toAppError, handleErrors } from './errors.ts'
import { methodsOf, urlOf } from './route.ts'

const bodyBytesLimit = 1 << 20

/** The HTTP server without routes: limits, request ids, parsing of bodies and answers to errors. */
export function createServer(log: FastifyBaseLogger): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesLimit,
    // Fastify ignores a limit below Node's own for the headers.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // A malformed URL of a page leads to the page that says that there is none.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) || /^\/(api|assets)\b/.test(url) ? url : '/no-page'),
    frameworkErrors: (error, request, reply) => {
      const appError = toAppError(error)
      reply.hijack()
      reply.raw.writeHead(appError.status, {
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': request.id,
      })
      reply.raw.end(JSON.stringify(appError.items))
    },
    clientErrorHandler: answerUnreadable,
    // Answered below with an error of the contract.
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async (request, reply) => {
    // Routes that may be cached override it: a comparison of paths here could be circumvented.
    void reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    if (isStopping) throw new AppError('unavailable', 'The portal is stopping.')
  })
  handleErrors(app)
  return app
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

/** Invalid HTTP never becomes a request, so it is answered on the socket. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const appError = new AppError('malformedBody', 'The request could not be read.')
    const body = JSON.stringify(appError.items)
    const lines = [
      `HTTP/1.1 ${appError.status} ${STATUS_CODES[appError.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
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
      throw new AppError('methodNotAllowed', `This takes ${allowed} only.`)
    }
    // Before the body is read; Fastify requires a handler all the same.
    app.route({ method, url, exposeHeadRoute: false, onRequest: answer405, handler: answer405 })
  }
}
