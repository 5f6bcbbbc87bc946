import type { SignInMeans, TwoFactor } from '@callboard/contract/two-factor'
import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Secret } from 'otpauth'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { hashRecoveryCode, stepOfCode, totpOf } from '../../access/second-factor.ts'
import { demandsTwoFactor } from '../../access/two-factor-demand.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import {
  countRecoveryCodes,
  findSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
  setPending,
  turnOff,
  turnOn,
} from './store.ts'

const recoveryCodes = 10

export async function describeTwoFactor(db: Kysely<Database>, caller: Caller): Promise<TwoFactor> {
  const user = await getSecondFactor(db, caller.userId)
  return {
    isOn: user.totp_since !== null,
    since: user.totp_since?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, caller.userId),
    isDemanded: demandsTwoFactor(user, caller.settings),
  }
}

/** A secret that counts once a code of it is confirmed; until then the one before stays. */
export async function begin(db: Kysely<Database>, caller: Caller): Promise<{ secret: string; url: string }> {
  const user = await getSecondFactor(db, caller.userId)
  if (user.login_provider !== 'local')
    throw new AppError('conflict', 'You sign in at another place, which asks for a second factor itself.')
  const secret = new Secret({ size: 20 }).base32
  await setPending(db, caller.userId, secret)
  return {
    secret,
    url: totpOf(secret, { issuer: caller.settings.productName, label: caller.userName }).toString(),
  }
}

/** Throws `wrongCode` unless the code is of the secret that waits. Answers the recovery codes. */
export async function confirm(db: Kysely<Database>, caller: Caller, code: string): Promise<string[]> {
  const { totp_pending: secret } = await getSecondFactor(db, caller.userId)
  if (secret === null) throw new AppError('conflict', 'Begin the set-up anew.')
  const step = stepOfCode(secret, code)
  if (step === null)
    throw new AppError('wrongCode', 'The code is not the one that the app shows now.', { field: 'code' })
  const now = new Date()
  return await change(db, actorOf(caller), async (transaction) => {
    const isOn = await turnOn(transaction, { userId: caller.userId, secret, step, now })
    if (!isOn) throw new AppError('conflict', 'Begin the set-up anew.')
    return await newRecoveryCodes(transaction, caller.userId)
  })
}

/** Throws `conflict` where a setting demands a second factor. */
export async function end(db: Kysely<Database>, caller: Caller): Promise<void> {
  const user = await getSecondFactor(db, caller.userId)
  if (user.totp_secret === null) throw new AppError('conflict', 'Two-factor sign-in is off.')
  if (demandsTwoFactor(user, caller.settings))
    throw new AppError('conflict', 'Your administrators demand two-factor sign-in: it cannot be turned off.')
  await change(db, actorOf(caller), async (transaction) => await turnOff(transaction, caller.userId))
}

/** Of anybody. */
export async function describeSignIn(db: Kysely<Database>, id: string): Promise<SignInMeans> {
  const user = await findSecondFactor(db, id)
  if (user === undefined) throw notFound()
  return {
    hasPassword: user.password_hash !== null,
    twoFactorSince: user.totp_since?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, id),
  }
}

/**
 * For somebody who lost their device and their codes. Throws `conflict` for oneself: whoever found an administrator's
 * open session would be rid of their second factor without their password.
 */
export async function endFor(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  if (id === caller.userId)
    throw new AppError('conflict', 'Your own is turned off on your profile, with your password.')
  await change(db, actorOf(caller), async (transaction) => {
    const user = await findSecondFactor(transaction, id)
    if (user === undefined) throw notFound()
    if (user.totp_secret === null) throw new AppError('conflict', 'Two-factor sign-in is off.')
    await turnOff(transaction, id)
  })
}

export async function renewCodes(db: Kysely<Database>, caller: Caller): Promise<string[]> {
  const user = await getSecondFactor(db, caller.userId)
  if (user.totp_secret === null) throw new AppError('conflict', 'Two-factor sign-in is off.')
  return await change(
    db,
    actorOf(caller),
    async (transaction) => await newRecoveryCodes(transaction, caller.userId),
  )
}

async function newRecoveryCodes(transaction: Transaction<Database>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await replaceRecoveryCodes(transaction, { userId, hashes: codes.map(hashRecoveryCode), now: new Date() })
  return codes
}

// 32 signs that are not mistaken for one another: 16 of them are 80 bits.
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'

function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => signs[byte % signs.length]).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}
