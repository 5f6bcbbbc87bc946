import type { Direction } from '@callboard/contract/fields'
import { toE164 } from '../../lib/phone.ts'
import type { SourceContext } from './adapter.ts'

/** What carriers put in place of a withheld number: ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN, UNAVAILABLE on a keypad. */
const withheldDigits = new Set(['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253'])

const maxNumberLength = 64

/** A party of a call as it is stored: the number or user of a SIP address, the name of a software phone. */
export function partyOf(address: string | undefined): string | undefined {
  if (address === undefined || withheldDigits.has(address)) return undefined
  const user = /^sips?:([^@;]*)/i.exec(address)?.[1] ?? address.replace(/^client:/i, '')
  const party = user.trim().slice(0, maxNumberLength)
  return party === '' ? undefined : party
}

/** The name of somebody's own device, such as `client:ada` or `sip:ada@…`; undefined for a telephone number. */
export function deviceUserOf(address: string | undefined, { country }: SourceContext): string | undefined {
  if (address === undefined || !/^(?:client|sips?):/i.test(address)) return undefined
  const user = partyOf(address)
  return user === undefined || toE164(user, country) !== null ? undefined : user
}

/** Which way a call went, by which of its ends is the customer's own; undefined when both are, or neither is. */
export function directionByNumbers(
  { from, to }: { from: string | undefined; to: string | undefined },
  source: SourceContext,
): Direction | undefined {
  const isFromOwn = isOwnNumber(from, source)
  const isToOwn = isOwnNumber(to, source)
  if (isFromOwn === isToOwn) return undefined
  return isToOwn ? 'inbound' : 'outbound'
}

export function isOwnNumber(
  address: string | undefined,
  { ownNumbers, country }: Pick<SourceContext, 'ownNumbers' | 'country'>,
): boolean {
  const party = partyOf(address)
  if (party === undefined) return false
  const number = toE164(party, country) ?? party
  return ownNumbers.some((own) => (own.endsWith('*') ? number.startsWith(own.slice(0, -1)) : number === own))
}
