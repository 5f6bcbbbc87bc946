import type { FastifyRequest } from 'fastify'
import type { Log } from '../../lib/log.ts'

/** Where a request comes from. */
export interface Origin {
  address: string
  userAgent: string | null
  requestId: string
  /** Of the request. */
  log: Log
}

export function originOf(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    log: request.log,
  }
}
