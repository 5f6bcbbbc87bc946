import type { MeasureName } from '@callboard/contract/fields'
import type { RunReportAnswer } from '@callboard/contract/reports'
import type { MoneyAmounts } from '@callboard/contract/scalars'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import {
  type ChangeKind,
  formatCount,
  formatDuration,
  formatMoneyAmounts,
  formatRatio,
  speakDuration,
} from '#web/lib/format.ts'
import {
  type AnswerRow,
  answerRows,
  columnOf,
  earlierMoneyOf,
  earlierNumberOf,
  moneyOf,
  numberOf,
} from '#web/lib/report-answer.ts'

export interface TileData {
  label: string
  /** Undefined where there is no figure. */
  figure: string | undefined
  /** The figure as it is said, where the writing is not clear to the ear. */
  spoken?: string | undefined
  change: TileChange | undefined
  /** Adds to the figure: `96 not returned`. */
  addition?: { text: string; title?: string; href: string | undefined } | undefined
  course: readonly (number | null)[]
  /** The calls behind the figure. */
  href: string | undefined
}

export interface TileChange {
  current: number | null
  previous: number | null
  kind: ChangeKind
  moreIsBetter: boolean | null
  formatDifference?: (difference: number) => string
}

/** The six tiles from the one row of the summary and the course over time. */
export function tilesOf(
  answer: RunReportAnswer,
  course: readonly AnswerRow[],
  callsBehind: CallsBehind,
): TileData[] {
  const [row = { answer, cells: [], earlier: undefined }] = answerRows(answer)
  const plain = (name: MeasureName) => ({
    change: changeOf(row, name),
    course: course.map((point) => numberOf(point, name)),
    href: callsBehind({ answer, measure: name }),
  })
  return [
    { label: 'Calls', figure: written(numberOf(row, 'calls'), formatCount), ...plain('calls') },
    {
      label: 'Answered',
      figure: written(numberOf(row, 'answerRate'), formatRatio),
      ...plain('answerRate'),
      href: callsBehind({ answer, measure: 'answered' }),
    },
    {
      label: 'Missed',
      figure: written(numberOf(row, 'missed'), formatCount),
      ...plain('missed'),
      addition: notReturned(row, callsBehind),
    },
    { label: 'Unique callers', figure: uniqueCallers(row), ...plain('uniqueCallers') },
    {
      label: 'Average talk time',
      figure: written(numberOf(row, 'averageTalk'), formatDuration),
      spoken: written(numberOf(row, 'averageTalk'), speakDuration),
      ...plain('averageTalk'),
    },
    {
      label: 'Value',
      figure: written(moneyOf(row, 'value'), (amounts) => formatMoneyAmounts(amounts, 'short')),
      change: moneyChange(row),
      course: moneyCourse(course),
      href: callsBehind({ answer, measure: 'value' }),
    },
  ]
}

function written<T extends number | MoneyAmounts>(
  value: T | null,
  format: (value: T) => string,
): string | undefined {
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined
  return format(value)
}

function changeOf(row: AnswerRow, name: MeasureName): TileChange | undefined {
  if (row.answer.comparison === undefined) return undefined
  const { change = 'percent', moreIsBetter = null, type } = columnOf(row.answer, name)
  return {
    current: numberOf(row, name),
    previous: earlierNumberOf(row, name),
    kind: change,
    moreIsBetter,
    ...(type === 'duration' && { formatDifference: formatDuration }),
  }
}

/** Above the limit the store estimates, and says so. */
function uniqueCallers(row: AnswerRow): string | undefined {
  const count = numberOf(row, 'uniqueCallers')
  if (count === null) return undefined
  const { exactUpTo } = columnOf(row.answer, 'uniqueCallers')
  return (exactUpTo !== undefined && count > exactUpTo ? '≈ ' : '') + formatCount(count)
}

function notReturned(row: AnswerRow, callsBehind: CallsBehind): TileData['addition'] {
  const count = numberOf(row, 'missedNotReturned')
  if (count === null) return undefined
  const withheld = numberOf(row, 'missedWithheld') ?? 0
  return {
    text: `${formatCount(count)} not returned`,
    ...(withheld > 0 && { title: `Without ${formatCount(withheld)} missed calls of withheld numbers` }),
    href: callsBehind({ answer: row.answer, measure: 'missedNotReturned' }),
  }
}

/** Money compares only within one and the same currency. */
function moneyChange(row: AnswerRow): TileChange | undefined {
  if (row.answer.comparison === undefined) return undefined
  const { moreIsBetter = null } = columnOf(row.answer, 'value')
  const current = onlyAmount(moneyOf(row, 'value'))
  const previous = onlyAmount(earlierMoneyOf(row, 'value'))
  const isComparable = current?.currency === previous?.currency
  return {
    current: current?.amount ?? null,
    previous: isComparable ? (previous?.amount ?? null) : null,
    kind: 'percent',
    moreIsBetter,
  }
}

function moneyCourse(course: readonly AnswerRow[]): (number | null)[] {
  const amounts = course.map((point) => moneyOf(point, 'value'))
  const currencies = new Set(amounts.flat().map(({ currency }) => currency))
  if (currencies.size > 1) return []
  return amounts.map((amount) => onlyAmount(amount)?.amount ?? 0)
}

function onlyAmount(amounts: MoneyAmounts): { amount: number; currency: string } | undefined {
  const [first, second] = amounts
  if (first === undefined || second !== undefined) return undefined
  return { amount: Number(first.amount), currency: first.currency }
}
