import { sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'
import { seenPrefix } from './connections/seen-events.ts'

/** An event on its way into the database. */
export interface NewEvent {
  sourceId: string
  callKey: string
  eventKey: string
  /** JSON. */
  body: string
}

/**
 * Keeps events; those that are there already change nothing. Calls about which something new was said are pending then:
 * what is written is counted, so that an event that comes while a call is made of the others makes it pending again.
 */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const column = (of: (event: NewEvent) => string) => sql`${events.map(of)}`
  await sql`WITH came AS (
      INSERT INTO source_event (source_id, call_key, event_key, body)
      SELECT * FROM unnest(${column((event) => event.sourceId)}::uuid[], ${column((event) => event.callKey)}::text[],
        ${column((event) => event.eventKey)}::text[], ${column((event) => event.body)}::text[])
      ON CONFLICT DO NOTHING RETURNING source_id, call_key)
    INSERT INTO source_call (source_id, call_key, events, is_pending)
    SELECT source_id, call_key, count(*), true FROM came GROUP BY source_id, call_key ORDER BY source_id, call_key
    ON CONFLICT (source_id, call_key) DO UPDATE SET events = source_call.events + excluded.events,
      is_pending = true, try_after = now(), changed_at = now()`.execute(db)
}

export type PendingCall = Awaited<ReturnType<typeof selectPending>>[number]

/** Calls of which something new is known, the longest waiting first. */
export async function selectPending(db: Db, limit: number) {
  return await db
    .selectFrom('source_call')
    .where('is_pending', '=', true)
    .where('try_after', '<=', sql<Date>`now()`)
    .select(['source_id as sourceId', 'call_key as callKey', 'events'])
    .orderBy('try_after')
    .limit(limit)
    .execute()
}

/** Those of some calls that were made of events before, by their ids; also ids of others. */
export async function selectMade(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source_call')
    .where('call_ids', '&&', sql<string[]>`${[...ids]}::uuid[]`)
    .select('call_ids')
    .execute()
  return new Set(rows.flatMap(({ call_ids: made }) => made))
}

/** All that was said of these calls of a source, in the order of the events' keys. */
export async function selectEvents(db: Db, sourceId: string, callKeys: readonly string[]) {
  return await db
    .selectFrom('source_event')
    .where('source_id', '=', sourceId)
    .where('call_key', 'in', callKeys)
    .select(['call_key as callKey', 'event_key as eventKey', 'body'])
    .orderBy('call_key')
    .orderBy('event_key')
    .execute()
}

/** A call that was looked at, and the ids of what was made of it. */
export type SettledCall = PendingCall & { readonly ids: readonly string[] }

/** Calls are no longer pending, unless more was said of them since they were read. */
export async function settleCalls(db: Db, calls: readonly SettledCall[]): Promise<void> {
  if (calls.length === 0) return
  await sql`UPDATE source_call SET is_pending = source_call.events <> read.events,
      call_ids = CASE WHEN read.ids = '' THEN '{}' ELSE string_to_array(read.ids, ' ')::uuid[] END
    FROM unnest(${calls.map(({ sourceId }) => sourceId)}::uuid[], ${calls.map(({ callKey }) => callKey)}::text[],
      ${calls.map(({ events }) => events)}::integer[], ${calls.map(({ ids }) => ids.join(' '))}::text[])
      AS read (source_id, call_key, events, ids)
    WHERE source_call.source_id = read.source_id AND source_call.call_key = read.call_key`.execute(db)
}

/** All calls of a source are to be made once more of what was said of them, as it is set up otherwise now. */
export async function assembleAgain(db: Db, sourceId: string): Promise<void> {
  await sql`INSERT INTO source_state (source_id, again_after) VALUES (${sourceId}, '')
    ON CONFLICT (source_id) DO UPDATE SET again_after = ''`.execute(db)
}

/** Makes some of those calls pending, in the order of their keys; false when there are none. */
export async function wakeSome(db: Db, limit: number): Promise<boolean> {
  // With another number of events than was read, a call that is being made of the older ones stays pending.
  const { rows } = await sql<{ isWaking: boolean }>`WITH source AS (
      SELECT source_id, again_after FROM source_state WHERE again_after IS NOT NULL ORDER BY source_id LIMIT 1),
    next AS (
      SELECT source_call.source_id, call_key FROM source_call JOIN source USING (source_id)
      WHERE call_key > again_after ORDER BY call_key LIMIT ${limit}),
    woken AS (
      UPDATE source_call SET is_pending = true, try_after = now(), events = events + 1 FROM next
      WHERE source_call.source_id = next.source_id AND source_call.call_key = next.call_key),
    noted AS (
      UPDATE source_state SET again_after = (SELECT max(call_key) FROM next) FROM source
      WHERE source_state.source_id = source.source_id AND source_state.again_after = source.again_after)
    SELECT EXISTS (SELECT FROM source) AS "isWaking"`.execute(db)
  return rows[0]?.isWaking === true
}

/** These wait before they are tried again, so that others of other sources go first. */
export async function postponeCalls(db: Db, calls: readonly PendingCall[], seconds: number): Promise<void> {
  await sql`UPDATE source_call SET try_after = now() + make_interval(secs => ${seconds})
    FROM unnest(${calls.map(({ sourceId }) => sourceId)}::uuid[], ${calls.map(({ callKey }) => callKey)}::text[])
      AS read (source_id, call_key)
    WHERE source_call.source_id = read.source_id AND source_call.call_key = read.call_key`.execute(db)
}

export async function countPending(db: Db, sourceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('source_call')
    .where('source_id', '=', sourceId)
    .where('is_pending', '=', true)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets calls of which nothing was said since an instant; answers how many. */
export async function deleteCallsBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`WITH gone AS (DELETE FROM source_call
      WHERE changed_at < ${before} AND NOT is_pending RETURNING 1) SELECT count(*) AS count FROM gone`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The same of calls of which nothing is known but what was seen over a connection. */
export async function deleteSeenBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('source_call')
    .where('changed_at', '<', before)
    .where('is_pending', '=', false)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM source_event AS event WHERE event.source_id = source_call.source_id
        AND event.call_key = source_call.call_key AND NOT starts_with(event.event_key, ${seenPrefix}))`,
    )
    .execute()
}

/** Takes out of the quarantine what was unclear of calls, by the ids that their events' names make. */
export async function forgetUnclear(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('quarantine')
    .where('call_id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .where('form', '=', 'events')
    .execute()
}
