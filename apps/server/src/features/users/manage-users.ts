import type { User } from '@callboard/contract/users'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { endLinksOf } from '../../access/link-store.ts'
import { requireStrong } from '../../access/new-password.ts'
import { type LinkParts, mailInvitation } from '../../access/one-time-links.ts'
import { hashPassword } from '../../access/passwords.ts'
import { endSessionsOf } from '../../access/session-ends.ts'
import { change } from '../../db/change.ts'
import { revisionConflict } from '../../db/revision-conflict.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { requireCustomer } from '../customers/customers.ts'
import { keepAnAdmin, refuseOwnEnd } from './account-status.ts'
import { takeNames } from './sign-in-names.ts'
import { insertUser, lockUserRow, updateProfile, type UserValues } from './store.ts'
import { userOf } from './user-record.ts'
import { requireOwn } from './users.ts'

/** What is asked of a user; what is left out stays, or is as it is for everybody at first. */
export interface AskedUser {
  firstName?: string | undefined
  lastName?: string | undefined
  phone?: string | null | undefined
  timeZone?: string | null | undefined
  userName?: string | undefined
  email?: string | null | undefined
  customerId?: string | null | undefined
  legacyReportingCid?: string | null | undefined
  loginProvider?: string | undefined
  isAdmin?: boolean | undefined
  isActive?: boolean | undefined
}

interface SignInAsked {
  password?: string | undefined
  invite?: boolean | undefined
}

/** Throws `userNameTaken`, `weakPassword`, and `invalid` where it is not said how they sign in, or said twice. */
export async function makeUser(
  parts: LinkParts,
  caller: Caller,
  asked: AskedUser & SignInAsked & { userName: string },
): Promise<User> {
  const { userName, password, invite = false, ...rest } = asked
  requireOneWay({ ...rest, password, invite })
  if (password !== undefined) await requireStrong(password)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const row = await change(parts.db, actorOf(caller), async (transaction) => {
    if (rest.customerId) await requireCustomer(transaction, rest.customerId)
    const values = { ...valuesOf(rest), user_name: userName, password_hash: passwordHash }
    const made = await insertUser(transaction, values)
    await takeNames(transaction, made)
    return made
  })
  if (invite && row.email !== null) await mailInvitation(parts, { ...row, email: row.email })
  return userOf(row)
}

function requireOneWay({ loginProvider = 'local', email, password, invite }: AskedUser & SignInAsked): void {
  const refused = (field: string, description: string) => new AppError('invalid', description, { field })
  if (loginProvider !== 'local') {
    const elsewhere = `Who signs in at ${loginProvider} has the password there.`
    if (password !== undefined) throw refused('password', elsewhere)
    if (invite === true) throw refused('invite', elsewhere)
    return
  }
  if ((password === undefined) === (invite !== true))
    throw refused('password', 'Give a password or invite the user: one of the two.')
  if (invite === true && (email ?? null) === null)
    throw refused('email', 'An invitation needs an address to go to.')
}

const ownFields = new Set<string>(['firstName', 'lastName', 'phone', 'timeZone'])

/**
 * Changes a user: oneself in a few fields, and anybody in all of them for admins. Throws `userNameTaken`, `conflict`
 * where no administrator would be left or for one's own right, and `revisionConflict`.
 */
export async function changeUser(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: AskedUser & { id: string; revision?: number | undefined },
): Promise<User> {
  requireOwn(caller, id)
  if (!caller.isAdmin) requireOwnFields(asked)
  const isEnd = asked.isAdmin === false || asked.isActive === false
  if (isEnd) refuseOwnEnd(caller, id)
  return await change(db, actorOf(caller), async (transaction) => {
    if (isEnd) await keepAnAdmin(transaction, id)
    const before = await lockUserRow(transaction, id)
    if (before === undefined) throw notFound()
    if (asked.customerId) await requireCustomer(transaction, asked.customerId)
    const row = await updateProfile(transaction, { id, values: valuesOf(asked), revision })
    if (row === undefined) throw await revisionConflict(transaction, 'user', { id, revision })
    const hasNewAddress = row.email !== before.email
    if (hasNewAddress || row.user_name !== before.user_name) await takeNames(transaction, row)
    const now = new Date()
    const isElsewhere = row.login_provider !== before.login_provider
    // A link that lies in another's mailbox by now, or is for a password that nobody asks for.
    if (hasNewAddress || isElsewhere) await endLinksOf(transaction, { userId: id, now })
    if (isElsewhere || asked.isActive === false) await endOtherSessions(transaction, caller, { id, now })
    return userOf(row)
  })
}

async function endOtherSessions(
  transaction: Transaction<Database>,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const isOwn = id === caller.userId
  await endSessionsOf(transaction, {
    userId: id,
    now,
    ...(isOwn ? { keepSession: caller.sessionId } : {}),
  })
}

function requireOwnFields(asked: AskedUser): void {
  const items = Object.entries(asked)
    .filter(([field, value]) => value !== undefined && !ownFields.has(field))
    .map(([field]) => ({
      code: 'forbidden' as const,
      description: `${field} is changed by administrators alone.`,
      field,
    }))
  const [first] = items
  if (first !== undefined) throw new AppError('forbidden', first.description, { items })
}

function valuesOf(asked: AskedUser): UserValues {
  const { firstName, lastName, phone, timeZone, userName, email } = asked
  const { customerId, legacyReportingCid, loginProvider, isAdmin, isActive } = asked
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(phone === undefined ? {} : { phone: phone === '' ? null : phone }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(userName === undefined ? {} : { user_name: userName }),
    ...(email === undefined ? {} : { email }),
    ...(customerId === undefined ? {} : { customer_id: customerId }),
    ...(legacyReportingCid === undefined
      ? {}
      : { legacy_reporting_cid: legacyReportingCid === '' ? null : legacyReportingCid }),
    ...(loginProvider === undefined ? {} : { login_provider: loginProvider }),
    ...(isAdmin === undefined ? {} : { is_admin: isAdmin }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  }
}
