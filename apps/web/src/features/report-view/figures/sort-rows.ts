import { compareNaturally } from '@callboard/contract/format-names'
import type { Cell, RunReportAnswer } from '@callboard/contract/reports'
import { answerColumns, cellOf } from '@callboard/contract/answer-columns'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import type { ResultRow } from '#web/lib/reporting/report-answer.ts'

/** The rows sorted by a column; those without a value come last in both directions. */
export function sortRows(
  rows: readonly ResultRow[],
  answer: RunReportAnswer,
  sort: ReportSort | undefined,
): readonly ResultRow[] {
  const columns = answerColumns(answer)
  const own =
    columns.find(({ key }) => key === sort?.column) ??
    columns.find(({ column }) => column.name === sort?.column)
  if (sort === undefined || own === undefined) return rows
  const labels = answer.labels[own.column.name]
  const keyOf = (cell: Cell) => sortKey(cell, labels)
  return rows.toSorted((one, other) => {
    const first = keyOf(cellOf(one.cells, own))
    const second = keyOf(cellOf(other.cells, own))
    if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0)
    return sort.desc ? compare(second, first) : compare(first, second)
  })
}

function sortKey(cell: Cell, labels: Record<string, string> | undefined): string | number | null {
  if (cell === null) return null
  if (Array.isArray(cell)) return cell[0] === undefined ? null : Number(cell[0].amount)
  if (typeof cell === 'boolean') return Number(cell)
  return typeof cell === 'string' ? (labels?.[cell] ?? cell) : cell
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareNaturally(String(one), String(other))
}
