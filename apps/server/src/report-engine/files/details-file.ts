import type { FileFormat } from '@callboard/contract/export-types'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { StreamRequest } from '../../db/calls/call-store.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { streamLines } from '../../db/calls/stream-lines.ts'
import { Bindings } from '../sql/bindings.ts'
import { type CellNames, hasNames, pickNames } from '../summary/cell-names.ts'
import type { ListPlan } from '../details/details-plan.ts'
import { detailsWhere } from '../details/details.ts'
import { type ExportWindow, planWindows, sortBatchSize, windowSql } from '../details/export-windows.ts'
import { listOffsets, listOrderSql } from '../details/list-order.ts'
import { getField, isNothingSql } from '../sql/fields.ts'
import { memoizedOffsets } from '../sql/zone-offsets.ts'
import { describeFile, type FileAbout, shortConditions } from './formats/about-file.ts'
import { detailsCells, detailsColumns, type Occurring } from './details-cells.ts'
import { type FileColumn, type FileRow, uniqueKeys } from './formats/file-column.ts'
import type { ListWriter } from './formats/file-writer.ts'
import { fileWriters } from './formats/file-writers.ts'
import { ndjson } from './formats/ndjson-file.ts'
import { openAtSnapshot, type OpenedFile } from './opened-file.ts'
import type { FileReading } from './prepared-file.ts'

export interface DetailsFile extends FileReading {
  format: FileFormat
  /** Of the report, for people. */
  name: string
  /** Of everything in the scope. */
  names: CellNames
  about: FileAbout
  /** About how many rows are sorted at once. */
  rowBatchSize?: number
}

/**
 * All calls of a list as a file. The engine sorts and writes them part by part, and what it writes is passed on unchanged:
 * ten million of them need no more memory than a hundred thousand. All parts are of one snapshot.
 */
export async function openDetailsFile(
  scope: Scope,
  plan: ListPlan,
  { snapshots, at: given, rowBatchSize = sortBatchSize, ...file }: DetailsFile,
): Promise<OpenedFile> {
  const { format, name, about, names } = file
  const conditions = shortConditions(plan, { ...about, names })
  const subject = { format, name, span: plan.span, conditions }
  return await openAtSnapshot({ snapshots, at: given }, subject, async (at) => {
    const reading = { ...file, snapshots, at, rowBatchSize }
    const [occurring, { windows, rowCount }] = await Promise.all([
      readOccurring(scope, plan, reading),
      planWindows(scope, plan, reading),
    ])
    const columns = uniqueKeys(
      plan.columns.flatMap((field) => detailsColumns(field, getField(field, plan.customerFields), occurring)),
    )
    return { rowCount, bytes: written(scope, plan, { ...reading, occurring, windows, rowCount, columns }) }
  })
}

interface Writing extends Omit<DetailsFile, 'snapshots' | 'rowBatchSize' | 'at'> {
  at: Snapshot
  occurring: Occurring
  windows: readonly ExportWindow[]
  rowCount: number
  columns: readonly FileColumn[]
}

function written(scope: Scope, plan: ListPlan, writing: Writing): AsyncGenerator<Uint8Array, void> {
  const { columns, name, names, rowCount, signal } = writing
  const about = describeFile(plan, { ...writing.about, names, rowCount })
  const table = { columns, zone: plan.span.from.timeZoneId, name, about, signal }
  const { rows, list } = fileWriters[writing.format]
  if (list === undefined) return rows(table, readRows(parts(scope, plan, { ...writing, list: listAsRows })))
  const windows = list.isOnePart ? [{ from: undefined, to: undefined, rowCount }] : writing.windows
  const lines = parts(scope, plan, { ...writing, windows, list })
  return list.file?.(table, lines) ?? lines
}

/** Rows as the engine writes them for what this process writes itself. */
const listAsRows: ListWriter = {
  ...ndjson.list,
  streamed: 'JSONCompactEachRow',
  select: (cells) => cells.join(', '),
}

const JsonRow = z.array(z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]))
const rowsOfBatch = 500

async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = []
  for await (const line of streamLines(chunks)) {
    if (line !== '') rows.push(JsonRow.parse(JSON.parse(line)))
    if (rows.length < rowsOfBatch) continue
    yield rows
    rows = []
  }
  yield rows
}

async function* parts(
  scope: Scope,
  plan: ListPlan,
  writing: Writing & { list: ListWriter },
): AsyncGenerator<Uint8Array, void> {
  const { calls, windows, list, signal, threads, onRows, onWritten } = writing
  const limits = threads === undefined ? {} : { limits: { threads } }
  let rowsDone = 0
  for (const window of windows) {
    const statement = windowStatement(scope, plan, { ...writing, window })
    yield* calls.stream({
      ...statement,
      ...limits,
      ...(onWritten && { onWritten }),
      format: list.streamed,
      signal,
    })
    rowsDone += window.rowCount
    onRows?.(rowsDone)
  }
}

function windowStatement(
  scope: Scope,
  plan: ListPlan,
  { window, at, occurring, columns, list }: Writing & { list: ListWriter; window: ExportWindow },
): Pick<StreamRequest, 'sql' | 'params' | 'settings'> {
  const { cells: writer, select, settings } = list
  const bindings = new Bindings()
  const offsets = listOffsets(plan.span)
  const conditions = [detailsWhere(scope, plan, { bindings, at }), ...windowSql(plan.order, window, bindings)]
  const cells = plan.columns.flatMap((name) =>
    detailsCells(name, getField(name, plan.customerFields), { ...occurring, bindings, offsets, writer }),
  )
  const limit = plan.limit === undefined ? '' : ` LIMIT ${plan.limit}`
  return {
    sql: [
      `SELECT ${select(cells, columns)} FROM calls WHERE ${conditions.join(' AND ')}`,
      `ORDER BY ${listOrderSql(plan.order, { ...plan, bindings, offsets, names: occurring.names })}${limit}`,
    ].join(' '),
    params: bindings.params,
    ...(settings && { settings }),
  }
}

/** What occurs in a file, by one look at its calls. */
async function readOccurring(
  scope: Scope,
  plan: ListPlan,
  { calls, at, names, signal }: Pick<Writing, 'calls' | 'at' | 'names' | 'signal'>,
): Promise<Occurring> {
  const bindings = new Bindings()
  const offsets = memoizedOffsets(plan.span)
  const amounts = plan.columns
    .map((name) => getField(name, plan.customerFields))
    .filter(({ kind }) => kind === 'amount')
  const isAmount = amounts.map((field) => `NOT ${isNothingSql(field, field.sql(offsets))}`).join(' OR ')
  const asked = [...plan.columns, ...plan.order.map(({ field }) => field)]
  const named = [...new Set(asked)].filter((name) => hasNames(name, names))
  const sets = [
    ...(amounts.length === 0 ? [] : [`groupUniqArrayIf(currency, ${isAmount}) AS currencies`]),
    ...named.map(
      (name, place) =>
        `groupUniqArray(toString(${getField(name, plan.customerFields).sql(offsets)})) AS keys${place}`,
    ),
  ]
  if (sets.length === 0) return { currencies: [], names }
  const [found = {}] = await calls.query({
    sql: `SELECT ${sets.join(', ')} FROM calls WHERE ${detailsWhere(scope, plan, { bindings, at })}`,
    params: bindings.params,
    row: z.record(z.string(), z.array(z.string())),
    signal,
  })
  const keys = new Map(named.map((name, place) => [name, found[`keys${place}`] ?? []]))
  return { currencies: (found['currencies'] ?? []).toSorted(), names: pickNames(names, keys) }
}
