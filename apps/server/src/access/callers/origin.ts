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

const passedOnFrom = new WeakMap<FastifyRequest, string>()

/** To be called with the address from which a request came to another process of the portal, which has passed it on. */
export function setPassedOnFrom(request: FastifyRequest, address: string): void {
  passedOnFrom.set(request, address)
}

export function isPassedOn(request: FastifyRequest): boolean {
  return passedOnFrom.has(request)
}

/** From where a request came to the portal. */
export function addressOf(request: FastifyRequest): string {
  return passedOnFrom.get(request) ?? request.ip
}

export function originOf(request: FastifyRequest): Origin {
  return {
    address: addressOf(request),
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    log: request.log,
  }
}
