import type { RowProblem } from '@callboard/contract/mappings'
import type { QuarantinedForm } from '@callboard/contract/quarantine'
import type { Db } from '../../db/tables/schema.ts'
import { shownValue, withShownValue } from '../../lib/shown-value.ts'
import { type SourceEvent, type WebhookRequest, WebhookUnreadable } from './adapter.ts'
import { newEventOf } from './event-intake.ts'
import type { LoadedSource } from './sources.ts'
import { reasonOf } from './row-reason.ts'
import { type EventRow, rowsOfCalls } from './rows-of-events.ts'

/** A row of the quarantine that is no call by itself. */
export interface UnreadRow {
  form: Exclude<QuarantinedForm, 'call'>
  raw: string
  /** Of events: which call they are of, as the source calls it. */
  externalCallId: string | null
}

/** A row to be accepted, or rejected again. */
export interface RowMadeAgain {
  row: EventRow
  /** Of which rows it was made: their places. */
  of: readonly number[]
  /** What is wrong with single columns. */
  problems: readonly RowProblem[]
}

export interface RowsAgain {
  rows: readonly RowMadeAgain[]
  /** The places of those that the source cannot read without what was around them. */
  unreadable: ReadonlySet<number>
  /** What they say of calls besides, to be kept for those that are accepted; by their places. */
  events: ReadonlyMap<number, readonly SourceEvent[]>
}

/** What is wrong with a row, and the value that it has instead. */
export function withValue({ description, value }: Pick<RowProblem, 'description' | 'value'>): string {
  return withShownValue(description, shownValue(value ?? undefined))
}

/** Reads rows as their source is set up now. Rows that are no calls any more have nothing made of them. */
export async function readRowsAgain(
  db: Db,
  source: LoadedSource,
  unread: readonly UnreadRow[],
): Promise<RowsAgain> {
  const rows: RowMadeAgain[] = []
  const unreadable = new Set<number>()
  const events = new Map<number, readonly SourceEvent[]>()
  const placesOf = new Map<string, number[]>()
  const note = (callKey: string, at: number) => {
    const places = placesOf.get(callKey)
    if (places === undefined) placesOf.set(callKey, [at])
    else if (!places.includes(at)) places.push(at)
  }
  for (const [at, { form, raw, externalCallId }] of unread.entries()) {
    if (form === 'events' && externalCallId !== null) {
      note(externalCallId, at)
      continue
    }
    const read = form === 'body' ? readBody(source, raw) : readRow(source, raw)
    if (read === undefined) unreadable.add(at)
    else if ('events' in read) {
      events.set(at, read.events)
      for (const event of read.events) note(newEventOf(source.id, event).callKey, at)
    } else rows.push({ ...read, of: [at] })
  }
  const made = await rowsOfCalls(db, source, {
    events: [...events.values()].flat(),
    keys: [...placesOf.keys()],
  })
  for (const [callKey, of] of placesOf) {
    const ofCall = made.get(callKey)
    // Nothing is known any more of what was said of it.
    if (ofCall === undefined) for (const at of of) unreadable.add(at)
    for (const row of ofCall ?? []) rows.push({ row, of, problems: [] })
  }
  return { rows, unreadable, events }
}

type Read = { events: readonly SourceEvent[] } | Omit<RowMadeAgain, 'of'> | undefined

function readRow({ adapter, context }: LoadedSource, raw: string): Read {
  const again = adapter.file?.rowAgain?.(raw, context)
  if (again === undefined) return undefined
  if ('event' in again) return { events: [again.event] }
  if ('isLeftOut' in again) return { events: [] }
  if ('call' in again) return { row: { raw, value: again.call, form: 'row' }, problems: [] }
  const { problems, ...of } = again
  return { row: { ...of, raw, value: undefined, form: 'row', error: reasonOf(problems) }, problems }
}

function readBody({ adapter, context }: LoadedSource, raw: string): Read {
  const { webhook } = adapter
  if (webhook === undefined) return undefined
  try {
    return { events: webhook.events(requestOf(raw, webhook.contentTypes), context) }
  } catch (error) {
    if (!(error instanceof WebhookUnreadable)) throw error
    const unread = { code: 'unreadableWebhook', description: error.message }
    return { row: { raw, value: undefined, form: 'body', error: unread }, problems: [] }
  }
}

/** As it was posted: it was verified then. */
function requestOf(raw: string, contentTypes: readonly string[]): WebhookRequest {
  const isJson = /^\s*[{[]/.test(raw)
  const contentType = contentTypes.find((type) => type.includes('json') === isJson) ?? contentTypes[0] ?? ''
  return { url: '', headers: {}, contentType, body: Buffer.from(raw), about: 'call' }
}
