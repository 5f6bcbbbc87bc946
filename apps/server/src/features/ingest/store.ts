import { createHash, randomUUID } from 'node:crypto'
import { callStatuses, directions } from '@callboard/contract/fields'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../db/call-store.ts'
import { instantParam, Integer } from '../../db/row-values.ts'
import type { Database } from '../../db/schema.ts'
import type { IngestCustomer } from './check.ts'
import type { CallVersion } from './classify.ts'
import type { RowError } from './row-errors.ts'
import type { RelatedCall, Relation } from './relation-rules.ts'

export async function selectIngestCustomer(
  db: Kysely<Database>,
  by: { id: string } | { code: string },
): Promise<IngestCustomer | undefined> {
  return await db
    .selectFrom('customer')
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('code', '=', by.code)))
    .select(['id', 'code', 'country'])
    .executeTakeFirst()
}

export interface QuarantinedRow extends RowError {
  sourceSystem: string
  externalCallId: string | null
  raw: string
  line: number
}

// PostgreSQL takes 65,535 parameters a statement.
const quarantinedAtOnce = 1000

/** Keeps rejected rows as they were sent. The same row again only updates when and why it was last rejected. */
export async function insertQuarantined(
  db: Kysely<Database>,
  customerId: string,
  rejected: readonly QuarantinedRow[],
): Promise<void> {
  const rows = new Map<string, ReturnType<typeof quarantineValues>>()
  for (const row of rejected) {
    const values = quarantineValues(customerId, row)
    rows.set(`${row.sourceSystem}\n${values.raw_hash.toString('hex')}`, values)
  }
  const all = [...rows.values()]
  for (let from = 0; from < all.length; from += quarantinedAtOnce) {
    await db
      .insertInto('quarantine')
      .values(all.slice(from, from + quarantinedAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'source_system', 'raw_hash']).doUpdateSet((row) => ({
          code: row.ref('excluded.code'),
          description: row.ref('excluded.description'),
          line: row.ref('excluded.line'),
          received_at: sql<Date>`now()`,
        })),
      )
      .execute()
  }
}

function quarantineValues(customerId: string, row: QuarantinedRow) {
  return {
    customer_id: customerId,
    source_system: row.sourceSystem,
    external_call_id: row.externalCallId,
    // PostgreSQL's text cannot contain a NUL; JSON can only write it as this escape.
    raw: row.raw.replaceAll('\0', '\\u0000').toWellFormed(),
    raw_hash: createHash('sha256').update(row.raw).digest(),
    code: row.code,
    description: row.description,
    line: row.line,
  }
}

/** A version of a call that is, or will be, in the table: enough to find it there, and its caller. */
export interface KnownCall extends CallVersion {
  id: string
  customerId: string
  startedAt: string
  direction: (typeof directions)[number]
  callerNumber: string
  targetNumber: string
  isLeg: boolean
}

const KnownRow = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    revision: Integer.nullable(),
    hash: z.string(),
    started: z.string(),
    direction: z.enum(directions),
    caller_number: z.string(),
    target_number: z.string(),
    is_leg: z.int(),
  })
  .transform((row): KnownCall => ({
    id: row.id,
    customerId: row.customer_id,
    revision: row.revision,
    contentHash: row.hash,
    startedAt: row.started,
    direction: row.direction,
    callerNumber: row.caller_number,
    targetNumber: row.target_number,
    isLeg: row.is_leg === 1,
  }))

// The engine would quote an array of ten thousand ids one by one on the main thread: 25 ms against 3.
const idList = `SELECT toUUID(arrayJoin(splitByChar(',', {ids:String})))`
const indexedIds = 500

/** The stored versions of these calls. */
export async function selectKnownCalls(
  calls: CallStore,
  {
    customerIds,
    ids,
    withinMs,
  }: { customerIds: readonly string[]; ids: readonly string[]; withinMs: number },
): Promise<KnownCall[]> {
  if (ids.length === 0) return []
  return await calls.query({
    sql: `SELECT id, customer_id, revision, toString(content_hash) AS hash, toString(started_at) AS started,
        direction, caller_number, target_number, isNotNull(parent_call_id) AS is_leg
      FROM calls WHERE customer_id IN {customers:Array(UUID)} AND id IN (${idList})`,
    params: { customers: customerIds, ids: ids.join(',') },
    row: KnownRow,
    limits: { resultRows: ids.length },
    signal: AbortSignal.timeout(withinMs),
    // For many ids nearly every granule matches, so the index costs more than it saves.
    ...(ids.length > indexedIds && { settings: { use_skip_indexes: 0 } }),
  })
}

