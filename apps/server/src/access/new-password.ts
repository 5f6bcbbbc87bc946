import type { Kysely } from 'kysely'
import { type Actor, change } from '../db/change.ts'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { hashPassword, weaknessOf } from './passwords.ts'
import { replacePassword } from './session-ends.ts'

/** Throws `weakPassword` with the reason. */
export async function requireStrong(password: string): Promise<void> {
  const weakness = await weaknessOf(password)
  if (weakness !== undefined) throw new AppError('weakPassword', weakness, { field: 'password' })
}

/** Sets a password that was found strong, and ends the user's sessions but for the one to keep. */
export async function storePassword(
  db: Kysely<Database>,
  actor: Actor,
  { userId, password, keepSession }: { userId: string; password: string; keepSession?: string },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await change(db, actor, async (transaction) => {
    await replacePassword(transaction, {
      userId,
      passwordHash,
      now: new Date(),
      ...(keepSession === undefined ? {} : { keepSession }),
    })
  })
}
