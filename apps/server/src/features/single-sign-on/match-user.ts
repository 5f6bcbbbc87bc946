import { foldSignInName } from '../../access/sign-in/sign-in-name.ts'
import { selectUserToSignIn } from '../../access/callers/store.ts'
import { change, systemActor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { Profile } from './profile.ts'
import { SsoError } from './sso-error.ts'
import * as store from './store.ts'

/** Somebody who signs in at a provider for the first time. */
export interface Newcomer {
  identity: store.Identity
  profile: Profile
  createUsers: boolean
  requestId: string
}

interface Known {
  id: string
  login_provider: string
  may_sign_in: boolean
}

/** The user whom a provider's subject belongs to; undefined at their first sign-in. */
export async function findKnownUser(db: Db, identity: store.Identity): Promise<string | undefined> {
  const user = await store.selectUserOfIdentity(db, identity)
  return user === undefined ? undefined : usable(user, identity)
}

/**
 * The user of somebody who signs in for the first time: the user of that provider with their email address, when the
 * provider has verified it; else a new user, when the provider may create users.
 */
export async function matchFirstSignOn(db: Db, newcomer: Newcomer): Promise<string> {
  const { profile, createUsers } = newcomer
  const found = await linkByEmail(db, newcomer)
  if (found !== undefined) return found
  if (!createUsers) throw noAccount('nobody here has this identity or this email address')
  const { verifiedEmail, preferredName } = profile
  for (const userName of [verifiedEmail, preferredName]) {
    if (userName === undefined) continue
    const created = await createUser(db, newcomer, userName)
    if (created !== undefined) return created
  }
  throw noAccount('no name is left for a new user')
}

async function linkByEmail(db: Db, newcomer: Newcomer): Promise<string | undefined> {
  const { identity, profile, requestId } = newcomer
  const { verifiedEmail } = profile
  if (verifiedEmail === undefined) return undefined
  const found = await selectUserToSignIn(db, foldSignInName(verifiedEmail))
  if (found === undefined || found.login_provider !== identity.provider) return undefined
  // Folded names are equal when they look alike, which mail addresses are not: here only case is ignored.
  if (found.email === null || lowerAscii(found.email) !== lowerAscii(verifiedEmail)) return undefined
  usable(found, identity)
  const actor = { userId: found.id, userName: found.user_name, requestId }
  return await change(db, actor, async (transaction) => {
    await store.lockFirstSignOns(transaction)
    const meanwhile = await store.selectUserOfIdentity(transaction, identity)
    if (meanwhile !== undefined) return usable(meanwhile, identity)
    // When somebody leaves, another person may get their address, but must not get their account.
    if (await store.hasIdentityAt(transaction, { userId: found.id, provider: identity.provider }))
      return undefined
    await store.insertIdentity(transaction, { ...identity, userId: found.id })
    return found.id
  })
}

async function createUser(
  db: Db,
  { identity, profile, requestId }: Newcomer,
  userName: string,
): Promise<string | undefined> {
  const { verifiedEmail, firstName, lastName } = profile
  const taken = new NameTaken()
  try {
    return await change(db, { ...systemActor, requestId }, async (transaction) => {
      await store.lockFirstSignOns(transaction)
      const meanwhile = await store.selectUserOfIdentity(transaction, identity)
      if (meanwhile !== undefined) return usable(meanwhile, identity)
      const id = await store.insertSignOnUser(transaction, {
        userName,
        // The name is another one only when the address is taken.
        email: userName === verifiedEmail ? verifiedEmail : null,
        firstName,
        lastName,
        provider: identity.provider,
        signInNames: [foldSignInName(userName)],
      })
      if (id === undefined) throw taken
      await store.insertIdentity(transaction, { ...identity, userId: id })
      return id
    })
  } catch (error) {
    if (error === taken) return undefined
    throw error
  }
}

/** Rolls back the transaction of a new user. */
class NameTaken extends Error {}

function usable(user: Known, { provider }: store.Identity): string {
  const of = { userId: user.id }
  if (user.login_provider !== provider) throw noAccount('the user signs in elsewhere by now', of)
  if (!user.may_sign_in)
    throw new SsoError('accountInactive', 'the user is inactive or deleted, or of an inactive customer', of)
  return user.id
}

function noAccount(message: string, of?: { userId: string }): SsoError {
  return new SsoError('noAccount', message, of)
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
