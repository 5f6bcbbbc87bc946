import type { DimensionName } from '@callboard/contract/field-names'
import type { MeasureName } from '@callboard/contract/measures'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { MoneyAmounts } from '@callboard/contract/scalars'

type ColumnName = DimensionName | MeasureName

/** A row of an answer with the row of the earlier period that it compares with. */
export interface ResultRow {
  answer: RunReportAnswer
  cells: readonly Cell[]
  /** Null where there was no such row; undefined where nothing is compared. */
  earlier: readonly Cell[] | null | undefined
}

export function resultRows(answer: RunReportAnswer): ResultRow[] {
  return answer.rows.map((cells, index) => ({ answer, cells, earlier: answer.comparison?.rows[index] }))
}

/**
 * The column of a name; of a name that is both a dimension and a measure, the one of the role. Throws when the report has no
 * such column: then it is not the report that the screen was made for.
 */
export function columnOf(
  { columns, meta }: RunReportAnswer,
  name: ColumnName,
  role: ReportColumn['role'] = 'measure',
): ReportColumn {
  const named = columns.filter((one) => one.name === name)
  const column = named.find((one) => one.role === role) ?? named[0]
  if (column === undefined) throw new Error(`The report ${meta.reportName} has no column ${name}`)
  return column
}

function figureOf(answer: RunReportAnswer, cells: readonly Cell[], name: ColumnName): Cell {
  return cells[answer.columns.indexOf(columnOf(answer, name))] ?? null
}

/** The figure, or null where there is none. */
export function numberOf({ answer, cells }: ResultRow, name: ColumnName): number | null {
  return asNumber(figureOf(answer, cells, name))
}

/** The figure of the earlier period, or null. */
export function earlierNumberOf({ answer, earlier }: ResultRow, name: ColumnName): number | null {
  return earlier === null || earlier === undefined ? null : asNumber(figureOf(answer, earlier, name))
}

export function moneyOf({ answer, cells }: ResultRow, name: ColumnName): MoneyAmounts {
  return asMoney(figureOf(answer, cells, name))
}

export function earlierMoneyOf({ answer, earlier }: ResultRow, name: ColumnName): MoneyAmounts {
  return earlier === null || earlier === undefined ? [] : asMoney(figureOf(answer, earlier, name))
}

/** The value of a dimension as text; null is "no value". */
export function textOf({ answer, cells }: ResultRow, name: ColumnName): string | null {
  const cell = cells[answer.columns.indexOf(columnOf(answer, name, 'dimension'))] ?? null
  return cell === null || Array.isArray(cell) ? null : String(cell)
}

function asNumber(cell: Cell): number | null {
  return typeof cell === 'number' ? cell : null
}

function asMoney(cell: Cell): MoneyAmounts {
  return MoneyAmounts.safeParse(cell).data ?? []
}
