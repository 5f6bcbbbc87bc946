import type { Direction, GeoPrecision } from './fields.ts'
import type { Call } from './calls.ts'
import type { RedactionStatus } from './recordings.ts'

export const directionLabels = { inbound: 'Inbound', outbound: 'Outbound' } as const satisfies Record<
  Direction,
  string
>

export const precisionLabels = {
  zip: 'ZIP or postal code',
  city: 'City',
  state: 'State or province',
  country: 'Country',
  none: 'Nothing',
} as const satisfies Record<GeoPrecision, string>

export const redactionLabels = {
  none: 'Not examined',
  pending: 'Being examined',
  clean: 'Nothing to hide',
  redacted: 'Redacted',
  failed: 'Examination failed',
} as const satisfies Record<RedactionStatus, string>

/** How well the contact's place is known, as a sentence. */
export const precisionSentences = {
  zip: 'Known to the ZIP or postal code.',
  city: 'Known to the city, not closer.',
  state: 'Known to the state or province only; the city is not known.',
  country: 'Known to the country only.',
  none: 'The place of the contact is not known.',
} as const satisfies Record<GeoPrecision, string>

/** Where the place of the caller comes from. */
export const geoSourceLabels: Partial<Record<string, string>> = {
  source: 'What the source sent',
  number: 'Where the number was issued',
}

/** `San Francisco, CA`; only what is known. */
export function formatPlace({
  city,
  state,
  country,
}: Partial<Pick<Call, 'city' | 'state' | 'country'>>): string | undefined {
  const region = state?.replace(/^[A-Z]{2}-/, '')
  const parts = [city, region].filter((part) => typeof part === 'string' && part !== '')
  if (parts.length > 0) return parts.join(', ')
  return country ?? undefined
}

/** Common causes of Q.850. */
const causes: Partial<Record<number, string>> = {
  1: 'Unallocated number',
  2: 'No route to transit network',
  3: 'No route to destination',
  6: 'Channel unacceptable',
  16: 'Normal clearing',
  17: 'User busy',
  18: 'No user responding',
  19: 'No answer',
  20: 'Subscriber absent',
  21: 'Call rejected',
  22: 'Number changed',
  26: 'Non-selected user clearing',
  27: 'Destination out of order',
  28: 'Invalid number format',
  29: 'Facility rejected',
  31: 'Normal, unspecified',
  34: 'No circuit available',
  38: 'Network out of order',
  41: 'Temporary failure',
  42: 'Switching equipment congestion',
  44: 'Requested channel not available',
  47: 'Resource unavailable',
  50: 'Requested facility not subscribed',
  57: 'Bearer capability not authorized',
  58: 'Bearer capability not available',
  63: 'Service or option not available',
  65: 'Bearer capability not implemented',
  79: 'Service or option not implemented',
  88: 'Incompatible destination',
  102: 'Recovery on timer expiry',
  111: 'Protocol error',
  127: 'Interworking',
}

export function formatHangupCause(cause: number): string {
  const name = causes[cause]
  return name === undefined ? `Q.850 cause ${cause}` : `${name} (${cause})`
}

const stepLabels: Partial<Record<string, string>> = {
  received: 'Received',
  rule: 'Rule applied',
  menu: 'Menu',
  ivr: 'Menu',
  queued: 'Queued',
  rang: 'Rang',
  answered: 'Answered',
  voicemail: 'Voicemail',
  transferred: 'Transferred',
  hold: 'On hold',
  ended: 'Ended',
}

/** A step of a routing trace in words; sources may name steps of their own. */
export function formatStep(step: string): string {
  return stepLabels[step] ?? step.charAt(0).toUpperCase() + step.slice(1)
}
