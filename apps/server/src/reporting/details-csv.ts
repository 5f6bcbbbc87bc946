import type { Span } from '@callboard/contract/period'
import type { Scope } from '../access/scope.ts'
import type { CallStore, StreamRequest } from '../db/call-store.ts'
import type { Snapshot, Snapshots } from '../db/snapshots.ts'
import { Bindings } from './bindings.ts'
import { csvLine, neutralSql } from './csv.ts'
import { detailsWhere, type DetailsPlan } from './details.ts'
import { type ExportWindow, exportWindows, sortedAtOnce, windowSql } from './export-windows.ts'
import type { AskedField } from '@callboard/contract/field-names'
import { type Field, getField } from './fields.ts'
import { localInstantSql } from './local-time-sql.ts'
import { sortKeyOf } from './sort-keys.ts'
import { memoizedOffsets, type Offsets } from './zone-offsets.ts'

export interface CsvExport {
  calls: CallStore
  snapshots: Snapshots
  /** Name by id, of every customer in the scope. */
  customers: ReadonlyMap<string, string>
  signal?: AbortSignal
  /** About how many rows are sorted at once. */
  rowsAtOnce?: number
}

/**
 * All calls of a list as CSV. The engine sorts and writes the lines part by part, and they are passed on unchanged:
 * ten million of them need no more memory than a hundred thousand. All parts are of one snapshot.
 */
export async function* detailsCsv(
  scope: Scope,
  plan: CsvPlan,
  { snapshots, ...exporting }: CsvExport,
): AsyncGenerator<Uint8Array> {
  const { at, end } = await snapshots.open()
  try {
    yield* detailsCsvAt(scope, plan, { ...exporting, at })
  } finally {
    end()
  }
}

async function* detailsCsvAt(
  scope: Scope,
  plan: CsvPlan,
  {
    calls,
    at,
    customers,
    signal,
    rowsAtOnce = sortedAtOnce,
  }: Omit<CsvExport, 'snapshots'> & { at: Snapshot },
): AsyncGenerator<Uint8Array> {
  const zone = plan.span.from.timeZoneId
  const header = Buffer.from(csvLine(plan.columns.map((name) => headerOf(getField(name), zone))))
  const reading = { calls, at, rowsAtOnce, ...(signal && { signal }) }
  let isFirst = true
  for (const window of await exportWindows(scope, plan, reading)) {
    const statement = windowStatement(scope, plan, { customers, window, at })
    for await (const chunk of calls.stream({ ...statement, format: 'CSV', ...(signal && { signal }) })) {
      // Sent with the first lines, so that a query that fails at once is an error and no empty file.
      yield isFirst ? Buffer.concat([header, chunk]) : chunk
      isFirst = false
    }
  }
  if (isFirst) yield header
}

type CsvPlan = Omit<DetailsPlan, 'columns'> & { columns: readonly AskedField[] }

function windowStatement(
  scope: Scope,
  plan: CsvPlan,
  { customers, window, at }: { customers: CsvExport['customers']; window: ExportWindow; at: Snapshot },
): Pick<StreamRequest, 'sql' | 'params' | 'settings'> {
  const bindings = new Bindings()
  const offsets = memoizedOffsets({ from: plan.span.from, to: latestInstant(plan.span) })
  const conditions = [detailsWhere(scope, plan, { bindings, at }), ...windowSql(plan.sort, window, bindings)]
  const select = plan.columns.map((name) => cellSql(name, { bindings, offsets, customers })).join(', ')
  const order = plan.desc ? 'DESC' : 'ASC'
  return {
    sql: [
      `SELECT ${select} FROM calls WHERE ${conditions.join(' AND ')}`,
      `ORDER BY ${sortKeyOf(plan.sort).sql} ${order}, id ${order}`,
    ].join(' '),
    params: bindings.params,
    // As in the header, and by RFC 4180.
    settings: { output_format_csv_crlf_end_of_line: 1 },
  }
}

/** A call may be answered, end and be returned after the period in which it began, but hardly in the future. */
function latestInstant({ from, to }: Span): Temporal.ZonedDateTime {
  const soon = Temporal.Now.zonedDateTimeISO(from.timeZoneId).add({ days: 2 })
  return Temporal.ZonedDateTime.compare(soon, to) > 0 ? soon : to
}

/** The header names the zone and the unit, which the cells leave out. */
export function headerOf({ label, kind }: Pick<Field, 'label' | 'kind'>, timeZone: string): string {
  if (kind === 'instant') return `${label} (${timeZone})`
  return kind === 'duration' ? `${label} (seconds)` : label
}

function cellSql(
  name: AskedField,
  {
    bindings,
    offsets,
    customers,
  }: { bindings: Bindings; offsets: Offsets; customers: ReadonlyMap<string, string> },
): string {
  const { storedKind, sql } = getField(name)
  const column = sql(offsets)
  if (name === 'customer') {
    const ids = bindings.bind([...customers.keys()], 'Array(UUID)')
    const names = bindings.bind([...customers.values()], 'Array(String)')
    return neutralSql(`transform(${column}, ${ids}, ${names}, '')`)
  }
  switch (storedKind) {
    case 'text':
      return neutralSql(column)
    case 'tags':
      return neutralSql(`arrayStringConcat(${column}, ', ')`)
    case 'instant':
      return `ifNull(formatDateTime(${localInstantSql(column, offsets())}, '%Y-%m-%d %H:%i:%S'), '')`
    case 'uuid':
      return `ifNull(toString(${column}), '')`
    case 'boolean':
      return `multiIf(isNull(${column}), '', ${column}, 'yes', 'no')`
    case 'integer':
    case 'decimal':
      return `ifNull(toString(${column}), '')`
  }
}
