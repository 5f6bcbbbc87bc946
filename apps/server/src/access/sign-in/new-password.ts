import type { PasswordOwner } from '@callboard/contract/passwords'
import { type Actor, change } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { deleteLinksOf } from './link-store.ts'
import type { Origin } from '../callers/origin.ts'
import { weaknessOf } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { selectCustomerName } from '../callers/store.ts'
import { updatePasswordHash } from './session-store.ts'
import { endSessions } from './sessions.ts'
import { recordSignIns } from './sign-in-records.ts'

/** Whose password it is going to be. */
type NewOwner = Omit<PasswordOwner, 'customerName' | 'productName'> & {
  customerId?: string | null | undefined
}

/** Why a password is too weak for this user; undefined when it is not. */
export async function weaknessFor(
  db: Db,
  { customerId, ...names }: NewOwner,
  password: string,
): Promise<string | undefined> {
  const { productName } = await readSettings(db)
  const customerName = customerId ? await selectCustomerName(db, customerId) : undefined
  return await weaknessOf(password, { ...names, customerName, productName })
}

/** Throws `weakPassword` with the reason. */
export async function requireStrong(db: Db, owner: NewOwner, password: string): Promise<void> {
  const weakness = await weaknessFor(db, owner, password)
  if (weakness !== undefined) throw new AppError('weakPassword', weakness, { field: 'password' })
}

/** Sets a password that was found strong. Ends the user's links and their sessions, but for the one to keep. */
export async function updatePassword(
  db: Db,
  { actor, log, origin }: { actor: Actor; log: Log; origin: Origin | null },
  { userId, password, keepSession }: { userId: string; password: string; keepSession?: string | undefined },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await change(db, actor, async (transaction) => {
    await updatePasswordHash(transaction, { userId, passwordHash })
    await deleteLinksOf(transaction, { userId, now: new Date() })
    await recordSignIns(transaction, log, [{ kind: 'passwordSet', userId, by: actor, origin }])
    await endSessions(transaction, { actor, log }, { userId, keepSession })
  })
}
