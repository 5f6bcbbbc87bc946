import type { Kysely } from 'kysely'
import { foldSignInName } from '../../access/sign-in-name.ts'
import { findUserToSignIn } from '../../access/store.ts'
import { change, systemActor } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import type { Profile } from './profile.ts'
import { SsoError } from './sso-error.ts'
import {
  findUserOfIdentity,
  hasIdentityAt,
  type Identity,
  insertIdentity,
  insertSignOnUser,
  takeTurn,
} from './store.ts'

/** Somebody at a provider, and what to do where the portal does not know them. */
export interface Newcomer {
  identity: Identity
  profile: Profile
  createUsers: boolean
  requestId: string
}

interface Known {
  id: string
  login_provider: string
  is_active: boolean
  is_deleted: boolean
}

/** The user whom a provider's subject belongs to; undefined at their first sign-in. */
export async function findKnownUser(db: Kysely<Database>, identity: Identity): Promise<string | undefined> {
  const user = await findUserOfIdentity(db, identity)
  return user === undefined ? undefined : usable(user, identity)
}

/**
 * The user of somebody who signs in for the first time: the one of that provider who has their e-mail address, where
 * the provider has checked it, or else a new one, where the provider may make users.
 */
export async function matchFirstSignOn(db: Kysely<Database>, newcomer: Newcomer): Promise<string> {
  const { profile, createUsers } = newcomer
  const found = await linkByEmail(db, newcomer)
  if (found !== undefined) return found
  if (!createUsers) throw noAccount('nobody here has this identity or this e-mail address')
  const { verifiedEmail, preferredName } = profile
  for (const userName of [verifiedEmail, preferredName]) {
    if (userName === undefined) continue
    const made = await createUser(db, newcomer, userName)
    if (made !== undefined) return made
  }
  throw noAccount('no name is left for a new user')
}

async function linkByEmail(db: Kysely<Database>, newcomer: Newcomer): Promise<string | undefined> {
  const { identity, profile, requestId } = newcomer
  const { verifiedEmail } = profile
  if (verifiedEmail === undefined) return undefined
  const found = await findUserToSignIn(db, foldSignInName(verifiedEmail))
  if (found === undefined || found.login_provider !== identity.provider) return undefined
  // Names fold together what looks alike, mail servers do not: here only case is left aside.
  if (found.email === null || lowerAscii(found.email) !== lowerAscii(verifiedEmail)) return undefined
  usable(found, identity)
  const actor = { userId: found.id, userName: found.user_name, requestId }
  return await change(db, actor, async (transaction) => {
    await takeTurn(transaction)
    const meanwhile = await findUserOfIdentity(transaction, identity)
    if (meanwhile !== undefined) return usable(meanwhile, identity)
    // An address goes to somebody else when its owner leaves; their account does not.
    if (await hasIdentityAt(transaction, { userId: found.id, provider: identity.provider })) return undefined
    await insertIdentity(transaction, { ...identity, userId: found.id })
    return found.id
  })
}

async function createUser(
  db: Kysely<Database>,
  { identity, profile, requestId }: Newcomer,
  userName: string,
): Promise<string | undefined> {
  const { verifiedEmail, firstName, lastName } = profile
  const taken = new NameTaken()
  try {
    return await change(db, { ...systemActor, requestId }, async (transaction) => {
      await takeTurn(transaction)
      const meanwhile = await findUserOfIdentity(transaction, identity)
      if (meanwhile !== undefined) return usable(meanwhile, identity)
      const id = await insertSignOnUser(transaction, {
        userName,
        // Under another name it is because the address is somebody's.
        email: userName === verifiedEmail ? verifiedEmail : null,
        firstName,
        lastName,
        provider: identity.provider,
        signInNames: [foldSignInName(userName)],
      })
      if (id === undefined) throw taken
      await insertIdentity(transaction, { ...identity, userId: id })
      return id
    })
  } catch (error) {
    if (error === taken) return undefined
    throw error
  }
}

/** Undoes the transaction of a new user. */
class NameTaken extends Error {}

function usable(user: Known, { provider }: Identity): string {
  if (user.login_provider !== provider) throw noAccount('the user signs in elsewhere by now')
  if (!user.is_active || user.is_deleted)
    throw new SsoError('accountInactive', 'the user is inactive or deleted')
  return user.id
}

function noAccount(message: string): SsoError {
  return new SsoError('noAccount', message)
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
