import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/manage-users'
import type { User } from '@callboard/contract/users'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { deleteLinksOf } from '../../access/sign-in/link-store.ts'
import { requireStrong } from '../../access/sign-in/new-password.ts'
import { type LinkParts, mailInvitation } from '../../access/sign-in/one-time-links.ts'
import { hashPassword } from '../../access/sign-in/passwords.ts'
import { endSessions } from '../../access/sign-in/sessions.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { requireActiveCustomer } from '../customers/customers.ts'
import { requireAnotherAdmin, requireAnotherUser } from './account-status.ts'
import { updateSignInNames } from './sign-in.ts'
import * as store from './store.ts'
import { readUser, requireOwn } from './users.ts'

type NewUser = Body<typeof endpoints.createUser>
type UserChanges = Omit<Body<typeof endpoints.updateUser>, 'revision'>

/** Throws `userNameTaken`, `weakPassword`, and `invalid` unless exactly one way to sign in is given. */
export async function createUser(parts: LinkParts, caller: Caller, asked: NewUser): Promise<User> {
  requireOneWay(asked)
  const { password, invite, ...values } = asked
  if (password !== undefined) await requireStrong(parts.db, values, password)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const user = await changeBy(
    parts.db,
    caller,
    async (transaction) => await insertUser(transaction, { ...values, passwordHash }),
  )
  if (invite === true && user.email !== null) await mailInvitation(parts, { ...user, email: user.email })
  return user
}

/** Throws `userNameTaken`, and `invalid` for an unknown customer. */
export async function insertUser(
  transaction: Transaction,
  values: Omit<NewUser, 'password' | 'invite'> & { passwordHash?: string | null },
): Promise<User> {
  if (values.customerId) await requireActiveCustomer(transaction, values.customerId)
  const id = await insertRecord(transaction, 'user', values)
  const created = await readUser(transaction, id)
  await updateSignInNames(transaction, created)
  return created
}

function requireOneWay({ loginProvider = 'local', email, password, invite = false }: NewUser): void {
  const invalid = (field: string, description: string) => new AppError('invalid', description, { field })
  if (loginProvider !== 'local') {
    const elsewhere = `Who signs in at ${loginProvider} keeps their password there.`
    if (password !== undefined) throw invalid('password', elsewhere)
    if (invite) throw invalid('invite', elsewhere)
    return
  }
  if ((password !== undefined) === invite)
    throw invalid('password', 'Set a password or send an invitation, not both.')
  if (invite && (email ?? null) === null) throw invalid('email', 'Enter an email address for the invitation.')
}

/**
 * Changes oneself in a few fields; administrators change anybody in all of them. Throws `userNameTaken`, `revisionConflict`,
 * and `conflict` when no administrator would be left, or for taking one's own rights.
 */
export async function updateUser(
  db: Db,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateUser> & { id: string },
): Promise<User> {
  requireOwn(caller, id)
  if (!caller.isAdmin) requireOwnFields(values)
  const isEnd = values.isAdmin === false || values.isActive === false
  if (isEnd) requireAnotherUser(caller, id)
  return await changeBy(db, caller, async (transaction) => {
    if (isEnd) await requireAnotherAdmin(transaction, id)
    const before = orNotFound(await store.lockUser(transaction, id))
    const { customerId } = values
    if (customerId && customerId !== before.customerId) await requireActiveCustomer(transaction, customerId)
    await updateRecord(transaction, 'user', { id, revision, values })
    const user = await readUser(transaction, id)
    const hasNewAddress = user.email !== before.email
    if (hasNewAddress || user.userName !== before.userName) await updateSignInNames(transaction, user)
    const isElsewhere = user.loginProvider !== before.loginProvider
    const now = new Date()
    // The link may be in a mailbox of somebody else by now, or is for a password that nobody needs.
    if (hasNewAddress || isElsewhere) await deleteLinksOf(transaction, { userId: id, now })
    if (isElsewhere || values.isActive === false) await endOtherSessions(transaction, caller, id)
    return user
  })
}

async function endOtherSessions(transaction: Transaction, caller: Caller, id: string): Promise<void> {
  const keepSession = id === caller.userId ? caller.sessionId : undefined
  await endSessions(transaction, { actor: actorOf(caller), log: caller.log }, { userId: id, keepSession })
}

const ownFields = new Set<string>(['firstName', 'lastName', 'phone', 'timeZone'])

function requireOwnFields(values: UserChanges): void {
  const items = Object.entries(values)
    .filter(([field, value]) => value !== undefined && !ownFields.has(field))
    .map(([field]) => ({
      code: 'forbidden' as const,
      description: `${field} can be changed by administrators only.`,
      field,
    }))
  const [first] = items
  if (first !== undefined) throw new AppError('forbidden', first.description, { items })
}
