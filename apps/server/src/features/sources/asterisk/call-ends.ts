import { toE164, type CountryCode } from '#server/lib/phone.ts'
import { isOwnNumber } from '../parties.ts'
import type { Leg } from './legs.ts'

export interface AsteriskCallRules {
  /** Country of numbers without a calling code. */
  readonly country: CountryCode
  /**
   * Contexts (field 4) in which calls go out; all others are then inbound. Without them a call is outbound when it goes
   * to a public number, from a short one or out of a context that is by its name one of extensions.
   */
  readonly outboundContexts?: ReadonlySet<string>
  /** Decide where the dial plan does not say. */
  readonly ownNumbers: readonly string[]
}

/** What stands in the place of a number that is not told. */
export const withheldForm =
  /^(?:anonymous|asterisk|blocked|private|restricted|unavailable|unknown|withheld|-1)?$/i

/** E.164, else as sent, so that nothing is lost; null when withheld. */
export function numberOfCaller(sent: string, country: CountryCode): string | null {
  const number = sent.trim()
  return withheldForm.test(number) ? null : (toE164(number, country) ?? number.slice(0, 64))
}

/** The first public number that was dialled, else the first that has digits, else the first name of the dial plan. */
export function dialledNumber(own: readonly Pick<Leg, 'dst'>[], country: CountryCode): string {
  let digits: string | undefined
  for (const { dst } of own) {
    const number = toE164(dst, country)
    if (number !== null) return number
    if (digits === undefined && /^[+*#]?\d{2}/.test(dst)) digits = dst
  }
  return digits ?? own.find((leg) => leg.dst !== '')?.dst ?? 'unknown'
}

const extensionContexts = /^(?:from-internal|outbound|outgoing|macro-dialout|outrt-)/
const publicForm = /^\+\d/

interface Ends {
  readonly dialled: string
  readonly caller: string | null
}

/** Whether a call is outbound. `did` is what FreePBX says was called, '' where it does not. */
export function goesOut(
  head: Pick<Leg, 'context' | 'did'>,
  { dialled, caller }: Ends,
  rules: AsteriskCallRules,
): boolean {
  if (rules.outboundContexts !== undefined) return rules.outboundContexts.has(head.context)
  if (head.did !== '' || isOwnNumber(dialled, rules)) return false
  if (!publicForm.test(dialled)) return false
  if (caller !== null && isOwnNumber(caller, rules)) return true
  return extensionContexts.test(head.context) || (caller !== null && /^\d{2,6}$/.test(caller))
}
