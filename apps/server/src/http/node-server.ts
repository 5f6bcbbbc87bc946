import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { requestTimeout } from './socket-answer.ts'

/** A certificate with its chain and its private key, as PEM. */
export interface Tls {
  cert: Buffer
  key: Buffer
}

/** How long the portal waits for a request. */
export interface Timeouts {
  /** For all headers, from the first byte, or from the beginning of the connection. */
  headersMs: number
  /** A body brings so many bytes in each such time. */
  windowMs: number
  minBytes: number
  everyMs: number
}

const defaultTimeouts: Timeouts = { headersMs: 10_000, windowMs: 10_000, minBytes: 10_240, everyMs: 1000 }
/** Without a byte either way: for answers that nobody reads. Event streams have a heartbeat. */
const idleTimeoutMs = 300_000

/** The server of Node, with limits for clients that are slow or many. */
export function createNodeServer(
  handler: RequestListener,
  { tls, timeouts = defaultTimeouts }: { tls?: Tls | undefined; timeouts?: Timeouts | undefined },
): Server {
  const options = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // Clients are told the time above: a request that comes at its end, or is late on its way, is still answered.
    keepAliveTimeoutBuffer: 10_000,
    connectionsCheckingInterval: timeouts.everyMs,
    // Checked where the answer is one of the contract.
    requireHostHeader: false,
  }
  const server =
    tls === undefined
      ? createServer(options, handler)
      : createSecureServer({ ...options, ...tls, handshakeTimeout: timeouts.headersMs }, handler)
  server.setTimeout(idleTimeoutMs)
  server.maxConnections = connectionLimit()
  // An expectation that is not known is left aside, as its answer by Node would be without our headers.
  server.on('checkExpectation', handler)
  endSlowBodies(server, timeouts)
  return server
}

/** As many as the files that the process may open, but for those of the stores. */
function connectionLimit(): number {
  const enough = 20_000
  const ofStores = 2000
  try {
    const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    if (limit === undefined) return enough
    return Math.min(enough, Math.max(Number(limit) - ofStores, Math.floor(Number(limit) / 2)))
  } catch {
    return enough
  }
}

interface Receiving {
  response: ServerResponse
  sinceMs: number
  /** What the connection had received at that time. */
  bytes: number
}

/**
 * Ends requests whose body comes slower than so many bytes in each window. Node itself limits only the whole time, which
 * is no measure where 64 MB may come over a slow line.
 */
function endSlowBodies(
  server: Server,
  { windowMs, minBytes, everyMs }: { windowMs: number; minBytes: number; everyMs: number },
): void {
  const receiving = new Map<IncomingMessage, Receiving>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
      return
    receiving.set(request, { response, sinceMs: performance.now(), bytes: request.socket.bytesRead })
  })

  const check = () => {
    const nowMs = performance.now()
    for (const [request, { response, sinceMs, bytes }] of receiving) {
      if (request.complete || request.socket.destroyed) receiving.delete(request)
      else if (nowMs - sinceMs >= windowMs) {
        const { bytesRead } = request.socket
        if (bytesRead - bytes >= minBytes) {
          receiving.set(request, { response, sinceMs: nowMs, bytes: bytesRead })
          continue
        }
        receiving.delete(request)
        if (response.headersSent) request.socket.destroy()
        else server.emit('clientError', requestTimeout(), request.socket)
      }
    }
  }
  // After a turn of the event loop, in which is read what has come while the process was busy.
  const timer = setInterval(() => setImmediate(check), everyMs).unref()
  server.once('close', () => clearInterval(timer))
}
