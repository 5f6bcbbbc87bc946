import type { SignInMeans, TwoFactor } from '@callboard/contract/two-factor'
import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { hashRecoveryCode, stepOfCode, totpOf } from '../../access/sign-in/second-factor.ts'
import { demandsTwoFactor } from '../../access/sign-in/two-factor-demand.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

const codeCount = 10

export async function getTwoFactor(db: Db, caller: Caller): Promise<TwoFactor> {
  const user = await getSecondFactor(db, caller.userId)
  return {
    isOn: user.totp_since !== null,
    since: user.totp_since?.toISOString() ?? null,
    recoveryCodesLeft: user.recovery_codes,
    isDemanded: demandsTwoFactor(user, caller.settings),
  }
}

async function getSecondFactor(db: Db, userId: string) {
  return orNotFound(await store.selectSecondFactor(db, userId))
}

/** A secret that counts once a code of it is confirmed; until then an earlier one stays. */
export async function createTwoFactor(db: Db, caller: Caller): Promise<{ secret: string; url: string }> {
  const user = await getSecondFactor(db, caller.userId)
  if (user.login_provider !== 'local')
    throw new AppError('conflict', 'You sign in with a provider, which handles two-factor sign-in.')
  const secret = new Secret({ size: 20 }).base32
  await store.updatePendingSecret(db, caller.userId, secret)
  const names = { issuer: caller.settings.productName, label: caller.userName }
  return { secret, url: totpOf(secret, names).toString() }
}

/** Answers the recovery codes. Throws `wrongCode` unless the code is one of the pending secret. */
export async function confirmTwoFactor(db: Db, caller: Caller, code: string): Promise<string[]> {
  const { userId } = caller
  const { totp_pending: secret } = await getSecondFactor(db, userId)
  if (secret === null) throw new AppError('conflict', 'Start the setup again.')
  const step = stepOfCode(secret, code)
  if (step === null)
    throw new AppError('wrongCode', 'The code does not match. Enter the code that the app shows now.', {
      field: 'code',
    })
  return await changeBy(db, caller, async (transaction) => {
    const isOn = await store.updateSecret(transaction, { userId, secret, step, now: new Date() })
    if (!isOn) throw new AppError('conflict', 'Start the setup again.')
    return await newRecoveryCodes(transaction, userId)
  })
}

/** Throws `conflict` when a setting demands a second factor. */
export async function deleteTwoFactor(db: Db, caller: Caller): Promise<undefined> {
  const user = await getSecondFactor(db, caller.userId)
  requireTwoFactor(user)
  if (demandsTwoFactor(user, caller.settings))
    throw new AppError(
      'conflict',
      'Your administrators require two-factor sign-in, so it cannot be turned off.',
    )
  await changeBy(db, caller, async (transaction) => {
    await store.deleteSecondFactor(transaction, caller.userId)
  })
}

export async function createRecoveryCodes(db: Db, caller: Caller): Promise<string[]> {
  requireTwoFactor(await getSecondFactor(db, caller.userId))
  return await changeBy(db, caller, async (transaction) => await newRecoveryCodes(transaction, caller.userId))
}

function requireTwoFactor(user: { totp_secret: string | null }): void {
  if (user.totp_secret === null) throw new AppError('conflict', 'Two-factor sign-in is off.')
}

/** Of any user, for administrators. */
export async function getSignInMeans(db: Db, id: string): Promise<SignInMeans> {
  const user = await getSecondFactor(db, id)
  return {
    hasPassword: user.password_hash !== null,
    twoFactorSince: user.totp_since?.toISOString() ?? null,
    recoveryCodesLeft: user.recovery_codes,
  }
}

/**
 * For somebody who lost their device and their codes. Throws `conflict` for oneself: otherwise whoever takes over an
 * administrator's open session could turn off their second factor without their password.
 */
export async function deleteUserTwoFactor(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  if (id === caller.userId)
    throw new AppError('conflict', 'Turn off your own two-factor sign-in in your profile.')
  await changeBy(db, caller, async (transaction) => {
    requireTwoFactor(await getSecondFactor(transaction, id))
    await store.deleteSecondFactor(transaction, id)
  })
}

async function newRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  const hashes = codes.map(hashRecoveryCode)
  await store.insertRecoveryCodes(transaction, { userId, hashes, now: new Date() })
  return codes
}

// 32 characters that are not mistaken for one another: 16 of them have 80 bits.
const characters = 'abcdefghijkmnpqrstuvwxyz23456789'

function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => characters[byte % characters.length]).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}
