import { createHash } from 'node:crypto'
import { maxQuarantined, type QuarantinedForm } from '@callboard/contract/quarantine'
import { sql } from 'kysely'
import { callId } from '../../../db/call-id.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { withoutSecretKeys } from './dialled-keys.ts'
import type { RowError } from './row-errors.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

export interface QuarantinedRow extends RowError {
  sourceSystem: string
  externalCallId: string | null
  /** Only a part of that call. */
  isLeg?: boolean | undefined
  raw: string
  line: number
  /** Whether it changes only the fields that it names. */
  isMerge: boolean
  form: QuarantinedForm
}

// PostgreSQL takes 65,535 parameters a statement.
const quarantineBatchSize = 1000

type Values = ReturnType<typeof quarantineValues>

/**
 * Keeps rejected rows as they were sent. The same row again only updates when and why it was last rejected; of a source
 * that has too many already, new ones are only counted.
 */
export async function insertQuarantined(
  db: Db,
  customerId: string,
  rejected: readonly QuarantinedRow[],
): Promise<void> {
  const rows = new Map<string, Values>()
  for (const row of rejected) {
    const values = quarantineValues(customerId, row)
    rows.set(`${row.sourceSystem}\n${values.raw_hash.toString('hex')}`, values)
  }
  const kept = new Set<Values>()
  for (const [sourceSystem, ofSource] of Map.groupBy(rows.values(), (row) => row.source_system))
    for (const row of await withinLimit(db, { customerId, sourceSystem }, ofSource)) kept.add(row)
  const all = [...rows.values()]
  const [fitting, dropped] = [all.filter((row) => kept.has(row)), all.filter((row) => !kept.has(row))]
  for (const some of inPartsOf(quarantineBatchSize, fitting)) await upsert(db, some)
  for (const [sourceSystem, ofSource] of Map.groupBy(dropped, (row) => row.source_system))
    await countDropped(db, { customerId, sourceSystem }, ofSource.length)
}

interface Source {
  customerId: string
  sourceSystem: string
}

/** Those that are there already, and as many others as there is room for. */
async function withinLimit(
  db: Db,
  { customerId, sourceSystem }: Source,
  rows: readonly Values[],
): Promise<readonly Values[]> {
  const source = await db
    .selectFrom('quarantine_source')
    .where('customer_id', '=', customerId)
    .where('source_system', '=', sourceSystem)
    .select('kept')
    .executeTakeFirst()
  const free = maxQuarantined - (source?.kept ?? 0)
  if (rows.length <= free) return rows
  const hashes = rows.map(({ raw_hash: hash }) => hash.toString('hex'))
  const { rows: found } = await sql<{ hash: string }>`SELECT encode(raw_hash, 'hex') AS hash FROM quarantine
    WHERE customer_id = ${customerId} AND source_system = ${sourceSystem}
      AND raw_hash IN (SELECT decode(hash, 'hex') FROM unnest(${hashes}::text[]) AS hash)`.execute(db)
  const known = new Set(found.map(({ hash }) => hash))
  const isKnown = ({ raw_hash: hash }: Values) => known.has(hash.toString('hex'))
  const fresh = rows.filter((row) => !isKnown(row))
  return [...rows.filter(isKnown), ...fresh.slice(0, Math.max(0, free))]
}

async function upsert(db: Db, rows: readonly Values[]): Promise<void> {
  await db
    .insertInto('quarantine')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'source_system', 'raw_hash']).doUpdateSet((row) => ({
        code: row.ref('excluded.code'),
        description: row.ref('excluded.description'),
        value: row.ref('excluded.value'),
        line: row.ref('excluded.line'),
        is_merge: row.ref('excluded.is_merge'),
        form: row.ref('excluded.form'),
        raw: row.ref('excluded.raw'),
        received_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

async function countDropped(db: Db, { customerId, sourceSystem }: Source, dropped: number): Promise<void> {
  await sql`UPDATE quarantine_source SET dropped = dropped + ${dropped}, dropped_since = coalesce(dropped_since, now())
    WHERE customer_id = ${customerId} AND source_system = ${sourceSystem}`.execute(db)
}

function quarantineValues(customerId: string, row: QuarantinedRow) {
  const { sourceSystem, externalCallId: external, form } = row
  // Of all that was said of a call there is one row, however much more is said.
  const hashed = form === 'events' && external !== null ? `events of ${external}` : row.raw
  return {
    customer_id: customerId,
    source_system: sourceSystem,
    external_call_id: external,
    call_id: external === null || row.isLeg === true ? null : callId(customerId, sourceSystem, external),
    // PostgreSQL's text cannot contain a NUL; JSON can only write it as this escape.
    raw: withoutSecretKeys(row.raw.replaceAll('\0', '\\u0000').toWellFormed()),
    raw_hash: createHash('sha256').update(hashed).digest(),
    code: row.code,
    description: row.description,
    value: row.value?.toWellFormed() ?? null,
    line: row.line,
    is_merge: row.isMerge,
    form,
  }
}

/** A call that was accepted, and when. */
interface AcceptedCall {
  id: string
  acceptedMs: number
}

/** Whether a row is kept that tells of a call: asked before each of the many calls of an insert is looked for. */
export async function hasRejectedCalls(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`SELECT EXISTS (SELECT FROM quarantine WHERE call_id IS NOT NULL) AS has`.execute(db)
  return rows.some(({ has }) => has)
}

/**
 * Takes out what was rejected of calls before these were accepted whole, as new or changed: their sources have mended it. Fields
 * that were to be merged stay until they are retried, as a call that is sent whole need not have them; what is unclear of the events of a
 * call may be so beside the call.
 */
export async function deleteAccepted(db: Db, calls: readonly AcceptedCall[]): Promise<void> {
  if (calls.length === 0) return
  const ids = calls.map(({ id }) => id)
  const times = calls.map(({ acceptedMs }) => acceptedMs)
  await sql`DELETE FROM quarantine USING unnest(${ids}::uuid[], ${times}::bigint[]) AS accepted (id, ms)
    WHERE call_id = accepted.id AND NOT is_merge AND form <> 'events'
      AND received_at <= to_timestamp(accepted.ms / 1000.0)`.execute(db)
}
