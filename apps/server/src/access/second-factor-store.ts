import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Takes a code of this step, once; false where it or a later one was taken before. */
export async function takeStep(db: Kysely<Database>, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('app_user')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function takeRecoveryCode(
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
