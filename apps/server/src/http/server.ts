import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@callboard/contract/endpoint'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { parseJson } from '../lib/json.ts'
import { asAppError, handleErrors } from './errors.ts'
import { urlOf } from './route.ts'

const bodyBytesLimit = 1 << 20

/** The bare HTTP server: limits, request ids, how bodies are read and how errors are told. */
export function createServer(log: FastifyBaseLogger): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesLimit,
    // Fastify's own time limit works only when it is not below Node's for the headers.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      const fault = asAppError(error)
      reply.hijack()
      reply.raw.writeHead(fault.status, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': request.id })
      reply.raw.end(JSON.stringify(fault.items))
    },
    return503OnClosing: true,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
  handleErrors(app)
  return app
}

/** Answers 405 where the path is known and the method is not. Called when all routes are there. */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const byShape = new Map<string, { url: string; known: Set<string> }>()
  for (const endpoint of endpoints) {
    const url = urlOf(endpoint)
    // Two endpoints of one shape may name their parameters differently.
    const shape = url.replaceAll(/:\w+/g, ':')
    const entry = byShape.get(shape) ?? { url, known: new Set() }
    byShape.set(shape, entry)
    entry.known.add(endpoint.method)
  }
  const all = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
  for (const { url, known } of byShape.values()) {
    const others = all.filter((method) => !known.has(method))
    app.route({
      method: others,
      url,
      handler: async (_request, reply) => {
        void reply.header('allow', [...known].sort().join(', '))
        throw new AppError('methodNotAllowed', `This takes ${[...known].sort().join(', ')} only.`)
      },
    })
  }
}
