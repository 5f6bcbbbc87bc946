import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'
import { parseJson } from '../../lib/json.ts'
import { type SourceEvent, WebhookUnreadable } from './adapter.ts'

/** The JSON of a body. Throws `WebhookUnreadable`. */
export function jsonOfWebhook(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new WebhookUnreadable(cause.message, { cause })
  }
}

/** Reads the fields of a body that another system sent; undefined for what is empty or no single value. */
export type FieldReader = (name: string) => string | undefined

export function fieldsOf(body: Readonly<Record<string, unknown>>): FieldReader {
  return (name) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    const one: unknown = Array.isArray(value) ? value[0] : value
    if (typeof one === 'number' || typeof one === 'boolean') return String(one)
    if (typeof one !== 'string') return undefined
    const text = one.trim()
    return text === '' ? undefined : text
  }
}

const mailDate = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|GMT|UTC)$/
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/

/** Milliseconds since 1970 of an instant as mails (RFC 2822) or ISO 8601 write it; undefined for anything else. */
export function msOfInstant(text: string | undefined): number | undefined {
  if (text === undefined || !(mailDate.test(text) || isoDate.test(text))) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

/** Whole seconds; undefined for what is no such number. */
export function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

/** The same for the same content, in whichever order its keys stand. */
export function contentKey(body: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 22)
}

const partKey = 'part'

/** An event by which it is known of which call a part is that may be told of by its own id alone. */
export function partEvent(callKey: string, partOf: string): SourceEvent {
  return { callKey, eventKey: partKey, body: { partOf } }
}

export function isPartEvent({ eventKey }: Pick<SourceEvent, 'eventKey'>): boolean {
  return eventKey === partKey
}

const Part = z.object({ partOf: z.string() })

/** Of which call these events tell a part; undefined where they tell of a call. */
export function wholeOf(events: readonly SourceEvent[]): string | undefined {
  return Part.safeParse(events.find(isPartEvent)?.body).data?.partOf
}

export function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

export function isoOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
