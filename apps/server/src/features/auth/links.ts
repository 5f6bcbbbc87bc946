import type * as endpoints from '@callboard/contract/auth'
import type { Body } from '@callboard/contract/endpoint'
import { requireStrong, updatePassword } from '../../access/sign-in/new-password.ts'
import { type LinkParts, mailNewPasswordLink } from '../../access/sign-in/one-time-links.ts'
import type { Origin } from '../../access/callers/origin.ts'
import { foldSignInName } from '../../access/sign-in/sign-in-name.ts'
import { selectUserToSignIn } from '../../access/callers/store.ts'
import { hashToken } from '../../access/sign-in/tokens.ts'
import { MinuteLimit } from '../../db/minute-limit.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './store.ts'
import { addressBlock } from '../../access/sign-in/address-block.ts'
import { BoundedQueue } from '../../lib/bounded-queue.ts'

const hourMs = 3_600_000
const mailsOfNameAnHour = 3

/**
 * Notes that somebody forgot a password. The mail is sent later, so that neither the answer nor its time tells whether
 * there is such a user.
 */
export async function forgotPassword(
  db: Db,
  { userName, origin }: { userName: string; origin: Origin },
): Promise<{ folded: string; isWithinLimit: boolean }> {
  const folded = foldSignInName(userName)
  const now = new Date()
  const since = new Date(now.getTime() - hourMs)
  const before = await store.insertLinkRequest(db, { folded, address: origin.address, now, since })
  return { folded, isWithinLimit: before < mailsOfNameAnHour }
}

/** Mails a link for a new password to the user of a name, when there is one who signs in by password. */
export async function mailForgottenLink(parts: LinkParts, folded: string): Promise<void> {
  const user = await selectUserToSignIn(parts.db, folded)
  if (user === undefined || !user.may_sign_in || user.login_provider !== 'local') return
  const { id, user_name: userName, first_name: firstName, last_name: lastName, email } = user
  if (email !== null) await mailNewPasswordLink(parts, { id, userName, firstName, lastName, email })
}

/** Sets a password by a link, which works once. After a password that is too weak, the link still works. */
export async function confirmPassword(
  db: Db,
  { id, token, password }: Body<typeof endpoints.confirmPassword>,
  origin: Origin,
): Promise<undefined> {
  const link = { id, tokenHash: hashToken(token), now: new Date() }
  const user = await store.selectLinkUser(db, link)
  if (user === undefined) throw invalidLink()
  await requireStrong(db, user, password)
  if (!(await store.updateUsedLink(db, link))) throw invalidLink()
  const actor = { userId: user.id, userName: user.userName, requestId: origin.requestId }
  await updatePassword(db, { actor, log: origin.log, origin }, { userId: user.id, password })
}

function invalidLink(): AppError {
  return new AppError('invalidOneTimeLink', 'This link is invalid or has expired. Request a new one.')
}

const ofAddressAMinute = 20

/** Limits the requests for links of an address, before they cost the database more than that: anybody may send them. */
export class LinkRequests {
  readonly #ofAddress: MinuteLimit
  // One after the other, so that many at once make nobody else wait for the database.
  readonly #queue = new BoundedQueue({ concurrency: 1, waiting: 100 })

  constructor(db: Db) {
    this.#ofAddress = new MinuteLimit(db, { name: 'link', limit: ofAddressAMinute })
  }

  /** Does the work of a request. Throws `tooManyRequests` for too many of one address, and `overloaded`. */
  async limit(address: string, work: () => Promise<void>): Promise<void> {
    const block = addressBlock(address)
    if (this.#ofAddress.isUsedUp(block)) throw tooManyLinks()
    await this.#queue.run(async () => {
      const { isWithinLimit } = await this.#ofAddress.take(block)
      if (!isWithinLimit) throw tooManyLinks()
      await work()
    })
  }
}

function tooManyLinks(): AppError {
  return new AppError('tooManyRequests', 'Too many requests. Wait a minute and try again.', {
    retryAfterSeconds: 60,
  })
}
