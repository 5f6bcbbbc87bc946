import type { SignInKind, SignInProof } from '@callboard/contract/sign-ins'
import type { Actor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { Log } from '../../lib/log.ts'
import type { Origin } from '../callers/origin.ts'
import * as store from './sign-in-record-store.ts'

export type FailureKind = Extract<SignInKind, 'wrongPassword' | 'wrongCode' | 'signOnFailed' | 'locked'>

interface SignInEvent {
  kind: Exclude<SignInKind, FailureKind | 'keyFirstUsed'>
  userId: string
  by: Pick<Actor, 'userId' | 'userName'>
  proof?: SignInProof
  origin: From | null
}

interface From {
  address: string | null
  userAgent: string | null
}

/** Puts on record, and into the log, what users did and what was done to their accounts. */
export async function recordSignIns(db: Db, log: Log, events: readonly SignInEvent[]): Promise<void> {
  if (events.length === 0) return
  const at = new Date()
  const records = events.map(({ kind, userId, by, proof, origin }) => {
    const isOwn = by.userId === userId
    const another = isOwn ? nobody : { by_user_id: by.userId, by_user_name: by.userName }
    return { kind, at, first_at: at, user_id: userId, proof: proof ?? null, ...another, ...fromOf(origin) }
  })
  await store.insertSignInRecords(db, records)
  for (const { kind, userId, by, proof, origin } of events) {
    log.info({ signIn: kind, userId, by: by.userId, proof, address: origin?.address }, message)
  }
}

const nobody = { by_user_id: null, by_user_name: null }
const message = 'a sign-in event'

const hourMs = 3_600_000

/**
 * Records a failure, once an hour for an account and an address, with the count: a storm of wrong passwords does not fill
 * the table. What was typed for a name that nobody has is not stored, for it may be a password.
 */
export async function recordFailure(
  db: Db,
  { kind, userId, origin }: { kind: FailureKind; userId: string | null; origin: Origin },
): Promise<void> {
  const now = new Date()
  const counted_from = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  await store.upsertFailure(db, { kind, at: now, counted_from, user_id: userId, ...fromOf(origin) })
  origin.log.info({ signIn: kind, userId, address: origin.address }, message)
}

/** Records the first use of a key; whoever uses it later, or at the same time, records nothing. */
export async function recordKeyUse(
  db: Db,
  { apiKeyId, now, origin }: { apiKeyId: string; now: Date; origin: Origin },
): Promise<void> {
  const isFirst = await store.insertFirstKeyUse(db, { api_key_id: apiKeyId, at: now, ...fromOf(origin) })
  if (isFirst) origin.log.info({ signIn: 'keyFirstUsed', apiKeyId, address: origin.address }, message)
}

const maxUserAgentLength = 300

function fromOf(origin: From | null) {
  return {
    address: origin?.address ?? null,
    user_agent: origin?.userAgent?.slice(0, maxUserAgentLength) ?? null,
  }
}
