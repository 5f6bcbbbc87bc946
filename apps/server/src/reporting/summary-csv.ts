import type { Cell } from '@callboard/contract/reports'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import type { Snapshot, Snapshots } from '../db/snapshots.ts'
import { streamLines } from '../db/stream-lines.ts'
import { columnsOf, readRow, SummaryRow } from './result-rows.ts'
import { csvLine } from './csv.ts'
import type { Plan } from './plan.ts'
import { summaryAt } from './run.ts'
import { summarySql } from './sql.ts'
import { memoizedOffsets } from './zone-offsets.ts'

export interface SummaryExport {
  calls: CallStore
  snapshots: Snapshots
  /** Labels of values by column name. */
  labels: ReadonlyMap<string, ReadonlyMap<string, string>>
  signal?: AbortSignal
}

/** All rows of a summary report as CSV, with the earlier period beside each figure when the report compares. */
export async function* summaryCsv(
  scope: Scope,
  plan: Plan,
  { snapshots, ...exporting }: SummaryExport,
): AsyncGenerator<Uint8Array> {
  const { at, end } = await snapshots.open()
  try {
    yield* summaryCsvAt(scope, plan, { ...exporting, at })
  } finally {
    end()
  }
}

async function* summaryCsvAt(
  scope: Scope,
  plan: Plan,
  { calls, labels, signal, at: snapshot }: Omit<SummaryExport, 'snapshots'> & { at: Snapshot },
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(plan)
  const compares = plan.comparison !== undefined
  const width = plan.dimensions.length
  const header = columns.flatMap(({ label, unit }, at) => {
    const title = unit === undefined ? label : `${label} (${unit})`
    return compares && at >= width ? [title, `${title}, earlier period`] : [title]
  })
  const lineOf = (cells: readonly Cell[], earlier: readonly Cell[] | null) =>
    csvLine(
      cells.flatMap((cell, at) => {
        const own = textOf(cell, labels.get(columns[at]?.name ?? ''))
        return compares && at >= width ? [own, textOf(earlier?.[at] ?? null, undefined)] : [own]
      }),
    )
  // A short report is read as a whole, with its empty time buckets; a long one is streamed.
  const first = await summaryAt(scope, plan, { calls, page: undefined, signal, at: snapshot })
  yield Buffer.from(csvLine(header))
  if (first.rowCount <= first.rows.length) {
    const lines = first.rows.map((cells, at) => lineOf(cells, first.comparison?.rows[at] ?? null))
    yield Buffer.from(lines.join(''))
    return
  }
  if (!compares) {
    yield* streamedLines(scope, plan, { calls, signal, at: snapshot, lineOf })
    return
  }
  for (let number = 1, page = first; page.rows.length > 0; number++) {
    const { rows, comparison } = page
    yield Buffer.from(rows.map((cells, at) => lineOf(cells, comparison?.rows[at] ?? null)).join(''))
    page = await summaryAt(scope, plan, {
      calls,
      signal,
      at: snapshot,
      page: { number: number + 1, size: first.rows.length },
    })
  }
}

async function* streamedLines(
  scope: Scope,
  plan: Plan,
  {
    calls,
    signal,
    at,
    lineOf,
  }: {
    calls: CallStore
    signal: AbortSignal | undefined
    at: Snapshot
    lineOf: (cells: Cell[], earlier: null) => string
  },
): AsyncGenerator<Uint8Array> {
  const sql = summarySql(scope, plan, {
    span: plan.span,
    window: { offset: 0, limit: undefined, isCounted: false },
    at,
  })
  const offsets = memoizedOffsets(plan.span)
  const stream = calls.stream({ ...sql, format: 'JSONEachRow', ...(signal && { signal }) })
  let lines: string[] = []
  for await (const json of streamLines(stream)) {
    const row = readRow(plan, SummaryRow.parse(JSON.parse(json)), offsets)
    if (!row.isTotal) lines.push(lineOf(row.cells, null))
    if (lines.length < linesAtOnce) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

const linesAtOnce = 1000

function textOf(
  cell: Cell,
  labels: ReadonlyMap<string, string> | undefined,
): string | number | boolean | null {
  if (Array.isArray(cell)) return cell.map(({ amount, currency }) => `${amount} ${currency}`).join('; ')
  // Shares and means may have endless digits; four are enough.
  if (typeof cell === 'number') return Math.round(cell * 10_000) / 10_000
  return typeof cell === 'string' ? (labels?.get(cell) ?? cell) : cell
}
