import type { AgentChannel, ChannelOrder } from '@callboard/contract/recording-channels'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type {
  RecordingContentTable,
  RecordingTable,
  RecordingTicketTable,
} from '../../../db/tables/recording-tables.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { NumberRules } from './number-rules.ts'

export type RecordingRow = Selectable<RecordingTable>
/** With what its customer says of who hears it. */
export type HeardRecording = RecordingRow & { requires_speech_check: boolean; channel_order: ChannelOrder }
export type RecordingContent = Selectable<RecordingContentTable>
export type TicketRow = Selectable<RecordingTicketTable>

/** To be called before a file is written, so that none is forgotten. */
export async function insertFile(db: Db, key: string): Promise<void> {
  await db.insertInto('recording_file').values({ key, at: new Date() }).execute()
}

/** Forgets a file that no recording names; false when one does. To be followed by the file itself. */
export async function deleteFile(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM recording_file WHERE key = ${key}
    AND NOT EXISTS (SELECT FROM recording WHERE original_key = key OR redacted_key = key)
    AND NOT EXISTS (SELECT FROM early_recording WHERE original_key = key)
    RETURNING key`.execute(db)
  return rows.length > 0
}

/** Files that no recording names, and that were begun before. */
export async function selectLeftFiles(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM recording_file WHERE at < ${before}
    AND NOT EXISTS (SELECT FROM recording WHERE original_key = key)
    AND NOT EXISTS (SELECT FROM recording WHERE redacted_key = key)
    AND NOT EXISTS (SELECT FROM early_recording WHERE original_key = key)`.execute(db)
  return rows.map(({ key }) => key)
}

export async function insertRecording(db: Db, values: Insertable<RecordingTable>): Promise<RecordingRow> {
  const row = await db.insertInto('recording').values(values).returningAll().executeTakeFirstOrThrow()
  await db.insertInto('recording_content').values({ recording_id: row.id }).execute()
  return row
}

