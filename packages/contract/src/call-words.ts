import type { Direction, GeoPrecision } from './fields.ts'
import type { RouteStep } from './call-parts.ts'
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
  clean: 'Nothing to redact',
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

/** What the carriers of a call vouch for by STIR/SHAKEN. */
export const stirLabels = {
  A: 'Caller and number known (A)',
  B: 'Caller known, number not (B)',
  C: 'Entry into the network known (C)',
  failed: 'Check failed',
  none: 'Not signed',
} as const

/** Any other verdict is in the words of its system. */
export function formatStirVerdict(verdict: string): string {
  return Object.entries(stirLabels).find(([known]) => known === verdict)?.[1] ?? verdict
}

/** Kept in the place of keys that may be a card or an account. */
export const hiddenKeys = 'hidden'

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

/** A step of a routing trace in words, with both ends of a transfer; sources may name steps of their own. */
export function formatStep({ step, from = '', to = '' }: Pick<RouteStep, 'step' | 'from' | 'to'>): string {
  const label = stepLabels[step] ?? step.charAt(0).toUpperCase() + step.slice(1)
  return [label, from === '' ? '' : `from ${from}`, to === '' ? '' : `to ${to}`]
    .filter((part) => part !== '')
    .join(' ')
}
