import type { Kysely } from 'kysely'
import { requireStrong, storePassword } from '../../access/new-password.ts'
import { type LinkParts, mailNewPasswordLink } from '../../access/one-time-links.ts'
import { foldSignInName } from '../../access/sign-in-name.ts'
import { findUserToSignIn } from '../../access/store.ts'
import { hashToken } from '../../access/tokens.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Origin } from './auth.ts'
import { countLinkRequest, findLinkUser, spendLink } from './store.ts'

const hourMs = 3_600_000
const mailsOfNameAnHour = 3
const requestsOfAddressAMinute = 20

/**
 * Notes that somebody forgot a password. What follows is done later, so that neither the answer nor its time tells
 * whether there is such a user; throws `tooManyRequests` by the address alone.
 */
export async function askForLink(
  db: Kysely<Database>,
  { userName, origin }: { userName: string; origin: Origin },
): Promise<{ folded: string; isWithinLimit: boolean }> {
  const folded = foldSignInName(userName)
  const now = new Date()
  const before = await countLinkRequest(db, {
    folded,
    address: origin.address,
    now,
    nameSince: new Date(now.getTime() - hourMs),
    addressSince: new Date(now.getTime() - 60_000),
  })
  if (before.ofAddress >= requestsOfAddressAMinute) {
    throw new AppError('tooManyRequests', 'Too many requests. Wait a minute and try again.', {
      retryAfterSeconds: 60,
    })
  }
  return { folded, isWithinLimit: before.ofName < mailsOfNameAnHour }
}

/** Mails a link for a new password to the user of a name, if there is one who signs in by password. */
export async function mailForgottenLink(parts: LinkParts, folded: string): Promise<void> {
  const user = await findUserToSignIn(parts.db, folded)
  if (user === undefined || !user.is_active || user.is_deleted || user.login_provider !== 'local') return
  if (user.email === null) return
  await mailNewPasswordLink(parts, { ...user, email: user.email })
}

/** Sets a password by a link, which works once. A password that is too weak does not use it up. */
export async function confirmByLink(
  db: Kysely<Database>,
  asked: { id: string; token: string; password: string },
  requestId: string,
): Promise<void> {
  const link = { id: asked.id, tokenHash: hashToken(asked.token), now: new Date() }
  const user = await findLinkUser(db, link)
  if (user === undefined) throw invalidLink()
  await requireStrong(asked.password)
  if (!(await spendLink(db, link))) throw invalidLink()
  const actor = { userId: user.id, userName: user.user_name, requestId }
  await storePassword(db, actor, { userId: user.id, password: asked.password })
}

function invalidLink(): AppError {
  return new AppError('invalidOneTimeLink', 'This link is not valid, or no more. Ask for a new one.')
}
