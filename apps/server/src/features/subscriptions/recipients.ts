import { isOfDomains } from '@callboard/contract/outside-addresses'
import type { RecipientInput } from '@callboard/contract/subscriptions'
import type { Kysely } from 'kysely'
import type { Person } from '../../access/caller.ts'
import { listOwnCustomers } from '../../access/own-customers.ts'
import type { Database } from '../../db/schema.ts'
import type { Settings } from '../../db/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import { addressOf } from '../../lib/mail-server.ts'
import type { RecipientKey } from './delivery-store.ts'
import * as store from './store.ts'

interface Judged {
  /** Who has the reports sent. */
  owner: Person
  settings: Settings
  /** Whom mails come from. */
  sender: string
  /** On the list before: their rights are judged when something is sent. */
  before: readonly RecipientKey[]
}

/** A recipient of a list that may be saved, with the name that change tracking tells. */
export interface NamedRecipient extends RecipientKey {
  name: string
}

/** The list as it is kept. Throws `invalid` that names who may not be on it. */
export async function requireRecipients(
  db: Kysely<Database>,
  given: readonly RecipientInput[],
  judged: Judged,
): Promise<NamedRecipient[]> {
  const keys = given.map(keyOf)
  const users = await findUsers(db, keys, judged.owner)
  const known = new Set(judged.before.map(textOf))
  const seen = new Set<string>()
  return keys.map((key, at) => {
    const field = `recipients.${at}`
    const text = textOf(key)
    if (seen.has(text)) throw new AppError('invalid', 'Somebody is named twice.', { field })
    seen.add(text)
    const user = users.get(text)
    const error = known.has(text) ? undefined : findError(key, { user, ...judged })
    if (error !== undefined) throw new AppError('invalid', error, { field })
    return { ...key, name: user?.name ?? text }
  })
}

function keyOf(given: RecipientInput): RecipientKey {
  return 'userId' in given
    ? { userId: given.userId, email: null }
    : { userId: null, email: given.email.toLowerCase() }
}

function textOf({ userId, email }: RecipientKey): string {
  return userId ?? email ?? ''
}

/** The owner, and whom the owner finds by searchportalusers: active users of their customers, for an admin all. */
async function findUsers(
  db: Kysely<Database>,
  keys: readonly RecipientKey[],
  owner: Person,
): Promise<ReadonlyMap<string, store.UserToMail>> {
  const ids = keys.flatMap(({ userId }) => userId ?? [])
  const customerIds = owner.isAdmin ? undefined : await listOwnCustomers(db, owner)
  const [others, own] = await Promise.all([
    store.selectUsersToMail(db, { ids, customerIds, withAdmins: owner.isAdmin }),
    store.selectUsersToMail(db, {
      ids: ids.filter((id) => id === owner.userId),
      customerIds: undefined,
      withAdmins: true,
    }),
  ])
  return new Map([...others, ...own].map((user) => [user.id, user]))
}

function findError(
  { email }: RecipientKey,
  { user, settings, sender }: Judged & { user: store.UserToMail | undefined },
): string | undefined {
  if (email !== null)
    return isOwnAddress(email, { sender, settings })
      ? 'Mails come from this address, or back to it: it cannot get them too.'
      : findOutsideError(settings, email)
  if (user === undefined) return 'There is no such user whom reports can be sent to.'
  return user.email === null ? `${user.name} has no e-mail address.` : undefined
}

type OutsideSettings = Pick<Settings, 'outsideRecipients' | 'outsideDomains'>

/** Of addresses outside that may be on a list, `*.parts.org` for all below; none where there may be no such address. */
export function outsideDomainsOf({ outsideRecipients, outsideDomains }: OutsideSettings): string[] {
  return outsideRecipients === 'off' ? [] : (outsideDomains?.split(/\s+/) ?? [])
}

/** Mails come from it, or back to it. */
function isOwnAddress(email: string, { sender, settings }: Pick<Judged, 'sender' | 'settings'>): boolean {
  return [addressOf(sender), settings.bounceAddress].some((own) => own?.toLowerCase() === email)
}

/** Why nothing is sent to an outside address; undefined where the settings allow it. */
export function findOutsideError(settings: OutsideSettings, email: string): string | undefined {
  if (settings.outsideRecipients === 'off') return 'Reports are sent to users of this portal alone.'
  if (isOfDomains(email, outsideDomainsOf(settings))) return undefined
  return `Reports are not sent to addresses of ${email.slice(email.lastIndexOf('@') + 1)}.`
}
