import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as SecureAgent, request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { rootCertificates } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, isPassedOn, setPassedOnFrom } from '../access/callers/origin.ts'
import { AppError } from '../lib/app-error.ts'
import type { Tls } from './node-server.ts'
import { traceHeadersOf } from './trace-requests.ts'

/** What passing on needs to know of the processes. */
export interface Writers {
  /** Where requests that write calls are answered; undefined where this process answers them. Throws while nobody does. */
  findOther(): Promise<{ address: string; secret: string } | undefined>
  /** Whether that is by what this process knows what others pass on to it. */
  isOwnSecret(given: string): boolean
}

export interface PassingOn {
  writers: Writers
  /** Where people reach the portal: its host is that of the certificate. */
  publicUrl: string
  tls?: Tls | undefined
}

const secretHeader = 'x-callboard-passed-on'
const clientHeader = 'x-callboard-client'

/** Of the connection, not of the request. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Knows the requests that other processes pass on, and from where these came. Called before the routes are added. */
export function acceptPassedOn(app: FastifyInstance, writers: Writers): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { [secretHeader]: secret, [clientHeader]: client } = request.headers
    if (typeof secret === 'string' && typeof client === 'string' && writers.isOwnSecret(secret))
      setPassedOnFrom(request, client)
    done()
  })
}

/** What monitoring asks each process for. */
const ofEachProcess: ReadonlySet<unknown> = new Set(['/healthz', '/readyz', '/metrics'])

/** For a process that serves no people or programs itself. Called after `acceptPassedOn`. */
export function refuseAllButPassedOn(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isPassedOn(request) || ofEachProcess.has(request.routeOptions.url)) return done()
    done(
      new AppError('notFound', 'This process works in the background. The portal is at its public address.'),
    )
  })
}

/** Answers a request elsewhere unless this process answers it; true when that has been done. */
export type PassOn = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** How often is looked whether the process that was asked still writes calls: one that hangs does not answer, nor end. */
const pollIntervalMs = 2000

/**
 * Passes requests on to the process that writes calls, with their body as it comes in, and answers as that process does. What was
 * passed on already is not passed on again.
 */
export function createPassOn({ writers, publicUrl, tls }: PassingOn): PassOn {
  const agents = openAgents(publicUrl, tls)
  return async (request, reply) => {
    if (isPassedOn(request)) return false
    const writer = await writers.findOther()
    if (writer === undefined) return false
    const gone = new AbortController()
    const stillWrites = async () => (await writers.findOther())?.secret === writer.secret
    const polling = setInterval(() => {
      void stillWrites()
        .catch(() => false)
        .then((is) => is || gone.abort())
    }, pollIntervalMs)
    try {
      const answer = await send(request.raw, {
        address: new URL(writer.address),
        agents,
        headers: {
          ...ofRequest(request.headers),
          ...traceHeadersOf(request),
          [secretHeader]: writer.secret,
          [clientHeader]: addressOf(request),
        },
        signal: gone.signal,
      })
      reply.hijack()
      reply.raw.writeHead(answer.statusCode ?? 502, ofRequest(answer.headers))
      // Whoever asked may go away, and so may the writer: then the answer is cut short.
      await pipeline(answer, reply.raw).catch(() => undefined)
      return true
    } finally {
      clearInterval(polling)
    }
  }
}

interface Agents {
  plain: Agent
  secure: SecureAgent
}

function openAgents(publicUrl: string, tls: Tls | undefined): Agents {
  const { hostname: servername } = new URL(publicUrl)
  // The processes have one certificate: that of the public address, whoever has signed it.
  const ca = [...rootCertificates, ...(tls === undefined ? [] : [tls.cert])]
  return {
    plain: new Agent({ keepAlive: true }),
    secure: new SecureAgent({ keepAlive: true, servername, ca }),
  }
}

interface Sending {
  address: URL
  agents: Agents
  headers: IncomingHttpHeaders
  signal: AbortSignal
}

/** Resolves with the answer, whose body is still to come. */
async function send(
  request: IncomingMessage,
  { address, agents: { plain, secure }, headers, signal }: Sending,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { method: request.method, path: request.url, headers, signal, setHost: false }
  const passed =
    address.protocol === 'https:'
      ? requestHttps(address, { ...options, agent: secure })
      : requestHttp(address, { ...options, agent: plain })
  passed.once('response', resolve)
  passed.on('error', (cause) => {
    // What still comes is not wanted, but whoever sends it is told so.
    request.unpipe(passed)
    request.resume()
    reject(cutOff(cause))
  })
  request.once('close', () => {
    if (!request.complete) passed.destroy()
  })
  request.pipe(passed)
  return await promise
}

/** Without those of the connection. */
function ofRequest(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/))
  const isKept = ([name]: [string, unknown]) => !hopByHop.has(name) && !named.has(name)
  return Object.fromEntries(Object.entries(headers).filter(isKept))
}

function cutOff(cause: unknown): AppError {
  const description =
    'The process that writes calls did not answer. What was sent may have been done all the same: send it again in a few seconds.'
  return new AppError('unavailable', description, { retryAfterSeconds: 2, cause })
}
