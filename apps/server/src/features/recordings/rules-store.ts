import type { RecordingRulesState } from '@callboard/contract/recording-rules'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { RecordingRow } from './store.ts'

const version = sql<number>`coalesce(rules_version, 0)`

/** Recordings that are heard and can be redacted by other rules. */
const workable = sql<boolean>`original_key IS NOT NULL AND redaction_status IN ('clean', 'redacted')`

/**
 * Takes the recording of the newest call among those of earlier rules, and those that could not be examined by them; undefined
 * when there is nothing to do. What was tried since `triedBefore` waits.
 */
export async function claimOlder(
  db: Kysely<Database>,
  { rules, triedBefore, until }: { rules: number; triedBefore: Date; until: Date },
): Promise<RecordingRow | undefined> {
  return await db
    .updateTable('recording')
    .set({ worked_until: until })
    .where('id', '=', (where) =>
      where
        .selectFrom('recording')
        .where(version, '<', rules)
        .where(sql<boolean>`(${workable} OR (original_key IS NOT NULL AND redaction_status = 'failed'))`)
        .where(sql<boolean>`(tried_at IS NULL OR tried_at < ${triedBefore})`)
        .where(sql<boolean>`rules_failed IS DISTINCT FROM ${rules}`)
        .where(sql<boolean>`(worked_until IS NULL OR worked_until < now())`)
        .orderBy('call_started_at', 'desc')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function updateFailed(db: Kysely<Database>, id: string, rules: number): Promise<void> {
  await db.updateTable('recording').set({ rules_failed: rules }).where('id', '=', id).execute()
}

/** Those that failed are tried again. */
export async function updateTriedAgain(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('recording')
    .set({ rules_failed: null })
    .where('rules_failed', 'is not', null)
    .execute()
}

/** Whether a recording that came since then waits for somebody to work on it. */
export async function hasNew(db: Kysely<Database>, since: Date): Promise<boolean> {
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

export async function isStopped(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('recording_rework').select('is_stopped').executeTakeFirstOrThrow()
  return row.is_stopped
}

export async function updateStopped(db: Kysely<Database>, stopped: boolean): Promise<void> {
  await db.updateTable('recording_rework').set({ is_stopped: stopped }).execute()
}

export async function countByRules(
  db: Kysely<Database>,
  rules: number,
): Promise<Omit<RecordingRulesState, 'isStopped'>> {
  const isDone = sql<boolean>`${version} >= ${rules}`
  return await db
    .selectFrom('recording')
    .where(workable)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) FILTER (WHERE ${isDone})`.as('done'),
      sql<number>`count(*) FILTER (WHERE NOT ${isDone} AND rules_failed = ${rules})`.as('failed'),
    ])
    .executeTakeFirstOrThrow()
}
