import type { FastifyRequest } from 'fastify'
import type { Caller, KeyCaller } from '../access/callers/caller.ts'

type RequestCaller = Caller | KeyCaller | null

const callers = new WeakMap<FastifyRequest, RequestCaller>()

/** Called once the rights are checked. */
export function setRequestCaller(request: FastifyRequest, caller: RequestCaller): void {
  callers.set(request, caller)
}

/** Who sent a request; null for nobody that is known. */
export function requestCaller(request: FastifyRequest): RequestCaller {
  return callers.get(request) ?? null
}
