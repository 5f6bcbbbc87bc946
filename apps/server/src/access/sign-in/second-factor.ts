import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../db/tables/schema.ts'
import { hashToken } from './tokens.ts'

const stepSeconds = 30
// Half a minute either way, for telephones whose clock is wrong.
const stepsOff = 1

export function totpOf(secret: string, names: { issuer: string; label: string } = unnamed): TOTP {
  return new TOTP({ ...names, period: stepSeconds, digits: 6, secret: Secret.fromBase32(secret) })
}

const unnamed = { issuer: '', label: '' }

/** The time step of a code; null when it is of none around now. */
export function stepOfCode(secret: string, code: string): number | null {
  const token = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret).validate({ token, window: stepsOff })
  return delta === null ? null : Math.floor(Date.now() / 1000 / stepSeconds) + delta
}

/** Whether a code is one of the app or a recovery code, each of which works once; undefined for any other. */
export async function checkSecondFactor(
  db: Db,
  user: { id: string; totpSecret: string },
  code: string,
): Promise<'app' | 'recoveryCode' | undefined> {
  const step = stepOfCode(user.totpSecret, code)
  if (step !== null) return (await updateLastStep(db, user.id, step)) ? 'app' : undefined
  const recovery = { userId: user.id, codeHash: hashRecoveryCode(code), now: new Date() }
  return (await updateRecoveryCode(db, recovery)) ? 'recoveryCode' : undefined
}

/** Of a recovery code as it was typed: only its letters and digits count. */
export function hashRecoveryCode(code: string): Uint8Array {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

/** Notes that a code of this step was used; false when a code of it, or of a later one, was used before. */
async function updateLastStep(db: Db, userId: string, step: number): Promise<boolean> {
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
async function updateRecoveryCode(
  db: Db,
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
