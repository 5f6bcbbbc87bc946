import type { Kysely } from 'kysely'
import { requireStrong, storePassword } from '../../access/new-password.ts'
import { foldSignInName } from '../../access/sign-in-name.ts'
import { findUserToSignIn } from '../../access/store.ts'
import { hashToken, newSessionToken } from '../../access/tokens.ts'
import type { Database } from '../../db/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Origin } from './auth.ts'
import { forgottenMail, invitationMail } from './link-mails.ts'
import { countLinkRequest, findLinkUser, insertLink, spendLink } from './store.ts'

const hourMs = 3_600_000
const forgottenLinkMs = hourMs
const invitationLinkMs = 7 * 24 * hourMs
const mailsOfNameAnHour = 3
const requestsOfAddressAMinute = 20

export interface LinkParts {
  db: Kysely<Database>
  mailer: Mailer
  /** Where the portal is reached, without a slash at the end. */
  publicUrl: string
}

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
  const url = await newLink(parts, { userId: user.id, lastsMs: forgottenLinkMs })
  const { productName } = await readSettings(parts.db)
  await parts.mailer.put(forgottenMail({ ...user, email: user.email }, { url, productName }))
}

/** Mails a new user the link by which they choose their password. */
export async function mailInvitation(
  parts: LinkParts,
  user: { id: string; user_name: string; first_name: string; email: string },
): Promise<void> {
  const url = await newLink(parts, { userId: user.id, lastsMs: invitationLinkMs })
  const { productName } = await readSettings(parts.db)
  await parts.mailer.put(invitationMail(user, { url, productName }))
}

/** In the fragment, which no server and no history of a proxy sees. */
async function newLink(
  { db, publicUrl }: LinkParts,
  { userId, lastsMs }: { userId: string; lastsMs: number },
): Promise<string> {
  const token = newSessionToken()
  const now = new Date()
  const expiresAt = new Date(now.getTime() + lastsMs)
  const id = await insertLink(db, { userId, tokenHash: hashToken(token), now, expiresAt })
  return `${publicUrl}/confirmpassword#id=${id}&token=${token}`
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
