import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../db/tables/schema.ts'
import { updateLastStep, updateRecoveryCode } from './second-factor-store.ts'
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
  db: Kysely<Database>,
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
