import { comparableOf } from '@callboard/contract/answer-columns'
import { writeFigure } from '@callboard/contract/figure-words'
import { formatNumber } from '@callboard/contract/format'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import type { SubscriptionCondition } from '@callboard/contract/subscriptions'
import type { Reading } from '../../report-engine/summary/read-once.ts'
import { readWholeFigure, type WholeFigure } from '../reports/running/delivered-report.ts'
import type { PreparedRun } from '../reports/running/prepare-run.ts'

/** Why a report is not sent, by the condition of its subscription, in a sentence; undefined where it is. */
export async function findUnmet(
  condition: SubscriptionCondition,
  run: PreparedRun,
  reading: Reading,
): Promise<string | undefined> {
  if ('hasRows' in condition) {
    // A report by time, or without dimensions, has rows without calls as well.
    const { now } = await readWholeFigure(run, { measure: 'calls', isCompared: false }, reading)
    return now === 0 ? 'Not sent, because there were no calls.' : undefined
  }
  const isCompared = 'changedByPercent' in condition
  const figure = await readWholeFigure(run, { measure: condition.measure, isCompared }, reading)
  return isCompared ? findSmallChange(figure, condition.changedByPercent) : findUnreached(figure, condition)
}

const comparing = {
  gt: { holds: (figure: number, value: number) => figure > value, words: 'over' },
  ge: { holds: (figure: number, value: number) => figure >= value, words: 'at least' },
  lt: { holds: (figure: number, value: number) => figure < value, words: 'under' },
  le: { holds: (figure: number, value: number) => figure <= value, words: 'at most' },
} as const

type Threshold = Extract<SubscriptionCondition, { op: string }>

function findUnreached({ column, now }: WholeFigure, { op, value }: Threshold): string | undefined {
  const figure = comparableOf(now)
  const { holds, words } = comparing[op]
  if (figure !== null && holds(figure, value)) return undefined
  const limit = `${words} ${column.type === 'money' ? formatNumber(value) : writeFigure(value, column)}`
  return `Not sent: ${column.label} was ${figureWords(now, column)} and not ${limit}.`
}

function findSmallChange({ column, now, before }: WholeFigure, minChange: number): string | undefined {
  const [current, earlier] = [comparableOf(now), comparableOf(before)]
  const figures = `${column.label} was ${figureWords(now, column)}, and ${figureWords(before, column)} in the period before`
  if (current === null || earlier === null) return `Not sent: ${figures}.`
  const isShare = column.change === 'points'
  const difference = Math.abs(current - earlier)
  const change = isShare
    ? difference * 100
    : earlier === 0
      ? difference * Infinity
      : (difference / Math.abs(earlier)) * 100
  // Of nothing there is no share: any change of it is one of more than any percent.
  if (difference > 0 && roundedToMillionth(change) >= minChange) return undefined
  return `Not sent: ${figures}: that is a change of less than ${formatNumber(minChange)}${isShare ? ' points' : '%'}.`
}

/** What decimal fractions lose by being binary does not decide. */
function roundedToMillionth(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : value
}

function figureWords(cell: Cell, column: ReportColumn): string {
  const isNone = cell === null || (Array.isArray(cell) && cell.length === 0)
  return isNone ? 'without a figure' : writeFigure(cell, column)
}
