import type { MailDelivery } from '@callboard/contract/mails'
import type { User } from '@callboard/contract/users'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import { requireOwnPassword } from '../../access/sign-in/own-password.ts'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { deleteLinksOf } from '../../access/sign-in/link-store.ts'
import { requireStrong, updatePassword as storePassword } from '../../access/sign-in/new-password.ts'
import { type LinkParts, mailInvitation, mailNewPasswordLink } from '../../access/sign-in/one-time-links.ts'
import type { Origin } from '../../access/callers/origin.ts'
import { foldSignInName } from '../../access/sign-in/sign-in-name.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import * as store from './store.ts'
import { getUser } from './users.ts'

/** One's own, with the current one, which ends all sessions but this one; an administrator needs no current one. */
export async function updatePassword(
  { db, signInThrottle }: { db: Db; signInThrottle: SignInThrottle },
  caller: Caller,
  { id, password, currentPassword = '', origin }: NewPassword,
): Promise<undefined> {
  const user = await getUser(db, caller, { id })
  if (user.loginProvider !== 'local')
    throw new AppError('conflict', 'This user signs in with a provider, which keeps the password.')
  const isOwn = id === caller.userId
  if (isOwn)
    await requireOwnPassword(signInThrottle, caller, {
      password: currentPassword,
      field: 'currentPassword',
      origin,
    })
  await requireStrong(db, user, password)
  const keepSession = isOwn ? caller.sessionId : undefined
  const by = { actor: actorOf(caller), log: caller.log, origin: isOwn ? origin : null }
  await storePassword(db, by, { userId: id, password, keepSession })
}

interface NewPassword {
  id: string
  password: string
  currentPassword?: string | undefined
  origin: Origin
}

/** Mails a user without a password a link to choose one. Throws `conflict` for any other user. */
export async function inviteUser(
  parts: LinkParts,
  caller: Caller,
  { id }: { id: string },
): Promise<{ delivery: MailDelivery }> {
  return {
    delivery: await mailInvitation(parts, await beginLink(parts.db, caller, { id, purpose: 'invitation' })),
  }
}

/**
 * Mails a user the link of a forgotten password; until it is used, nothing else of their account changes. Throws `conflict` for
 * who cannot sign in by password, or has no address.
 */
export async function sendPasswordLink(
  parts: LinkParts,
  caller: Caller,
  { id }: { id: string },
): Promise<{ delivery: MailDelivery }> {
  const recipient = await beginLink(parts.db, caller, { id, purpose: 'forgottenPassword' })
  return { delivery: await mailNewPasswordLink(parts, recipient) }
}

/** Makes earlier links of a user invalid, puts on record that another is sent, and answers to whom. */
async function beginLink(
  db: Db,
  caller: Caller,
  { id, purpose }: { id: string; purpose: store.LinkPurpose },
) {
  return await changeBy(db, caller, async (transaction) => {
    const user = orNotFound(await store.lockUser(transaction, id))
    const { userName, firstName, lastName } = user
    const email = addressFor(purpose, user)
    await deleteLinksOf(transaction, { userId: id, now: new Date() })
    await store.insertLinkRecord(transaction, { id, userName, email, purpose })
    return { id, userName, firstName, lastName, email }
  })
}

function addressFor(
  purpose: store.LinkPurpose,
  user: NonNullable<Awaited<ReturnType<typeof store.lockUser>>>,
): string {
  const conflict = (description: string) => new AppError('conflict', description)
  const isInvitation = purpose === 'invitation'
  if (user.loginProvider !== 'local') throw conflict('This user signs in with a provider.')
  if (!user.maySignIn)
    throw conflict('This user cannot sign in. Activate or restore the user or their customer first.')
  if (isInvitation && user.passwordHash !== null) throw conflict('This user already has a password.')
  if (user.email === null)
    throw conflict(`This user has no email address to send ${isInvitation ? 'an invitation' : 'a link'} to.`)
  return user.email
}

/**
 * Lets a user sign in by their user name and email address, and by no other name. Throws `userNameTaken` for one that is
 * the user name or the address of somebody else, deleted users included.
 */
export async function updateSignInNames(
  transaction: Transaction,
  { id, userName, email }: Pick<User, 'id' | 'userName' | 'email'>,
): Promise<void> {
  const folded = foldSignInName(userName)
  const names = new Set(email === null ? [folded] : [folded, foldSignInName(email)])
  const taken = await store.replaceSignInNames(transaction, { userId: id, names: [...names] })
  if (taken.length === 0) return
  const isUserName = taken.includes(folded)
  const what = isUserName ? `The user name ${userName}` : `The email address ${email ?? ''}`
  throw new AppError('userNameTaken', `${what} is taken.`, { field: isUserName ? 'userName' : 'email' })
}