export async function selectCallCount(calls: CallStore): Promise<number> {
  const [row] = await calls.query({ sql: 'SELECT count() AS n FROM calls', row: z.object({ n: Integer }) })
  return row?.n ?? 0
}

/** The ids of all stored calls, one per line. */
export function selectCallIds(calls: CallStore, signal: AbortSignal): AsyncIterable<Uint8Array> {
  return calls.stream({ sql: 'SELECT id FROM calls', format: 'TSV', limits: { threads: 1 }, signal })
}

/** 0 when there are no calls. */
export async function selectNewestVersion(calls: CallStore): Promise<number> {
  const [row] = await calls.query({
    sql: 'SELECT max(version) AS newest FROM calls',
    row: z.object({ newest: Integer }),
  })
  return row?.newest ?? 0
}

/** Deletes the versions that corrections replace; versions from `before` on stay. */
export async function deleteReplaced(
  calls: CallStore,
  replaced: readonly Pick<KnownCall, 'id' | 'customerId' | 'startedAt'>[],
  before: number,
): Promise<void> {
  const times = replaced.map((call) => call.startedAt).toSorted()
  await calls.command({
    sql: `DELETE FROM calls WHERE customer_id IN {customers:Array(UUID)}
      AND started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
      AND id IN {ids:Array(UUID)} AND version < {before:UInt64}`,
    params: {
      customers: [...new Set(replaced.map((call) => call.customerId))],
      from: times[0] ?? '',
      to: times.at(-1) ?? '',
      ids: replaced.map((call) => call.id),
      before,
    },
    settings: lightweight,
  })
}

const lightweight = { lightweight_delete_mode: 'lightweight_update', enable_lightweight_update: 1 } as const

export async function insertCalls(calls: CallStore, path: string, deduplicationToken: string): Promise<void> {
  await calls.insertFile({ table: 'calls', path, format: 'JSONEachRow', deduplicationToken })
}

/** What a correction takes over from the version it replaces: all that no source sends. */
const OwnColumns = z.object({
  first_time: z.boolean().nullable(),
  prior_calls: Integer.nullable(),
  returned_at: z.string().nullable(),
  legal_hold: z.boolean(),
})
export type OwnColumns = z.infer<typeof OwnColumns>

const ownColumns = OwnColumns.keyof().options.join(', ')

export async function selectOwnColumns(
  calls: CallStore,
  replaced: readonly Pick<KnownCall, 'id' | 'customerId'>[],
): Promise<Map<string, OwnColumns>> {
  if (replaced.length === 0) return new Map()
  const rows = await calls.query({
    sql: `SELECT id, ${ownColumns} FROM calls
      WHERE customer_id IN {customers:Array(UUID)} AND id IN {ids:Array(UUID)}`,
    params: {
      customers: [...new Set(replaced.map((call) => call.customerId))],
      ids: replaced.map((call) => call.id),
    },
    row: OwnColumns.extend({ id: z.string() }),
    limits: { resultRows: replaced.length, executionSeconds: 20 },
  })
  return new Map(rows.map(({ id, ...own }) => [id, own]))
}

const RelatedRow = z
  .object({
    number: z.string(),
    call_id: z.string(),
    version: Integer,
    direction: z.enum(directions),
    status: z.enum(callStatuses),
    started_ms: Integer,
    answered_ms: Integer.nullable(),
    ended_ms: Integer.nullable(),
    prior_calls: Integer.nullable(),
    returned_ms: Integer.nullable(),
  })
  .transform((row) => ({
    number: row.number,
    id: row.call_id,
    version: row.version,
    direction: row.direction,
    status: row.status,
    startedMs: row.started_ms,
    answeredMs: row.answered_ms,
    endedMs: row.ended_ms,
    priorCalls: row.prior_calls,
    returnedMs: row.returned_ms,
  }))

/**
 * All calls between a customer and these numbers, by number, start and id (as text, as the engine orders GUIDs in another
 * way). Not streamed: a stream is analysed on the main thread, which the list of numbers would block.
 */
