import type { Claim } from '@callboard/contract/claims'
import type { Settings } from '../db/settings.ts'

/** The rights and rows of one person at this moment. */
export interface Person {
  userId: string
  userName: string
  isAdmin: boolean
  customerId: string | null
  claims: ReadonlySet<Claim>
}

/** The user who asks, with the rights of this moment. While masked: the user whose place is taken. */
export interface Caller extends Person {
  kind: 'user'
  /** The user's own zone, else the portal's. */
  timeZone: string
  /** Who signed in and views the portal as this user; their rights and rows limit the user's. */
  maskedBy: Caller | null
  /** A setting demands a second factor that whoever signed in has not set up. */
  mustSetUpTwoFactor: boolean
  /** The portal's settings of this moment: they come with the session. */
  settings: Settings
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

export function holds(person: Pick<Person, 'isAdmin' | 'claims'>, claim: Claim): boolean {
  return person.isAdmin || person.claims.has(claim)
}
