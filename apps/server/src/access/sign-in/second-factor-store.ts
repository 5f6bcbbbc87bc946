import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'

/** Notes that a code of this step was used; false when a code of it, or of a later one, was used before. */
export async function updateLastStep(db: Kysely<Database>, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('app_user')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that a recovery code was used; false when there is none, or it was used before. */
export async function updateRecoveryCode(
  db: Kysely<Database>,
  { userId, codeHash, now }: { userId: string; codeHash: Uint8Array; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