export async function selectRelatedCalls(
  calls: CallStore,
  customerId: string,
  numbers: readonly string[],
): Promise<(RelatedCall & { number: string })[]> {
  return await calls.query({
    sql: `SELECT if(direction = 'inbound', caller_number, target_number) AS number, id AS call_id, version,
        direction, status,
        toUnixTimestamp64Milli(started_at) AS started_ms, toUnixTimestamp64Milli(answered_at) AS answered_ms,
        toUnixTimestamp64Milli(ended_at) AS ended_ms, prior_calls,
        toUnixTimestamp64Milli(returned_at) AS returned_ms
      FROM calls
      WHERE customer_id = {customer:UUID} AND isNull(parent_call_id)
        AND ((direction = 'inbound' AND caller_number IN {numbers:Array(String)})
          OR (direction = 'outbound' AND target_number IN {numbers:Array(String)}))
      ORDER BY number, started_ms, toString(id)`,
    params: { customer: customerId, numbers },
    row: RelatedRow,
    limits: { resultRows: mostRelatedCalls, executionSeconds: 120 },
  })
}

// Some 200 bytes each; no caller has more.
const mostRelatedCalls = 1_000_000

/** As lines of TSV for `updateManyRelations`. */
export function encodeRelations(relations: readonly Relation[]): Buffer {
  const lines = relations.map(({ id, version, priorCalls, returnedMs }) => {
    const returnedAt = returnedMs === null ? '\\N' : instantParam(new Date(returnedMs))
    return `${id}\t${version}\t${priorCalls ?? '\\N'}\t${returnedAt}\n`
  })
  return Buffer.from(lines.join(''))
}

/** `updateRelations` for many calls of a customer at once, from a file. */
export async function updateManyRelations(calls: CallStore, customerId: string, path: string): Promise<void> {
  const changes = (column: string) =>
    `transform(id, (SELECT groupArray(id) FROM relation_change WHERE isNotNull(${column})),
      (SELECT groupArray(toInt64(assumeNotNull(${column}))) FROM relation_change WHERE isNotNull(${column})), toInt64(-1))`
  const priors = changes('prior_calls')
  const returns = changes('returned_at').replace('toInt64(', 'toUnixTimestamp64Milli(')
  // Rows of an interrupted run, which is repeated.
  await calls.command({ sql: 'TRUNCATE TABLE relation_change' })
  await calls.insertFile({
    table: 'relation_change',
    path,
    format: 'TSV',
    deduplicationToken: randomUUID(),
  })
  await calls.command({
    sql: `UPDATE calls SET
        first_time = if(${priors} < 0, NULL, ${priors} = 0),
        prior_calls = if(${priors} < 0, NULL, ${priors}),
        returned_at = if(${returns} < 0, NULL, fromUnixTimestamp64Milli(${returns}, 'UTC'))
      WHERE customer_id = {customer:UUID} AND (id, version) IN (SELECT id, version FROM relation_change)`,
    params: { customer: customerId },
    settings: { enable_lightweight_update: 1 },
  })
  await calls.command({ sql: 'TRUNCATE TABLE relation_change' })
}

/**
 * Updates the relations of those versions for which they were computed, so not of corrections that arrived meanwhile. A
 * call without prior calls is the first. Null is passed as -1.
 */
export async function updateRelations(
  calls: CallStore,
  customerId: string,
  relations: readonly Relation[],
): Promise<void> {
  const starts = relations.map((relation) => relation.startedMs)
  const priors = `transform(id, {ids:Array(UUID)}, {priors:Array(Int64)}, toInt64(-1))`
  const returns = `transform(id, {ids:Array(UUID)}, {returns:Array(Int64)}, toInt64(-1))`
  await calls.command({
    sql: `UPDATE calls SET
        first_time = if(${priors} < 0, NULL, ${priors} = 0),
        prior_calls = if(${priors} < 0, NULL, ${priors}),
        returned_at = if(${returns} < 0, NULL, fromUnixTimestamp64Milli(${returns}, 'UTC'))
      WHERE customer_id = {customer:UUID}
        AND started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
        AND id IN {ids:Array(UUID)}
        AND version = transform(id, {ids:Array(UUID)}, {versions:Array(UInt64)}, toUInt64(0))`,
    params: {
      customer: customerId,
      from: instantParam(new Date(starts.reduce((one, other) => Math.min(one, other), Infinity))),
      to: instantParam(new Date(starts.reduce((one, other) => Math.max(one, other), -Infinity))),
      ids: relations.map((relation) => relation.id),
      versions: relations.map((relation) => relation.version),
      priors: relations.map((relation) => relation.priorCalls ?? -1),
      returns: relations.map((relation) => relation.returnedMs ?? -1),
    },
    settings: { enable_lightweight_update: 1 },
  })
}
