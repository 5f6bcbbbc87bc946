import type { Filter } from '@callboard/contract/calls'
import type { Span } from '@callboard/contract/period'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { instantParam } from '../../db/calls/row-values.ts'
import { AppError } from '../../lib/app-error.ts'
import { Bindings } from '../sql/bindings.ts'
import type { CustomerFields } from '../sql/fields.ts'
import { requireFilters } from '../sql/filters.ts'
import { isOfHearing } from '../sql/hearing.ts'
import { isOfWaiting } from '../sql/missed-callers.ts'
import { scopeSql } from '../sql/scope-sql.ts'
import { isOfWords } from '../sql/spoken-words.ts'
import { selectCall, storedCallFields } from '../summary/call-columns.ts'
import { detailsWhere } from './details.ts'

interface Asking extends StoredCalls {
  signal?: AbortSignal
}

/** A call, and when it started as far as whoever asks knows. */
export interface KnownCall {
  id: string
  startedAt: Date
}

/** Throws `invalid` for filters that depend on who asks, or on more than the call itself. */
export function requireOwnFilters(
  filters: readonly Filter[],
  { field, customerFields }: { field: string; customerFields: CustomerFields },
): void {
  const foreign = filters.find((filter) => isOfWords(filter) || isOfHearing(filter) || isOfWaiting(filter))
  if (foreign !== undefined) {
    const description =
      'Filters by words in transcripts, by who can listen, and by waiting callers cannot be used here.'
    throw new AppError('invalid', description, { field })
  }
  requireFilters(filters, { span: spanOf([]), customerFields })
}

/** Those of the calls that are in the scope and that the call list would show with these filters. */
export async function matchCalls(
  scope: Scope,
  {
    known,
    filters,
    customerFields,
  }: { known: readonly KnownCall[]; filters: readonly Filter[]; customerFields: CustomerFields },
  { calls, snapshots, signal }: Asking,
): Promise<ReadonlySet<string>> {
  if (known.length === 0) return new Set()
  const plan = {
    filters: [...filters],
    customerFields,
    entities: undefined,
    isRecalculating: false,
    span: spanOf(known),
    keyword: undefined,
  }
  const rows = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    const ids = bindings.bind(
      known.map(({ id }) => id),
      'Array(UUID)',
    )
    return await calls.query({
      sql: `SELECT id FROM calls WHERE id IN ${ids} AND ${detailsWhere(scope, plan, { bindings, at: reading.at })}`,
      params: bindings.params,
      row: z.object({ id: z.string() }),
      limits: { resultRows: known.length },
      signal: reading.signal,
    })
  })
  return new Set(rows.map(({ id }) => id))
}

/** Those of the calls that are in the scope, by their ids. */
export async function readKnownCalls(
  scope: Scope,
  known: readonly KnownCall[],
  asking: Asking,
): Promise<Map<string, Record<string, unknown>>> {
  return await readWherever(scope, known, { ...asking, fields: storedCallFields })
}

/** Which of the calls are there, in the scope. */
export async function findPresent(
  scope: Scope,
  known: readonly KnownCall[],
  asking: Asking,
): Promise<ReadonlySet<string>> {
  return new Set((await readWherever(scope, known, { ...asking, fields: ['id'] })).keys())
}

interface ReadingByIds extends Asking {
  fields: readonly string[]
}

async function readWherever(
  scope: Scope,
  known: readonly KnownCall[],
  asking: ReadingByIds,
): Promise<Map<string, Record<string, unknown>>> {
  if (known.length === 0) return new Map()
  const found = await readByIds(scope, known, { ...asking, isWithinTimes: true })
  // A correction may have moved a call to another time.
  const moved = known.filter(({ id }) => !found.has(id))
  if (moved.length === 0) return found
  return new Map([...found, ...(await readByIds(scope, moved, { ...asking, isWithinTimes: false }))])
}

async function readByIds(
  scope: Scope,
  known: readonly KnownCall[],
  { calls, snapshots, signal, isWithinTimes, fields }: ReadingByIds & { isWithinTimes: boolean },
): Promise<Map<string, Record<string, unknown>>> {
  const { select, row } = selectCall(fields)
  const { from, to } = spanOf(known)
  const rows = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    const ids = bindings.bind(
      known.map(({ id }) => id),
      'Array(UUID)',
    )
    const conditions = [`id IN ${ids}`, scopeSql(scope, reading.at, bindings)]
    if (isWithinTimes) {
      const [first, last] = [from, to].map(({ epochMilliseconds }) =>
        bindings.bind(instantParam(new Date(epochMilliseconds)), "DateTime64(3, 'UTC')"),
      )
      conditions.push(`started_at >= ${first}`, `started_at < ${last}`)
    }
    return await calls.query({
      sql: `SELECT ${select} FROM calls WHERE ${conditions.join(' AND ')}`,
      params: bindings.params,
      row,
      limits: { resultRows: known.length },
      signal: reading.signal,
    })
  })
  return new Map(rows.map((call) => [String(call['id']), call]))
}

/** From the first to the last of them. */
function spanOf(known: readonly KnownCall[]): Span {
  const times = known.map(({ startedAt }) => startedAt.getTime())
  const utc = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  const first = times.length === 0 ? 0 : Math.min(...times)
  const last = times.length === 0 ? 0 : Math.max(...times)
  return { from: utc(first), to: utc(last + 1), back: { milliseconds: last + 1 - first } }
}
