import { hash } from 'node:crypto'
import type { CallInput } from '@callboard/contract/calls'

type Hashed = Exclude<
  keyof CallInput,
  // What names the call and its version, and what is ignored.
  'customerId' | 'customerCode' | 'sourceSystem' | 'externalCallId' | 'revision' | 'firstTime' | 'priorCalls'
>

/**
 * How the fields of a call stand in its hash. An absent, an empty and a null field are the same, as are two spellings
 * of one instant or amount. Numbers count as they were sent: how they are read may change with the library, and a
 * call sent again must still be the same.
 */
const kinds = {
  parentCallId: 'plain',
  direction: 'plain',
  status: 'plain',
  answeredBy: 'plain',
  hangupBy: 'plain',
  hangupCause: 'plain',
  trackingNumber: 'plain',
  callerNumber: 'plain',
  targetNumber: 'plain',
  callerName: 'plain',
  startedAt: 'instant',
  answeredAt: 'instant',
  endedAt: 'instant',
  duration: 'plain',
  ringDuration: 'plain',
  ivrDuration: 'plain',
  holdDuration: 'plain',
  queueDuration: 'plain',
  talkDuration: 'plain',
  billableDuration: 'plain',
  city: 'plain',
  state: 'plain',
  county: 'plain',
  zipcode: 'plain',
  postalcode: 'plain',
  country: 'plain',
  npanxx: 'plain',
  dma: 'plain',
  metro: 'plain',
  latitude: 'plain',
  longitude: 'plain',
  network: 'plain',
  number: 'plain',
  location: 'plain',
  historicalroute: 'plain',
  tod: 'plain',
  rotationgroup: 'plain',
  agent: 'plain',
  routeTrace: 'list',
  source: 'plain',
  medium: 'plain',
  campaign: 'plain',
  keyword: 'plain',
  landingPage: 'plain',
  referrer: 'plain',
  gclid: 'plain',
  cost: 'decimal',
  value: 'decimal',
  currency: 'plain',
  tags: 'list',
  note: 'plain',
  leadStatus: 'plain',
  score: 'plain',
  recordings: 'list',
} as const satisfies Record<Hashed, 'plain' | 'instant' | 'decimal' | 'list'>

const fields = Object.keys(kinds).filter(isHashed).toSorted()

function isHashed(name: string): name is Hashed {
  return Object.hasOwn(kinds, name)
}

/** 64 bits of SHA-256 over the source's own content, as the decimal text of an unsigned integer. */
export function contentHash(input: CallInput): string {
  const content: unknown[] = []
  for (const field of fields) {
    const value = input[field]
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value) && value.length === 0) continue
    content.push(field, canonical(kinds[field], value))
  }
  return hash('sha256', JSON.stringify(content), 'buffer').readBigUInt64BE(0).toString()
}

function canonical(kind: (typeof kinds)[Hashed], value: NonNullable<CallInput[Hashed]>): unknown {
  if (kind === 'instant' && typeof value === 'string') return Date.parse(value)
  if (kind === 'decimal' && typeof value === 'string') return plainDecimal(value)
  return value
}

/** `012.50` and `12.5` are the same amount. */
function plainDecimal(text: string): string {
  const isNegative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/0+$/, '')
  const amount = rest === '' ? digits : `${digits}.${rest}`
  return isNegative && amount !== '0' ? `-${amount}` : amount
}
