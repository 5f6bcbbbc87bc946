import type { ChangeExplanation, ExplainedContribution } from '@callboard/contract/change-explanation'
import {
  findChange,
  formatChange,
  formatCount,
  formatDuration,
  formatFixed,
  formatMoney,
  formatRatio,
} from '@callboard/contract/format'

type Amount = ExplainedContribution['now']
type Explained = Pick<ChangeExplanation, 'column' | 'currency'>

export function writeAmount(amount: Amount, { column, currency }: Explained): string {
  if (amount === null) return '–'
  if (typeof amount === 'string') return formatMoney(amount, currency ?? '')
  if (column.type === 'ratio') return formatRatio(amount)
  return column.type === 'duration' ? formatDuration(amount) : formatCount(amount)
}

/** `+24`, `−1.31 points`: of a mean with more digits than the figure, so that what is shown adds up. */
export function writeContribution(amount: Amount, explained: Explained): string {
  if (amount === null) return '–'
  const size = writeSize(amount, explained)
  // What rounds to nothing has no sign.
  const sign = !/[1-9]/.test(size) ? '±' : Number(amount) > 0 ? '+' : '−'
  return `${sign}${size}`
}

function writeSize(amount: number | string, { column, currency }: Explained): string {
  if (typeof amount === 'string') return formatMoney(amount.replace(/^-/, ''), currency ?? '')
  const size = Math.abs(amount)
  if (column.type === 'ratio') return `${formatFixed(size * 100, 2)} points`
  if (column.type !== 'duration') return formatCount(size)
  return Number.isInteger(size) ? formatDuration(size) : `${formatFixed(size, 2)} s`
}

/** `▲ 11.9%`; undefined where there was no earlier figure. */
export function writeOwnChange({
  now,
  earlier,
  column,
}: Pick<ChangeExplanation, 'now' | 'earlier' | 'column'>) {
  if (now === null || earlier === null) return undefined
  return formatChange(
    findChange({
      current: Number(now),
      previous: Number(earlier),
      kind: column.change ?? 'percent',
      formatDifference: column.type === 'duration' ? formatDuration : undefined,
    }),
  )
}

export function writePercent(share: number): string {
  return `${formatFixed(share * 100, 1).replace('-', '−')}%`
}

/**
 * Numbers rounded so that they add up to their rounded sum: those whose rounding went farthest astray give or take the last
 * digit. `scale` is 100 for two decimals.
 */
export function roundTogether(values: readonly number[], scale: number): number[] {
  const scaled = values.map((value) => value * scale)
  const rounded = scaled.map(Math.round)
  const wanted = Math.round(scaled.reduce((sum, value) => sum + value, 0))
  const missing = wanted - rounded.reduce((sum, value) => sum + value, 0)
  const astray = scaled
    .map((value, at) => ({ at, by: (value - (rounded[at] ?? 0)) * Math.sign(missing) }))
    .toSorted((one, other) => other.by - one.by)
    .slice(0, Math.abs(missing))
  for (const { at } of astray) rounded[at] = (rounded[at] ?? 0) + Math.sign(missing)
  return rounded.map((value) => value / scale)
}
