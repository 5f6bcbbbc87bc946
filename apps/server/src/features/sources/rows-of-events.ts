import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { SourceEvent } from './adapter.ts'
import { newEventOf } from './event-intake.ts'
import { selectEvents } from './event-store.ts'
import type { LoadedSource } from './loaded-source.ts'

/** A call that was made of events, or what none can be made of. */
export type EventRow = Omit<Parameters<Ingest['accept']>[1][number], 'line'>

interface KeptEvent {
  callKey: string
  eventKey: string
  body: string
}

/** The same of events that are not kept yet, with what is kept of their calls already. */
export async function rowsOfNewEvents(
  db: Kysely<Database>,
  source: Pick<LoadedSource, 'id' | 'adapter' | 'context'>,
  events: readonly SourceEvent[],
): Promise<EventRow[]> {
  const came = events.map((event) => newEventOf(source.id, event))
  const kept = await selectEvents(db, source.id, [...new Set(came.map(({ callKey }) => callKey))])
  const all = new Map<string, KeptEvent>()
  for (const event of [...came, ...kept]) all.set(`${event.callKey} ${event.eventKey}`, event)
  return [...Map.groupBy(all.values(), ({ callKey }) => callKey).values()].flatMap((ofCall) =>
    rowsOfEvents(
      source,
      ofCall.toSorted((one, other) => (one.eventKey < other.eventKey ? -1 : 1)),
    ),
  )
}

/** What is to be accepted of a call by all that was said of it. */
export function rowsOfEvents(
  { adapter, context }: Pick<LoadedSource, 'adapter' | 'context'>,
  kept: readonly KeptEvent[],
): EventRow[] {
  const events = kept.map(({ callKey, eventKey, body }): SourceEvent => ({
    callKey,
    eventKey,
    body: JSON.parse(body),
  }))
  const { calls = [], problem } = adapter.callsOf?.(events, context) ?? {}
  return [
    ...calls.map((call) => ({ raw: JSON.stringify(call), value: call })),
    ...(problem === undefined
      ? []
      : [
          {
            raw: JSON.stringify(events.map(({ body }) => body)),
            value: undefined,
            error: { code: 'unclearEvents', description: problem },
          },
        ]),
  ]
}
