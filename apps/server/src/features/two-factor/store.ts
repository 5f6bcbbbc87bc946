import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

/** What a user signs in with, and how many recovery codes are left. */
export async function selectSecondFactor(db: Db, userId: string) {
  return await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['totp_secret', 'totp_pending', 'totp_since', 'login_provider', 'is_admin', 'password_hash'])
    .select(
      sql<number>`(SELECT count(*) FROM recovery_code WHERE user_id = app_user.id AND used_at IS NULL)`.as(
        'recovery_codes',
      ),
    )
    .executeTakeFirst()
}

export async function updatePendingSecret(db: Db, userId: string, secret: string): Promise<void> {
  await db.updateTable('app_user').set({ totp_pending: secret }).where('id', '=', userId).execute()
}

/** Turns the pending secret on; false when another one is pending by now. */
export async function updateSecret(
  transaction: Transaction,
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

export async function deleteSecondFactor(transaction: Transaction, userId: string): Promise<void> {
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
  await deleteRecoveryCodes(transaction, userId)
}

/** Replaces those there are. */
export async function insertRecoveryCodes(
  transaction: Transaction,
  { userId, hashes, now }: { userId: string; hashes: readonly Uint8Array[]; now: Date },
): Promise<void> {
  await deleteRecoveryCodes(transaction, userId)
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

async function deleteRecoveryCodes(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