/** Keeps other recordings of a call from being added until the transaction ends. */
export async function lockCall(transaction: Db, callId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`callboard.recordings ${callId}`}, 0))`.execute(
    transaction,
  )
}

function heardRecordings(db: Db) {
  return db
    .selectFrom('recording')
    .innerJoin('customer', 'customer.id', 'recording.customer_id')
    .selectAll('recording')
    .select(['requires_speech_check', 'channel_order'])
}

/** The oldest first. */
export async function selectRecordingsOfCalls(db: Db, callIds: readonly string[]): Promise<HeardRecording[]> {
  return await heardRecordings(db)
    .where('call_id', '=', idsOf(callIds))
    .orderBy('recording.created_at')
    .orderBy('recording.id')
    .execute()
}

export async function selectRecording(db: Db, id: string): Promise<HeardRecording | undefined> {
  return await heardRecordings(db).where('recording.id', '=', id).executeTakeFirst()
}

/** Which spoken numbers of its recordings a customer does not want to be heard. */
export async function selectNumberRules(db: Db, customerId: string): Promise<NumberRules> {
  return await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select(['redacted_numbers as numbers', 'redacts_birth_dates as birthDates'])
    .select('redacts_licences as licences')
    .executeTakeFirstOrThrow()
}

export async function selectContent(db: Db, recordingId: string): Promise<RecordingContent> {
  return await db
    .selectFrom('recording_content')
    .where('recording_id', '=', recordingId)
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** Nobody has it for himself until later, or for that time no more. */
export const isFree = (until: 'worked_until' | 'speech_until') =>
  sql<boolean>`(${sql.ref(until)} IS NULL OR ${sql.ref(until)} < ${new Date()})`

/** Recordings that are to be worked on and that nobody works on, the oldest first. */
export async function selectPending(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('recording')
    .where('redaction_status', '=', 'pending')
    .where('created_at', '<=', before)
    .where(isFree('worked_until'))
    .orderBy('created_at')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What was being worked on by a process that is no more. */
export async function updateUnclaimed(db: Db): Promise<void> {
  await db
    .updateTable('recording')
    .set({ worked_until: null })
    .where('worked_until', 'is not', null)
    .execute()
}

/** Takes a recording that is to be worked on; undefined when somebody else has, or there is nothing to do. */
export async function claimRecording(db: Db, id: string, until: Date): Promise<RecordingRow | undefined> {
  return await db
    .updateTable('recording')
    .set({ worked_until: until })
    .where('id', '=', id)
    .where('redaction_status', '=', 'pending')
    .where(isFree('worked_until'))
    .returningAll()
    .executeTakeFirst()
}

export async function updateClaim(db: Db, id: string, until: Date | null): Promise<void> {
  await db.updateTable('recording').set({ worked_until: until }).where('id', '=', id).execute()
}

/** Keeps what work on that revision has found; false when the recording was changed meanwhile. */
export async function updateWorked(
  db: Db,
  { id, revision }: Pick<RecordingRow, 'id' | 'revision'>,
  {
    recording,
    content,
  }: { recording: Updateable<RecordingTable>; content?: Updateable<RecordingContentTable> },
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const updated = await transaction
      .updateTable('recording')
      .set({ ...recording, worked_until: null, tried_at: null, revision: revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .returning('id')
      .executeTakeFirst()
    if (updated === undefined) return false
    if (content === undefined) return true
    await transaction.updateTable('recording_content').set(content).where('recording_id', '=', id).execute()
    return true
  })
}

/** Keeps what was said, as somebody gave it, which is to be looked through again; false when the original is gone. */
export async function updateTranscript(
  db: Db,
  id: string,
  {
    transcript,
    agentChannel,
  }: { transcript: RecordingContent['transcript']; agentChannel?: AgentChannel | undefined },
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    if (!(await updatePending(transaction, id))) return false
    await transaction
      .updateTable('recording')
      .set({ speech_state: 'none', speech_error: null, speech_not_before: null, transcript_by: null })
      .$if(agentChannel !== undefined, (all) => all.set({ agent_channel: agentChannel ?? null }))
      .where('id', '=', id)
      .execute()
    await transaction
      .updateTable('recording_content')
      .set({ transcript: JSON.stringify(transcript) })
      .where('recording_id', '=', id)
      .execute()
    return true
  })
}

/** To be worked on again; nobody hears its redacted version until then. False when its original is gone. */
async function updatePending(db: Db, id: string): Promise<boolean> {
  const updated = await db
    .updateTable('recording')
    .set({ redaction_status: 'pending', error: null, tried_at: null, revision: sql`revision + 1` })
    .where('id', '=', id)
    .where('original_key', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function insertTicket(db: Db, values: Insertable<RecordingTicketTable>): Promise<void> {
  await db.insertInto('recording_ticket').values(values).execute()
}

export async function selectTicket(db: Db, tokenHash: Uint8Array): Promise<TicketRow | undefined> {
  return await db
    .selectFrom('recording_ticket')
    .where('token_hash', '=', tokenHash)
    .selectAll()
    .executeTakeFirst()
}

/** True for the first use of a ticket alone. */
export async function updateTicketUse(db: Db, tokenHash: Uint8Array, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('recording_ticket')
    .set({ first_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('first_used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** The reason that was given in this session since then to hear the original; undefined when there was none. */
export async function selectReason(
  db: Db,
  { sessionId, recordingId, since }: { sessionId: string; recordingId: string; since: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('recording_ticket')
    .where('session_id', '=', sessionId)
    .where('recording_id', '=', recordingId)
    .where('is_redacted', '=', false)
    .where('reason', 'is not', null)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .select('reason')
    .executeTakeFirst()
  return row?.reason ?? undefined
}

/** Those that are of no use any more. */
export async function deleteTicketsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('recording_ticket').where('created_at', '<', before).execute()
}

/** Which recordings are deleted. */
export interface RecordingsToDelete {
  customerId: string
  /** Of these calls, which go too, with what was still to be fetched of them; of all unless given. */
  callIds?: readonly string[]
  /** Of calls that began before it. */
  before: Date
  /** Calls whose recordings stay. */
  kept: readonly string[]
}

export const idsOf = (ids: readonly string[]) => sql<string>`ANY(${[...ids]}::uuid[])`

/** Recordings of a customer's calls that began before a time. */
export async function deleteRecordings(
  transaction: Db,
  { customerId, callIds, before, kept }: RecordingsToDelete,
): Promise<Pick<RecordingRow, 'call_started_at' | 'original_key' | 'redacted_key'>[]> {
  return await transaction
    .deleteFrom('recording')
    .where('customer_id', '=', customerId)
    .where('call_started_at', '<', before)
    .where((where) => where.not(where('call_id', '=', idsOf(kept))))
    .$if(callIds !== undefined, (all) => all.where('call_id', '=', idsOf(callIds ?? [])))
    .returning(['call_started_at', 'original_key', 'redacted_key'])
    .execute()
}

export async function selectRecordedCalls(
  db: Db,
  { customerId, before, limit }: { customerId: string; before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('recording')
    .where('customer_id', '=', customerId)
    .where('call_started_at', '<', before)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM call_hold WHERE id = call_id)`)
    .select('call_id')
    .distinct()
    .limit(limit)
    .execute()
  return rows.map(({ call_id: id }) => id)
}

export async function countRecordings(
  db: Db,
  { customerId, before, kept }: RecordingsToDelete,
): Promise<{ count: number; oldest: Date | null; held: number }> {
  const isKept = sql<boolean>`call_id = ${idsOf(kept)}`
  return await db
    .selectFrom('recording')
    .where('customer_id', '=', customerId)
    .where('call_started_at', '<', before)
    .select([
      sql<number>`count(*) FILTER (WHERE NOT ${isKept})`.as('count'),
      sql<Date | null>`min(call_started_at) FILTER (WHERE NOT ${isKept})`.as('oldest'),
      sql<number>`count(*) FILTER (WHERE ${isKept})`.as('held'),
    ])
    .executeTakeFirstOrThrow()
}

/** What an edit of the ranges depends on; other edits wait until the transaction ends. */
export async function lockSpans(transaction: Db, id: string) {
  return await transaction
    .selectFrom('recording')
    .innerJoin('recording_content', 'recording_id', 'recording.id')
    .where('recording.id', '=', id)
    .select(['original_key', 'revision', 'duration', 'spans'])
    .forUpdate('recording')
    .executeTakeFirstOrThrow()
}

/** Keeps them; the recording is to be worked on again. */
export async function updateSpans(
  transaction: Db,
  id: string,
  spans: RecordingContent['spans'],
): Promise<void> {
  await updatePending(transaction, id)
  await transaction
    .updateTable('recording_content')
    .set({ spans: JSON.stringify(spans) })
    .where('recording_id', '=', id)
    .execute()
}

/** As a change of the call. */
export async function insertCallChange(
  transaction: Db,
  { callId, callName, changes }: { callId: string; callName: string; changes: readonly object[] },
): Promise<void> {
  await sql`SELECT write_change('call', ${callId}, ${callName}, 'update', ${JSON.stringify(changes)}::jsonb)`.execute(
    transaction,
  )
}
