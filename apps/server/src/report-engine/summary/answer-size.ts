import { formatCount } from '@callboard/contract/format'
import type { Scope } from '../../access/rows/scope.ts'
import { AppError } from '../../lib/app-error.ts'
import { countBuckets, isOverTime } from './over-time.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from './read-once.ts'
import { readGroups } from './read-periods.ts'
import { columnsOf } from './result-rows.ts'

/** Of the rows that are read for an answer: more of them keep the process from answering anybody else for seconds. */
const maxCells = 1_000_000

interface RowsToRead {
  rows: { offset: number; limit: number }
  /** What of the request would have to be less. */
  field: string
  reading: Reading
}

/** Throws `invalid` when so many rows have too many cells. They are counted first, where they might. */
export async function requireFitting(
  scope: Scope,
  plan: Plan,
  { rows: { offset, limit }, field, reading }: RowsToRead,
): Promise<void> {
  const columns = columnsOf(plan).length
  const maxRows = Math.floor(maxCells / columns)
  if (limit <= maxRows) return
  const rowCount = isOverTime(plan) ? countBuckets(plan) : await countRows(scope, plan, reading)
  if (Math.min(rowCount - offset, limit) <= maxRows) return
  const [maxRowsText, width] = [maxRows, columns].map(formatCount)
  const what = `At most ${maxRowsText} rows can be read of a report with ${width} columns, and this one has more`
  const todo = 'use smaller pages, fewer figures or fewer columns across, a shorter period or more filters'
  throw new AppError('invalid', `${what}: ${todo}.`, { field })
}

/** With one figure, which takes a small part of the time of all. */
async function countRows(scope: Scope, plan: Plan, reading: Reading): Promise<number> {
  const [measure] = plan.measures
  if (measure === undefined) return 0
  const columns = [{ name: measure.name, measure: 0, view: 'figure' as const }]
  const counted: Plan = { ...plan, measures: [measure], columns, pivotColumns: [], sort: [] }
  const window = { offset: 0, limit: 1, isCounted: true }
  return (await readGroups(scope, counted, { span: plan.span, window, ...reading })).rowCount
}
