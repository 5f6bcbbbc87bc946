import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function findSecondFactor(db: Kysely<Database>, userId: string) {
  return await secondFactors(db, userId).executeTakeFirst()
}

export async function getSecondFactor(db: Kysely<Database>, userId: string) {
  return await secondFactors(db, userId).executeTakeFirstOrThrow()
}

function secondFactors(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['totp_secret', 'totp_pending', 'totp_since', 'login_provider', 'is_admin', 'password_hash'])
}

export async function countRecoveryCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function setPending(db: Kysely<Database>, userId: string, secret: string): Promise<void> {
  await db.updateTable('app_user').set({ totp_pending: secret }).where('id', '=', userId).execute()
}

/** Makes the secret that waited the one that counts; false where it is another one by now. */
export async function turnOn(
  transaction: Transaction<Database>,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: Date },
): Promise<boolean> {
  const row = await transaction
    .updateTable('app_user')
    .set({ totp_secret: secret, totp_pending: null, totp_since: now, totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_pending', '=', secret)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function turnOff(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .updateTable('app_user')
    .set({
      totp_secret: null,
      totp_pending: null,
      totp_since: null,
      totp_last_step: null,
      recovery_codes_since: null,
    })
    .where('id', '=', userId)
    .execute()
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(
  transaction: Transaction<Database>,
  { userId, hashes, now }: { userId: string; hashes: readonly Uint8Array[]; now: Date },
): Promise<void> {
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
  await transaction
    .updateTable('app_user')
    .set({ recovery_codes_since: now })
    .where('id', '=', userId)
    .execute()
}
