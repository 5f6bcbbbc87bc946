import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { requestTimeout } from './socket-answer.ts'

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
export function endSlowBodies(
  server: Server,
  { windowMs, leastBytes, everyMs }: { windowMs: number; leastBytes: number; everyMs: number },
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
        if (bytesRead - bytes >= leastBytes) {
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
