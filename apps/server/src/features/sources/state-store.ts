import type { ConnectionState } from '@callboard/contract/sources'
import { sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'

/** What came from a source lately, added up. */
export interface Came {
  sourceId: string
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** Start of the newest of the calls. */
  newestCallAt: string | null
}

/** Adds what came to the figures of its day in a time zone. */
export async function addActivity(db: Db, came: readonly Came[], timeZone: string): Promise<void> {
  for (const { sourceId, created, updated, unchanged, rejected, newestCallAt } of came) {
    await sql`INSERT INTO source_state (source_id, received_at, newest_call_at)
      VALUES (${sourceId}, now(), ${newestCallAt})
      ON CONFLICT (source_id) DO UPDATE SET received_at = now(),
        newest_call_at = greatest(source_state.newest_call_at, excluded.newest_call_at)`.execute(db)
    await sql`INSERT INTO source_day (source_id, day, created, updated, unchanged, rejected)
      VALUES (${sourceId}, (now() AT TIME ZONE ${timeZone})::date, ${created}, ${updated}, ${unchanged}, ${rejected})
      ON CONFLICT (source_id, day) DO UPDATE SET created = source_day.created + excluded.created,
        updated = source_day.updated + excluded.updated, unchanged = source_day.unchanged + excluded.unchanged,
        rejected = source_day.rejected + excluded.rejected`.execute(db)
  }
}

/** Notes what went wrong at a source; null: all is well again. */
export async function noteProblem(db: Db, sourceId: string, problem: string | null): Promise<void> {
  await sql`INSERT INTO source_state (source_id, problem, problem_at)
    VALUES (${sourceId}, ${problem}, ${problem === null ? null : sql`now()`})
    ON CONFLICT (source_id) DO UPDATE SET problem = excluded.problem, problem_at = excluded.problem_at
    WHERE source_state.problem IS NOT NULL OR excluded.problem IS NOT NULL`.execute(db)
}

export async function selectState(db: Db, sourceId: string) {
  return await db.selectFrom('source_state').where('source_id', '=', sourceId).selectAll().executeTakeFirst()
}

export async function selectDays(db: Db, sourceId: string, since: string) {
  return await db
    .selectFrom('source_day')
    .where('source_id', '=', sourceId)
    .where('day', '>=', since)
    .select(['day', 'created', 'updated', 'unchanged', 'rejected'])
    .orderBy('day')
    .execute()
}

/** Sources by the customer and the name under which their calls are known. */
export async function selectSystems(db: Db) {
  return await db
    .selectFrom('source')
    .select(['id', 'customer_id as customerId', 'source_system as sourceSystem'])
    .execute()
}

// Connections

/** Attempts to connect anew do not change since when there is no connection; null: nothing is listened to. */
export async function noteConnection(db: Db, sourceId: string, state: ConnectionState | null): Promise<void> {
  await sql`INSERT INTO source_state (source_id, connection_state, connection_since)
    VALUES (${sourceId}, ${state}, now())
    ON CONFLICT (source_id) DO UPDATE SET connection_state = excluded.connection_state,
      connection_since = CASE WHEN (source_state.connection_state = 'connected') = (excluded.connection_state = 'connected')
        THEN source_state.connection_since ELSE now() END
    WHERE source_state.connection_state IS DISTINCT FROM excluded.connection_state`.execute(db)
}

// Fetching

/** Makes it due, also once more where it is being fetched now: that may have asked before there was what is looked for. */
export async function restartFetching(db: Db, sourceId: string): Promise<void> {
  await db
    .updateTable('source_state')
    .set({ next_fetch_at: null, fetch_failures: 0 })
    .where('source_id', '=', sourceId)
    .execute()
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** Claims a source for fetching unless another process has it or it is not due; answers where to go on. */
export async function claimFetch(
  db: Db,
  sourceId: string,
  seconds: number,
): Promise<{ cursor: unknown; failures: number } | undefined> {
  const { rows } = await sql<{
    cursor: unknown
    failures: number
  }>`INSERT INTO source_state (source_id, fetching_until, next_fetch_at)
    VALUES (${sourceId}, ${inSeconds(seconds)}, ${inSeconds(seconds)})
    ON CONFLICT (source_id) DO UPDATE
      SET fetching_until = excluded.fetching_until, next_fetch_at = excluded.next_fetch_at
    WHERE (source_state.fetching_until IS NULL OR source_state.fetching_until < now())
      AND (source_state.next_fetch_at IS NULL OR source_state.next_fetch_at <= now())
    RETURNING cursor, fetch_failures AS failures`.execute(db)
  return rows[0]
}

/** Keeps the claim while pages come, and where to go on after this one. */
export async function updateCursor(
  db: Db,
  sourceId: string,
  { cursor, seconds }: { cursor: unknown; seconds: number },
): Promise<void> {
  await sql`UPDATE source_state SET cursor = ${JSON.stringify(cursor)}::jsonb,
      fetching_until = ${inSeconds(seconds)},
      next_fetch_at = CASE WHEN next_fetch_at IS NOT NULL THEN ${inSeconds(seconds)} END
    WHERE source_id = ${sourceId}`.execute(db)
}

/** Ends a claim. A source that has been made due meanwhile stays so. */
export async function endFetch(
  db: Db,
  sourceId: string,
  { nextSeconds, failures }: { nextSeconds: number; failures: number },
): Promise<void> {
  await sql`UPDATE source_state SET fetching_until = NULL, fetch_failures = ${failures},
      fetched_at = CASE WHEN ${failures} = 0 THEN now() ELSE fetched_at END,
      next_fetch_at = CASE WHEN next_fetch_at IS NOT NULL THEN ${inSeconds(nextSeconds)} END
    WHERE source_id = ${sourceId}`.execute(db)
}
