import { claims as allClaims } from '@callboard/contract/claims'
import { Guid } from '@callboard/contract/scalars'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { actorOf, maskedReadOnly } from './actor.ts'
import { type Caller, holds, type Person } from './caller.ts'
import { recordOnce, type MaskingNote } from './masking-record.ts'
import { listOwnCustomers } from './own-customers.ts'
import { personOf } from './person.ts'
import { findUser } from './store.ts'

/**
 * The caller who views the portal as another user: claims that both hold; the rows follow in `Scope`. Throws
 * `maskedUserInvalid` where that user is gone, or may not be viewed by whoever signed in.
 */
export async function maskedAs(db: Kysely<Database>, real: Caller, maskedUserId: string): Promise<Caller> {
  const id = Guid.safeParse(maskedUserId).data
  const row = id === undefined ? undefined : await findUser(db, id, new Date())
  if (row === undefined || !row.is_active || row.is_deleted) throw invalid()
  const masked = personOf(row)
  if (!(await mayMask(db, { real, masked }))) throw invalid()
  await recordOnce(db, noteOf(real, masked, 'start'))
  return {
    ...real,
    ...masked,
    isAdmin: real.isAdmin && masked.isAdmin,
    claims: new Set(allClaims.filter((claim) => holds(real, claim) && holds(masked, claim))),
    timeZone: row.time_zone ?? real.settings.defaultTimeZone,
    maskedBy: real,
  }
}

/** Refuses a write while masked, and puts on record that it was tried: once a route and minute. */
export async function refuseMaskedWrite(db: Kysely<Database>, caller: Caller, route: string): Promise<never> {
  const { maskedBy } = caller
  if (maskedBy === null) throw new Error('only a masked caller is refused as one')
  await recordOnce(db, noteOf(maskedBy, caller, route))
  throw maskedReadOnly()
}

/** An admin may view as anybody; a holder of `masking.view` as those of their own customers who are no admins. */
async function mayMask(
  db: Kysely<Database>,
  { real, masked }: { real: Person; masked: Person },
): Promise<boolean> {
  if (masked.userId === real.userId) return false
  if (real.isAdmin) return true
  if (!holds(real, 'masking.view') || masked.isAdmin || masked.customerId === null) return false
  return (await listOwnCustomers(db, real)).includes(masked.customerId)
}

function noteOf(real: Caller, masked: Person, what: string): MaskingNote {
  return {
    sessionId: real.sessionId,
    actor: { ...actorOf(real), maskedUserId: masked.userId },
    masked: { id: masked.userId, name: masked.userName },
    what,
  }
}

function invalid(): AppError {
  return new AppError('maskedUserInvalid', 'The portal cannot be viewed as this user, or no more.')
}
