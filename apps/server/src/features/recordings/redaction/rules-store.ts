import { sql } from 'kysely'
import type { Db } from '../../../db/tables/schema.ts'
import { isFree, type RecordingRow } from '../keeping/store.ts'

const version = sql<number>`coalesce(rules_version, 0)`

/** Recordings that are heard and can be redacted by other rules. */
const workable = sql<boolean>`original_key IS NOT NULL AND redaction_status IN ('clean', 'redacted')`

/** What the index `recording_rules` holds: those, and others that could not be examined. */
const claimable = sql<boolean>`original_key IS NOT NULL AND redaction_status IN ('clean', 'redacted', 'failed')`

/** Of each earlier version the recording of its newest call, which is found by the index, and of these the newest. */
const newestWaiting = (rules: number, triedBefore: Date) => sql<string>`(
  SELECT id FROM generate_series(0, ${rules}::integer - 1) AS earlier
    CROSS JOIN LATERAL (
      SELECT id, call_started_at FROM recording
        WHERE ${version} = earlier AND ${claimable} AND rules_failed IS DISTINCT FROM ${rules}
          AND (tried_at IS NULL OR tried_at < ${triedBefore}) AND ${isFree('worked_until')}
        ORDER BY call_started_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS newest
    ORDER BY call_started_at DESC LIMIT 1)`

/**
 * Takes the recording of the newest call among those of earlier rules, and those that could not be examined by them; undefined
 * when there is nothing to do. What was tried since `triedBefore` waits.
 */
export async function claimOlder(
  db: Db,
  { rules, triedBefore, until }: { rules: number; triedBefore: Date; until: Date },
): Promise<RecordingRow | undefined> {
  return await db
    .updateTable('recording')
    .set({ worked_until: until })
    .where('id', '=', newestWaiting(rules, triedBefore))
    .returningAll()
    .executeTakeFirst()
}

export async function updateFailed(db: Db, id: string, rules: number): Promise<void> {
  await db.updateTable('recording').set({ rules_failed: rules }).where('id', '=', id).execute()
}

/** Those that failed are tried again; answers how many they are. */
export async function updateTriedAgain(transaction: Db): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('recording')
    .set({ rules_failed: null })
    .where('rules_failed', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Whether a recording that came since then waits for somebody to work on it. */
export async function hasNew(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('recording')
    .where('redaction_status', '=', 'pending')
    .where('created_at', '>', since)
    .where('worked_until', 'is', null)
    .where('tried_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isStopped(db: Db): Promise<boolean> {
  const row = await db.selectFrom('recording_rework').select('is_stopped').executeTakeFirstOrThrow()
  return row.is_stopped
}

/** Answers what it was. */
export async function updateStopped(transaction: Db, stopped: boolean): Promise<boolean> {
  const row = await transaction
    .selectFrom('recording_rework')
    .select('is_stopped')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await transaction.updateTable('recording_rework').set({ is_stopped: stopped }).execute()
  return row.is_stopped
}

export async function selectCustomerName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('customer').where('id', '=', id).select('name').executeTakeFirst()
  return row?.name
}

/**
 * A customer's recordings count as redacted by no rules any more; answers how many of them are heard. What is worked on meanwhile is
 * worked on again, as it may have been begun by what the customer said before.
 */
export async function updateToRedactAgain(transaction: Db, customerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`WITH older AS (
      UPDATE recording SET revision = revision + 1, rules_failed = NULL,
          -- One that was never examined stays so: it is still to be given to speech to text.
          rules_version = CASE WHEN rules_version IS NOT NULL THEN 0 END
        WHERE customer_id = ${customerId} AND original_key IS NOT NULL RETURNING redaction_status)
    SELECT count(*) FROM older WHERE redaction_status IN ('clean', 'redacted')`.execute(transaction)
  return rows[0]?.count ?? 0
}

export async function insertAgainChange(
  transaction: Db,
  { id, name, count }: { id: string; name: string; count: number },
): Promise<void> {
  const changes = JSON.stringify([{ field: 'redactedAgain', from: null, to: count }])
  await sql`SELECT write_change('customer', ${id}, ${name}, 'update', ${changes}::jsonb)`.execute(transaction)
}

/** As a change of a setting. */
export async function insertRulesChange(
  transaction: Db,
  changes: readonly { field: 'isStopped' | 'failed'; from: unknown; to: unknown }[],
): Promise<void> {
  await sql`SELECT write_change('setting', 'recordingRules', 'Work on older recordings', 'update',
    ${JSON.stringify(changes)}::jsonb)`.execute(transaction)
}

interface OlderRecordings {
  waiting: number
  newestWaiting: Date | null
  failed: number
}

/** Each figure counted up to one more than the limit, in indexes that hold nothing else. */
export async function countOlder(
  db: Db,
  { rules, limit }: { rules: number; limit: number },
): Promise<OlderRecordings> {
  const waits = sql`${workable} AND rules_failed IS DISTINCT FROM ${rules}`
  // Without the order a table that was never analyzed is read from its beginning.
  const { rows } = await sql<OlderRecordings>`SELECT
    (SELECT count(*) FROM (SELECT FROM recording WHERE ${version} < ${rules} AND ${waits}
      ORDER BY ${version} LIMIT ${limit}::integer + 1) AS counted) AS waiting,
    (SELECT count(*) FROM (SELECT FROM recording WHERE rules_failed = ${rules} AND ${version} < ${rules} AND ${workable}
      LIMIT ${limit}::integer + 1) AS counted) AS failed,
    (SELECT max(call_started_at) FROM generate_series(0, ${rules}::integer - 1) AS earlier
      CROSS JOIN LATERAL (SELECT call_started_at FROM recording WHERE ${version} = earlier AND ${waits}
        ORDER BY call_started_at DESC LIMIT 1) AS newest) AS "newestWaiting"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('nothing was counted')
  return row
}
