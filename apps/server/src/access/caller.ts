import type { Claim } from '@callboard/contract/claims'

/** The user who asks, with the rights of this moment. */
export interface Caller {
  kind: 'user'
  userId: string
  userName: string
  isAdmin: boolean
  customerId: string | null
  /** The user's own zone, else the portal's. */
  timeZone: string
  claims: ReadonlySet<Claim>
  sessionId: string
  requestId: string
}

/** A program that asks with an API key of one customer. */
export interface KeyCaller {
  kind: 'key'
  keyId: string
  keyName: string
  customerId: string
  rights: readonly string[]
  requestId: string
}

export function holds(caller: Caller, claim: Claim): boolean {
  return caller.isAdmin || caller.claims.has(claim)
}
