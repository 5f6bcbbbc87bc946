import { callId } from '../../db/call-id.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { AdaptedCall, SourceEvent } from './adapter.ts'
import { newEventOf } from './event-intake.ts'
import { selectEvents, selectMade } from './event-store.ts'
import type { LoadedSource } from './sources.ts'

/** A call that was made of events, or what none can be made of. */
export type EventRow = Omit<Parameters<Ingest['accept']>[1][number], 'line' | 'value'> & {
  value: AdaptedCall | undefined
  /** See `CallsOfEvents`. */
  whereKnown?: AdaptedCall | undefined
}

interface KeptEvent {
  callKey: string
  eventKey: string
  body: string
}

/**
 * What is to be accepted of calls, by their keys: of those that some events tell of which are not kept yet, and of others. What
 * is kept of them counts as well; of a call of which nothing is known there is nothing.
 */
export async function rowsOfCalls(
  db: Db,
  source: Pick<LoadedSource, 'id' | 'adapter' | 'context'>,
  { events, keys = [] }: { events: readonly SourceEvent[]; keys?: readonly string[] },
): Promise<Map<string, EventRow[]>> {
  const came = events.map((event) => newEventOf(source.id, event))
  const wanted = new Set([...came.map(({ callKey }) => callKey), ...keys])
  const kept = wanted.size === 0 ? [] : await selectEvents(db, source.id, [...wanted])
  const all = new Map<string, KeptEvent>()
  for (const event of [...came, ...kept]) all.set(`${event.callKey} ${event.eventKey}`, event)
  const rows = new Map<string, EventRow[]>()
  for (const [callKey, ofCall] of Map.groupBy(all.values(), (event) => event.callKey)) {
    const inOrder = ofCall.toSorted((one, other) => (one.eventKey < other.eventKey ? -1 : 1))
    rows.set(callKey, madeOfEvents(source, inOrder).rows)
  }
  return rows
}

/** What is to be accepted of a call by all that was said of it, or of which other call it is a part. */
export function madeOfEvents(
  { adapter, context }: Pick<LoadedSource, 'adapter' | 'context'>,
  kept: readonly KeptEvent[],
): { rows: EventRow[]; partOf?: string | undefined } {
  const [first] = kept
  if (first === undefined) return { rows: [] }
  const events = kept.map(({ callKey, eventKey, body }): SourceEvent => ({
    callKey,
    eventKey,
    body: JSON.parse(body),
  }))
  const { calls = [], problem, value, partOf, whereKnown } = adapter.callsOf?.(events, context) ?? {}
  const rows: EventRow[] = calls.map((call) => ({ raw: JSON.stringify(call), value: call, whereKnown }))
  if (problem !== undefined)
    rows.push({
      raw: JSON.stringify(events.map(({ body }) => body)),
      value: undefined,
      form: 'events',
      externalCallId: first.callKey,
      error: { code: 'unclearEvents', description: problem, value },
    })
  return { rows, partOf }
}

interface Knowing {
  db: Db
  ingest: Pick<Ingest, 'classify'>
  customer: Parameters<Ingest['classify']>[0]
  sourceSystem: string
}

/**
 * Tells rows that are calls as a whole from those of which a file has told: of these only what events add is to change. They
 * are known, are otherwise than the row, and were not made of events.
 */
export async function splitKnown(
  { db, ingest, customer, sourceSystem }: Knowing,
  rows: readonly EventRow[],
): Promise<{ whole: EventRow[]; added: EventRow[] }> {
  const idOf = ({ value }: EventRow) => callId(customer.id, sourceSystem, value?.externalCallId ?? '')
  const partial = rows.filter(({ whereKnown }) => whereKnown !== undefined)
  if (partial.length === 0) return { whole: [...rows], added: [] }
  const made = await selectMade(db, partial.map(idOf))
  const asked = partial.filter((row) => !made.has(idOf(row)))
  const numbered = asked.map((row, at) => ({ ...row, line: at + 1 }))
  const { calls } = await ingest.classify(customer, numbered, { source: sourceSystem })
  const changed = new Set(calls.flatMap(({ id, outcome }) => (outcome === 'updated' ? [id] : [])))
  const isAdded = (row: EventRow) => row.whereKnown !== undefined && changed.has(idOf(row))
  return {
    whole: rows.filter((row) => !isAdded(row)),
    added: rows
      .filter(isAdded)
      .map(({ whereKnown }) => ({ raw: JSON.stringify(whereKnown), value: whereKnown })),
  }
}
