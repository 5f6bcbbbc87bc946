import { describeNone } from './field-names.ts'
import { compareTexts } from './format-names.ts'
import { viewsOf } from './report-columns.ts'
import type { Cell, ReportColumn, RunReportAnswer } from './reports.ts'
import { MoneyAmounts } from './scalars.ts'
import { writeDimension } from './dimension-words.ts'

/** A column of the table of an answer: money has one for each currency, as different ones are never added. */
export interface AnswerColumn {
  key: string
  label: string
  /** What the column is called beside others of its group, in a table with a pivot. */
  head?: { group: string; label: string }
  column: ReportColumn
  /** Place of its cells in a row of the answer. */
  index: number
  currency?: string
}

export function answerColumns(answer: RunReportAnswer): AnswerColumn[] {
  const heads = pivotHeads(answer)
  return answer.columns.flatMap((column, index): AnswerColumn[] => {
    const { name, role } = column
    const label = labelOf(answer, column)
    // A measure may have the name of a dimension before it.
    const isSecond = answer.columns.slice(0, index).some((before) => before.name === name)
    const key = isSecond ? `${role}.${name}` : name
    const currencies = column.type === 'money' ? currenciesOf(answer, index) : []
    const head = heads.get(column)
    if (currencies.length < 2) return [{ key, label, column, index, ...(head && { head }) }]
    return currencies.map((currency) => ({
      key: `${key}:${currency}`,
      label: `${label} (${currency})`,
      ...(head && { head: { ...head, label: `${head.label} (${currency})` } }),
      column,
      index,
      currency,
    }))
  })
}

function labelOf(answer: RunReportAnswer, column: ReportColumn): string {
  if (answer.pivot === undefined || column.role === 'dimension') return column.label
  return `${acrossOf(answer, column) ?? totalAcross}: ${column.label}`
}

/** What stands over the figures of whole rows, beside the values of a pivot. */
export const totalAcross = 'Total'

/** The value of the pivot that a column is of, in words; undefined for a column of whole rows. */
export function acrossOf(
  { pivot, labels }: Pick<RunReportAnswer, 'pivot' | 'labels'>,
  { pivot: across }: ReportColumn,
): string | undefined {
  if (pivot === undefined || across === undefined) return undefined
  if ('isOthers' in across) return 'Others'
  return writeDimension(across.value, pivot, labels)?.short ?? describeNone(pivot.name, pivot.label)
}

/** One measure stands above the values of the pivot; of several, each value stands above the measures. */
function pivotHeads(answer: RunReportAnswer): Map<ReportColumn, { group: string; label: string }> {
  if (answer.pivot === undefined) return new Map()
  const figures = answer.columns.filter(({ role }) => role === 'measure')
  const isSingle = new Set(figures.map(({ label }) => label)).size === 1
  return new Map(
    figures.map((column) => {
      const across = acrossOf(answer, column)
      return [
        column,
        isSingle
          ? { group: column.label, label: across ?? labelOf(answer, column) }
          : { group: across ?? totalAcross, label: column.label },
      ]
    }),
  )
}

/** Whether a figure stands beside the earlier one, for which the report has no column of its own. */
export function isCompared(
  { column: { view, measure } }: AnswerColumn,
  { comparison, columns }: RunReportAnswer,
): boolean {
  if (comparison === undefined || (view ?? 'figure') !== 'figure') return false
  if (measure !== undefined && !viewsOf(measure).includes('earlier')) return false
  return !columns.some(
    (other) => other.measure === measure && (other.view === 'earlier' || other.view === 'change'),
  )
}

/** The cell of a row that belongs into a column; null where there is none. */
export function cellOf(cells: readonly Cell[] | null | undefined, { index, currency }: AnswerColumn): Cell {
  const cell = cells?.[index] ?? null
  if (currency === undefined) return cell
  const amounts = moneyOf(cell).filter((amount) => amount.currency === currency)
  return amounts.length === 0 ? null : amounts
}

/** A figure that can be compared with another of its column; null where there is none. */
export function comparableOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  const [amount, ...others] = moneyOf(cell)
  return amount === undefined || others.length > 0 ? null : Number(amount.amount)
}

function currenciesOf({ rows, totals, others, comparison }: RunReportAnswer, index: number): string[] {
  const cells = [...rows, totals, others?.cells, comparison?.totals].map((row) => row?.[index] ?? null)
  return currenciesByUse(cells.map(moneyOf))
}

function moneyOf(cell: Cell): MoneyAmounts {
  return MoneyAmounts.safeParse(cell).data ?? []
}

/** The currencies of some amounts: first those that occur in most of them. */
export function currenciesByUse(amounts: readonly MoneyAmounts[]): string[] {
  const uses = new Map<string, number>()
  for (const { currency } of amounts.flat()) uses.set(currency, (uses.get(currency) ?? 0) + 1)
  return [...uses.keys()].toSorted(
    (one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0) || compareTexts(one, other),
  )
}
