import type { AskedField } from '@callboard/contract/field-names'
import type { Span } from '@callboard/contract/period'
import { z } from 'zod'
import type { Scope } from '../access/scope.ts'
import type { CallStore, StreamRequest } from '../db/call-store.ts'
import type { Snapshot, Snapshots } from '../db/snapshots.ts'
import { Bindings } from './bindings.ts'
import {
  type CellNames,
  customerTexts,
  findNames,
  foundSql,
  hasNames,
  headersOf,
  pickNames,
} from './cell-names.ts'
import { csvLine, neutral, neutralSql } from './csv.ts'
import { type CallSelection, detailsWhere } from './details.ts'
import {
  type ExportWindow,
  exportWindows,
  type ListOrder,
  sortedAtOnce,
  windowSql,
} from './export-windows.ts'
import { type Field, getField, isNothingSql } from './fields.ts'
import { listOrderSql } from './list-order.ts'
import { localInstantSql } from './local-time-sql.ts'
import { memoizedOffsets, type Offsets } from './zone-offsets.ts'

/** A list of calls as a file. */
export interface CsvPlan extends CallSelection {
  columns: readonly AskedField[]
  /** One field or more; calls without a value come last. */
  order: readonly ListOrder[]
  /** Undefined: all. */
  limit: number | undefined
}

