import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import { Bindings, type Zone } from './bindings.ts'
import { csvLine, neutralSql } from './csv.ts'
import { detailsWhere, type DetailsPlan, sortKeys } from './details.ts'
import { type FieldName, fieldOf } from './fields.ts'

export interface CsvExport {
  calls: CallStore
  /** Name by id, of every customer in the scope. */
  customers: ReadonlyMap<string, string>
  signal?: AbortSignal
}

/**
 * All calls of a list as CSV. The engine writes the lines and they pass through as they are, so that a million of
 * them need no more memory than a thousand.
 */
export async function* detailsCsv(
  scope: Scope,
  plan: Omit<DetailsPlan, 'columns'> & { columns: readonly FieldName[] },
  { calls, customers, signal }: CsvExport,
): AsyncGenerator<Uint8Array> {
  const bindings = new Bindings()
  const zone = bindings.zone(plan.span.from.timeZoneId)
  const where = detailsWhere(scope, { ...plan, columns: [] }, bindings)
  const select = plan.columns.map((name) => cellSql(name, { bindings, zone, customers })).join(', ')
  const order = plan.desc ? 'DESC' : 'ASC'
  const header = Buffer.from(csvLine(plan.columns.map((name) => headerOf(name, plan.span.from.timeZoneId))))
  const lines = calls.stream({
    sql: `SELECT ${select} FROM calls WHERE ${where} ORDER BY ${sortKeys[plan.sort].sql} ${order}, id ${order}`,
    params: bindings.params,
    format: 'CSV',
    ...(signal && { signal }),
  })
  let isFirst = true
  for await (const chunk of lines) {
    // With the first lines, so that a query that fails at once is an error and not an empty file.
    yield isFirst ? Buffer.concat([header, chunk]) : chunk
    isFirst = false
  }
  if (isFirst) yield header
}

function headerOf(name: FieldName, timeZone: string): string {
  const { label, kind, unit } = fieldOf(name)
  if (kind === 'instant') return `${label} (${timeZone})`
  return unit === undefined ? label : `${label} (${unit})`
}

function cellSql(
  name: FieldName,
  { bindings, zone, customers }: { bindings: Bindings; zone: Zone; customers: ReadonlyMap<string, string> },
): string {
  const { kind, sql } = fieldOf(name)
  const column = sql(zone)
  if (name === 'customer') {
    const ids = bindings.bind([...customers.keys()], 'Array(UUID)')
    const names = bindings.bind([...customers.values()], 'Array(String)')
    return neutralSql(`transform(${column}, ${ids}, ${names}, '')`)
  }
  switch (kind) {
    case 'text':
      return neutralSql(column)
    case 'tags':
      return neutralSql(`arrayStringConcat(${column}, ', ')`)
    case 'instant':
      return `ifNull(formatDateTime(${column}, '%Y-%m-%d %H:%i:%S', ${zone()}), '')`
    case 'uuid':
      return `ifNull(toString(${column}), '')`
    case 'boolean':
      return `multiIf(isNull(${column}), '', ${column}, 'yes', 'no')`
    case 'integer':
    case 'decimal':
      return `ifNull(toString(${column}), '')`
  }
}
