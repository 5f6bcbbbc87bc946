import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

function updateMailbox(db: Db) {
  return db.updateTable('bounce_mailbox')
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}

/**
 * Takes the next look for this process, if it is time to; another may look when the lease is over. In another mailbox than before all messages are
 * new.
 */
export async function claimPoll(
  db: Db,
  { mailbox, leaseSeconds }: { mailbox: string; leaseSeconds: number },
): Promise<{ failures: number } | undefined> {
  const isSame = sql<boolean>`mailbox IS NOT DISTINCT FROM ${mailbox}`
  return await updateMailbox(db)
    .set({
      mailbox,
      next_look_at: inSeconds(leaseSeconds),
      uid_validity: sql`CASE WHEN ${isSame} THEN uid_validity END`,
      last_uid: sql`CASE WHEN ${isSame} THEN last_uid ELSE 0 END`,
    })
    .where('next_look_at', '<=', sql<Date>`now()`)
    .returning('failures')
    .executeTakeFirst()
}

/** Numbers of messages count under one value of this; answers the last that was looked at. */
export async function updateUidValidity(
  db: Db,
  { mailbox, uidValidity }: { mailbox: string; uidValidity: string },
): Promise<number> {
  const { last_uid: last } = await updateMailbox(db)
    .set({
      uid_validity: uidValidity,
      last_uid: sql`CASE WHEN uid_validity IS NOT DISTINCT FROM ${uidValidity} THEN last_uid ELSE 0 END`,
    })
    .where('mailbox', '=', mailbox)
    .returning('last_uid')
    .executeTakeFirstOrThrow()
  return last
}

/** False when somebody has looked at this message, or looks into another mailbox by now. */
export async function updateLastUid(
  transaction: Transaction,
  { mailbox, uid }: { mailbox: string; uid: number },
): Promise<boolean> {
  const { numUpdatedRows } = await updateMailbox(transaction)
    .set({ last_uid: uid })
    .where('mailbox', '=', mailbox)
    .where('last_uid', '<', uid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All was well; the next look is in so many seconds. */
export async function updatePolled(db: Db, seconds: number): Promise<void> {
  await updateMailbox(db)
    .set({ next_look_at: inSeconds(seconds), failures: 0, last_error: null, failing_since: null })
    .execute()
}

export async function updateNextPoll(db: Db, seconds: number): Promise<void> {
  await updateMailbox(db)
    .set({ next_look_at: inSeconds(seconds) })
    .execute()
}

export async function updateFailed(
  db: Db,
  { error, seconds }: { error: string; seconds: number },
): Promise<void> {
  await updateMailbox(db)
    .set({
      next_look_at: inSeconds(seconds),
      failures: sql`failures + 1`,
      last_error: error,
      failing_since: sql`coalesce(failing_since, now())`,
    })
    .execute()
}

/** The next look is now, and nothing is known of errors. */
export async function updateReset(db: Db): Promise<void> {
  await updatePolled(db, 0)
}