export interface CsvExport {
  calls: CallStore
  snapshots: Snapshots
  /** Of everything in the scope. */
  names: CellNames
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

type Exporting = Omit<CsvExport, 'snapshots'> & { at: Snapshot }

async function* detailsCsvAt(
  scope: Scope,
  plan: CsvPlan,
  { calls, at, names, signal, rowsAtOnce = sortedAtOnce }: Exporting,
): AsyncGenerator<Uint8Array> {
  const zone = plan.span.from.timeZoneId
  const reading = { calls, at, rowsAtOnce, ...(signal && { signal }) }
  const occurring = await readOccurring(scope, plan, { ...reading, names })
  const titles = plan.columns.flatMap((name) => titlesOf(name, getField(name), { zone, ...occurring }))
  const header = Buffer.from(csvLine(titles))
  let isFirst = true
  for (const window of await exportWindows(scope, plan, reading)) {
    const statement = windowStatement(scope, plan, { ...occurring, window, at })
    for await (const chunk of calls.stream({ ...statement, format: 'CSV', ...(signal && { signal }) })) {
      // Sent with the first lines, so that a query that fails at once is an error and no empty file.
      yield isFirst ? Buffer.concat([header, chunk]) : chunk
      isFirst = false
    }
  }
  if (isFirst) yield header
}

interface Occurring {
  /** Of the amounts in a file, each with a column of its own: a sum over a column is one of one currency. */
  currencies: readonly string[]
  /** Those of ids and codes in the file: all that there are would be read again for each part of it. */
  names: CellNames
}

/** What occurs in a file, by one look at its calls. */
async function readOccurring(
  scope: Scope,
  plan: CsvPlan,
  { calls, at, names, signal }: Pick<Exporting, 'calls' | 'at' | 'names' | 'signal'>,
): Promise<Occurring> {
  const bindings = new Bindings()
  const offsets = memoizedOffsets(plan.span)
  const amounts = plan.columns.map(getField).filter(({ kind }) => kind === 'amount')
  const isAmount = amounts.map((field) => `NOT ${isNothingSql(field, field.sql(offsets))}`).join(' OR ')
  const asked = [...plan.columns, ...plan.order.map(({ field }) => field)]
  const named = [...new Set(asked)].filter((name) => hasNames(name, names))
  const sets = [
    ...(amounts.length === 0 ? [] : [`groupUniqArrayIf(currency, ${isAmount}) AS currencies`]),
    ...named.map((name, place) => `groupUniqArray(toString(${getField(name).sql(offsets)})) AS keys${place}`),
  ]
  if (sets.length === 0) return { currencies: [], names }
  const [found = {}] = await calls.query({
    sql: `SELECT ${sets.join(', ')} FROM calls WHERE ${detailsWhere(scope, plan, { bindings, at })}`,
    params: bindings.params,
    row: z.record(z.string(), z.array(z.string())),
    ...(signal && { signal }),
  })
  const keys = new Map(named.map((name, place) => [name, found[`keys${place}`] ?? []]))
  return { currencies: (found['currencies'] ?? []).toSorted(), names: pickNames(names, keys) }
}

/** The header names the zone and the unit, which the cells leave out. */
export function titlesOf(
  name: string,
  { label, kind }: Pick<Field, 'label' | 'kind'>,
  { zone, currencies, names }: { zone: string; currencies: readonly string[]; names: CellNames },
): string[] {
  if (kind === 'instant') return [`${label} (${zone})`]
  if (kind === 'duration') return [`${label} (seconds)`]
  if (kind === 'amount') return moneyTitles(label, currencies)
  return headersOf(name, label, names)
}

/** A column a currency, and one where there is no amount. */
export function moneyTitles(label: string, currencies: readonly string[]): string[] {
  return currencies.length === 0 ? [label] : currencies.map((currency) => `${label} (${currency})`)
}

interface Cells extends Occurring {
  bindings: Bindings
  offsets: Offsets
}

function windowStatement(
  scope: Scope,
  plan: CsvPlan,
  { window, at, ...occurring }: Occurring & { window: ExportWindow; at: Snapshot },
): Pick<StreamRequest, 'sql' | 'params' | 'settings'> {
  const bindings = new Bindings()
  const offsets = listOffsets(plan.span)
  const cells = { bindings, offsets, ...occurring }
  const conditions = [detailsWhere(scope, plan, { bindings, at }), ...windowSql(plan.order, window, bindings)]
  const select = plan.columns.flatMap((name) => cellsSql(name, cells)).join(', ')
  const limit = plan.limit === undefined ? '' : ` LIMIT ${plan.limit}`
  return {
    sql: [
      `SELECT ${select} FROM calls WHERE ${conditions.join(' AND ')}`,
      `ORDER BY ${listOrderSql(plan.order, cells)}${limit}`,
    ].join(' '),
    params: bindings.params,
    // As in the header, and by RFC 4180.
    settings: { output_format_csv_crlf_end_of_line: 1 },
  }
}

/** A call may be answered, end and be returned after the period in which it began, but hardly in the future. */
export function listOffsets({ from, to }: Span): Offsets {
  const soon = Temporal.Now.zonedDateTimeISO(from.timeZoneId).add({ days: 2 })
  return memoizedOffsets({ from, to: Temporal.ZonedDateTime.compare(soon, to) > 0 ? soon : to })
}

function cellsSql(name: AskedField, { bindings, offsets, names, currencies }: Cells): string[] {
  const field = getField(name)
  const column = field.sql(offsets)
  if (name === 'customer') {
    const codes = customerTexts(names, ({ code }) => neutral(code))
    const texts = customerTexts(names, (customer) => neutral(customer.name))
    return [codes, texts].map((of) => foundSql(column, of, { bindings, type: 'UUID' }))
  }
  if (field.kind === 'amount') return amountsSql(column, currencies, bindings)
  const cell = cellSql(field, column, offsets)
  const named = findNames(name, names)
  if (named === undefined) return [cell]
  // Before they are bound: in SQL the lists of all names would stand in the query once for each look at the text.
  const texts = new Map(Array.from(named, ([code, text]) => [code, neutral(text)]))
  return [cell, foundSql(column, texts, { bindings, type: 'String' })]
}

function amountsSql(column: string, currencies: readonly string[], bindings: Bindings): string[] {
  if (currencies.length === 0) return ["''"]
  return currencies.map(
    (currency) => `if(currency = ${bindings.bind(currency, 'String')}, ifNull(toString(${column}), ''), '')`,
  )
}

function cellSql({ storedKind }: Field, column: string, offsets: Offsets): string {
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
