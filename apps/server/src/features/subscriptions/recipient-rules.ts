import { isOfDomains } from '@callboard/contract/outside-addresses'
import type { RecipientInput } from '@callboard/contract/subscriptions'
import type { Settings } from '../../db/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import { addressOf } from '../../lib/outside/mail-server.ts'
import type { RecipientKey } from './delivery-store.ts'
import type { UserToMail } from './store.ts'

export interface RecipientContext {
  settings: OutsideSettings & Pick<Settings, 'bounceAddress'>
  /** Whom mails come from. */
  sender: string
  /** On the list before: their rights are checked when something is sent. */
  before: readonly RecipientKey[]
}

/** A recipient of a list that may be saved, with the name that change tracking shows. */
export interface NamedRecipient extends RecipientKey {
  name: string
}

/**
 * The list as it is kept; `users` are those of its users, by id, whom its owner finds. Throws `invalid` that names who may not be
 * on it.
 */
export function checkRecipients(
  keys: readonly RecipientKey[],
  users: ReadonlyMap<string, Pick<UserToMail, 'name' | 'email'>>,
  context: RecipientContext,
): NamedRecipient[] {
  const known = new Set(context.before.map(textOf))
  const seen = new Set<string>()
  return keys.map((key, at) => {
    const field = `recipients.${at}`
    const text = textOf(key)
    if (seen.has(text)) throw new AppError('invalid', 'A recipient appears twice.', { field })
    seen.add(text)
    const user = users.get(text)
    const error = known.has(text) ? undefined : findError(key, { user, ...context })
    if (error !== undefined) throw new AppError('invalid', error, { field })
    return { ...key, name: user?.name ?? text }
  })
}

export function keyOf(given: RecipientInput): RecipientKey {
  return 'userId' in given
    ? { userId: given.userId, email: null }
    : { userId: null, email: given.email.toLowerCase() }
}

function textOf({ userId, email }: RecipientKey): string {
  return userId ?? email ?? ''
}

function findError(
  { email }: RecipientKey,
  { user, settings, sender }: RecipientContext & { user: Pick<UserToMail, 'name' | 'email'> | undefined },
): string | undefined {
  if (email !== null)
    return isOwnAddress(email, { sender, settings })
      ? 'This is the sender or bounce address of the portal, so it cannot receive reports.'
      : findOutsideError(settings, email)
  if (user === undefined) return 'Reports cannot be sent to this user.'
  return user.email === null ? `${user.name} has no email address.` : undefined
}

type OutsideSettings = Pick<Settings, 'outsideRecipients' | 'outsideDomains'>

/** Of addresses outside that may be on a list, `*.parts.org` for all below; none where there may be no such address. */
export function outsideDomainsOf({ outsideRecipients, outsideDomains }: OutsideSettings): string[] {
  return outsideRecipients === 'off' ? [] : (outsideDomains?.split(/\s+/) ?? [])
}

/** Mails come from it, or back to it. */
function isOwnAddress(
  email: string,
  { sender, settings }: Pick<RecipientContext, 'sender' | 'settings'>,
): boolean {
  return [addressOf(sender), settings.bounceAddress].some((own) => own?.toLowerCase() === email)
}

/** Why nothing is sent to an outside address; undefined where the settings allow it. */
export function findOutsideError(settings: OutsideSettings, email: string): string | undefined {
  if (settings.outsideRecipients === 'off') return 'Reports can be sent to users of this portal only.'
  if (isOfDomains(email, outsideDomainsOf(settings))) return undefined
  return `Reports cannot be sent to addresses at ${email.slice(email.lastIndexOf('@') + 1)}.`
}
