import type { SpanKind } from '@callboard/contract/recordings'
import { formatDuration } from '@callboard/contract/format'

/** Why a range is not heard. */
export const spanKindLabels = {
  keys: 'Keys',
  card: 'Card number',
  securityCode: 'Security code',
  expiry: 'Expiry date',
  pin: 'PIN',
  ssn: 'Social security number',
  account: 'Account number',
  identity: 'Passport or identity card',
  birthDate: 'Date of birth',
  licence: 'Driver’s license',
  number: 'Number',
  pause: 'Pause of the call data',
  hand: 'Marked manually',
} as const satisfies Record<SpanKind, string>

/** The moment that a clock shows: `0:12` until the next second has come. */
export function formatClock(seconds: number): string {
  return formatDuration(Math.floor(seconds))
}

/** With tenths of a second, where an edge is set: `0:12.5`. */
export function formatMoment(seconds: number): string {
  const tenths = Math.round(seconds * 10)
  return `${formatDuration(Math.floor(tenths / 10))}.${tenths % 10}`
}
