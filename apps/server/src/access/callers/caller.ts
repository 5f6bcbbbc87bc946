import type { Claim } from '@callboard/contract/claims'
import type { Requester } from '../../db/calls/requester.ts'
import type { Settings } from '../../db/settings.ts'
import type { Log } from '../../lib/log.ts'

/** The rights and rows of one person at this moment. */
export interface Person {
  userId: string
  userName: string
  isAdmin: boolean
  customerId: string | null
  claims: ReadonlySet<Claim>
}

/** The user who sends a request, with their rights at this moment; or the user as whom the portal is viewed. */
export interface Caller extends Person {
  kind: 'user'
  /** The user's own zone, else the portal's. */
  timeZone: string
  /** Who signed in and views the portal as this user; what both may see is seen. */
  viewedBy: Caller | null
  /** A setting demands a second factor, and whoever signed in has none yet. */
  mustSetUpTwoFactor: boolean
  /** The portal's settings at this moment; they are read with the session. */
  settings: Settings
  sessionId: string
  requestId: string
  /** Of the request. */
  log: Log
}

/** A program with an API key of one customer. */
export interface KeyCaller {
  kind: 'key'
  keyId: string
  keyName: string
  customerId: string
  /** Under which calls are known that it sends and that name none; null unless the key belongs to a source. */
  sourceSystem: string | null
  rights: readonly string[]
  requestId: string
  /** Of the request. */
  log: Log
}

export function holds(person: Pick<Person, 'isAdmin' | 'claims'>, claim: Claim): boolean {
  return person.isAdmin || person.claims.has(claim)
}

const figures = ['dashboard.view', 'reporting.view', 'reporting.call.details'] as const

/** Whether somebody sees figures of calls anywhere. */
export function seesFigures(person: Pick<Person, 'isAdmin' | 'claims'>): boolean {
  return figures.some((claim) => holds(person, claim))
}

/** In whose name what a request asks for is read. Whoever views the portal as another user asks in their own. */
export function requesterOf(caller: Caller | KeyCaller | null): Requester | undefined {
  if (caller === null) return undefined
  const { customerId, ...sender } = caller.kind === 'key' ? caller : (caller.viewedBy ?? caller)
  const user = sender.kind === 'key' ? sender.keyId : sender.userId
  return { owner: customerId ?? user, user, isBackground: false }
}
