import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { Integer } from '../../../db/calls/row-values.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import { Replaced } from './batch.ts'
import type { IngestCustomer } from './check.ts'
import type { CallVersion } from './classify.ts'
import { sentColumns } from './sent-fields.ts'

const attributesOfCustomer = sql<IngestCustomer['attributes']>`(
  SELECT coalesce(json_agg(json_build_object('slot', slot, 'key', key, 'type', type, 'choices', choices)), '[]')
    FROM attribute WHERE customer_id = customer.id)`

export async function selectIngestCustomer(
  db: Db,
  by: { id: string } | { code: string },
): Promise<IngestCustomer | undefined> {
  return await db
    .selectFrom('customer')
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('code', '=', by.code)))
    .select(['id', 'code', 'country', 'currency', attributesOfCustomer.as('attributes')])
    .executeTakeFirst()
}

/** A version of a call that is, or will be, in the table: enough to find it there, and its caller. */
const KnownCall = Replaced.extend({
  revision: Integer.nullable(),
  contentHash: z.string(),
  isOver: z.boolean(),
} satisfies Record<keyof CallVersion, z.ZodType>)
export type KnownCall = z.infer<typeof KnownCall>

// The engine would quote an array of ten thousand ids one by one on the main thread: 25 ms against 3.
const idList = `SELECT toUUID(arrayJoin(splitByChar(',', {ids:String})))`
const indexedIds = 500

/** Calls to be looked up at a snapshot. */
export interface KnownIds {
  customerIds: readonly string[]
  ids: readonly string[]
  seen: number
  withinMs: number
}

/** The versions of these calls. */
export async function selectKnownCalls(calls: CallStore, asked: KnownIds): Promise<KnownCall[]> {
  const columns = `id, customer_id AS customerId, revision, toString(content_hash) AS contentHash,
    toString(started_at) AS startedAt, direction, caller_number AS callerNumber, target_number AS targetNumber,
    toBool(isNotNull(parent_call_id)) AS isLeg, toBool(status != 'in-progress' AND NOT end_unknown) AS isOver`
  return await selectByIds(calls, asked, { columns, row: KnownCall })
}

const SentRow = z.looseObject({ id: z.string() })

/** All that tells what the sources of these calls have sent. */
export async function selectSentRows(calls: CallStore, asked: KnownIds): Promise<z.infer<typeof SentRow>[]> {
  return await selectByIds(calls, asked, { columns: ['id', ...sentColumns].join(', '), row: SentRow })
}

async function selectByIds<Row>(
  calls: CallStore,
  { customerIds, ids, seen, withinMs }: KnownIds,
  { columns, row }: { columns: string; row: z.ZodType<Row> },
): Promise<Row[]> {
  if (ids.length === 0) return []
  return await calls.query({
    sql: `SELECT ${columns}
      FROM calls WHERE customer_id IN {customers:Array(UUID)} AND id IN (${idList})
        AND ${seenSql}`,
    params: { customers: customerIds, ids: ids.join(','), seen },
    row,
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

export async function insertCalls(calls: CallStore, path: string, deduplicationToken: string): Promise<void> {
  await calls.insertFile({ table: 'calls', path, format: 'JSONEachRow', deduplicationToken })
}

/** What a correction takes over from the version it replaces: all that no source sends. */
const OwnColumns = z.object({
  first_time: z.boolean().nullable(),
  prior_calls: Integer.nullable(),
  returned_at: z.string().nullable(),
  legal_hold: z.boolean(),
  sounds: z.array(z.string()),
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
      WHERE customer_id IN {customers:Array(UUID)} AND id IN {ids:Array(UUID)} AND seen_to = 0`,
    params: {
      customers: [...new Set(replaced.map((call) => call.customerId))],
      ids: replaced.map((call) => call.id),
    },
    row: OwnColumns.extend({ id: z.string() }),
    limits: { resultRows: replaced.length, executionSeconds: 20 },
  })
  return new Map(rows.map(({ id, ...own }) => [id, own]))
}
