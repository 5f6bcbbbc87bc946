import { describeNone } from '@callboard/contract/field-names'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { MoneyAmounts } from '@callboard/contract/scalars'
import { writeDimension } from '#web/features/reports/dimension-words.ts'

/** A column of the table of an answer: money has one for each currency, as different ones are never added. */
export interface AnswerColumn {
  key: string
  label: string
  column: ReportColumn
  /** Place of its cells in a row of the answer. */
  index: number
  currency?: string
}

export function answerColumns(answer: RunReportAnswer): AnswerColumn[] {
  return answer.columns.flatMap((column, index): AnswerColumn[] => {
    const { name, role } = column
    const label = labelOf(answer, column)
    // A measure may have the name of a dimension before it.
    const isSecond = answer.columns.slice(0, index).some((before) => before.name === name)
    const key = isSecond ? `${role}.${name}` : name
    const currencies = column.type === 'money' ? currenciesOf(answer, index) : []
    if (currencies.length < 2) return [{ key, label, column, index }]
    return currencies.map((currency) => ({
      key: `${key}:${currency}`,
      label: `${label} (${currency})`,
      column,
      index,
      currency,
    }))
  })
}

function labelOf({ pivot, labels }: RunReportAnswer, { label, pivot: across }: ReportColumn): string {
  if (pivot === undefined || across === undefined) return label
  if ('isOthers' in across) return `Others: ${label}`
  const words = writeDimension(across.value, pivot, labels)
  return `${words?.short ?? describeNone(pivot.name, pivot.label)}: ${label}`
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
  return [...new Set(cells.flatMap((cell) => moneyOf(cell).map(({ currency }) => currency)))].toSorted()
}

function moneyOf(cell: Cell): MoneyAmounts {
  return MoneyAmounts.safeParse(cell).data ?? []
}
