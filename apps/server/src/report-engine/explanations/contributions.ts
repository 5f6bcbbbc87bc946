import type { ExplainedContribution } from '@callboard/contract/change-explanation'
import { type ExactAmount, formatExact, numberOfExact } from '../sql/exact-amount.ts'
import type { Measure } from '../sql/measures.ts'

/** What the calls of a value, or all calls, come to in one period. */
export interface PeriodSums {
  /** A figure, or what a mean is of: the sum of seconds, the calls that are part. Null where there is no figure. */
  amount: ExactAmount | null
  /** The calls that a mean or a percentile rests on; else 0. */
  count: ExactAmount
}

export interface Sums {
  now: PeriodSums
  earlier: PeriodSums
}

/** As the answer tells it. */
type Figure = number | string | null

export interface WholeChange {
  now: Figure
  earlier: Figure
  change: Figure
}

/** What a figure of all calls is in both periods, and how much it changed. */
export function changeOfWhole({ kind }: Measure, whole: Sums): WholeChange {
  const format = formatterOf(kind)
  if (kind.ofParts === 'mean') {
    const [now, earlier] = [meanOf(whole.now), meanOf(whole.earlier)]
    return { now, earlier, change: now === null || earlier === null ? null : now - earlier }
  }
  const [now, earlier] = [whole.now.amount, whole.earlier.amount]
  return {
    now: format(now),
    earlier: format(earlier),
    change: now === null || earlier === null ? null : format(now - earlier),
  }
}

/** What a value adds to the change of a figure of which values add up: all of them, and the rest, come to the change exactly. */
export function contributionOf(measure: Measure, part: Sums, whole: Sums): ExplainedContribution {
  const { now, earlier, change } = changeOfWhole(measure, part)
  const all = Number(changeOfWhole(measure, whole).change)
  if (measure.kind.ofParts !== 'mean')
    return { now, earlier, contribution: change, share: all === 0 ? null : Number(change) / all }
  const { mix, rate } = mixAndRate(part, whole)
  return { now, earlier, contribution: mix + rate, share: all === 0 ? null : (mix + rate) / all, mix, rate }
}

/** Of a figure that does not add up: its own figures, and nothing that it were a share of. */
export function ownFigures(measure: Measure, part: Sums): ExplainedContribution {
  const { now, earlier } = changeOfWhole(measure, part)
  return { now, earlier, contribution: null, share: null }
}

/**
 * What a value adds to the change of a mean, in two parts (docs/decisions/0028-why-a-figure-changed.md). With its weight w
 * and its own mean r in either period, and R for the means of all: rate = ½(w₀+w₁)·(r₁−r₀), mix = (w₁−w₀)·(½(r₀+r₁) − ½(R₀+R₁)).
 * A value that is new or gone has no change of its own mean: all of it is mix. Over all values the sum is R₁−R₀.
 */
function mixAndRate(part: Sums, whole: Sums): { mix: number; rate: number } {
  const [weightNow, weightThen] = [weightOf(part.now, whole.now), weightOf(part.earlier, whole.earlier)]
  const now = meanOf(part.now) ?? meanOf(part.earlier) ?? 0
  const then = meanOf(part.earlier) ?? now
  const middle = ((meanOf(whole.now) ?? 0) + (meanOf(whole.earlier) ?? 0)) / 2
  return {
    mix: (weightNow - weightThen) * ((now + then) / 2 - middle),
    rate: ((weightNow + weightThen) / 2) * (now - then),
  }
}

function weightOf(part: PeriodSums, whole: PeriodSums): number {
  return Number(part.count) / Number(whole.count)
}

function meanOf({ amount, count }: PeriodSums): number | null {
  return amount === null || count === 0n ? null : Number(amount) / Number(count)
}

function formatterOf({ type }: Measure['kind']): (amount: ExactAmount | null) => Figure {
  const format = type === 'money' ? formatExact : numberOfExact
  return (amount) => (amount === null ? null : format(amount))
}

export function addSums(some: readonly Sums[]): Sums {
  const sum = (of: (one: Sums) => PeriodSums): PeriodSums => ({
    amount: some.reduce((all, one) => all + (of(one).amount ?? 0n), 0n),
    count: some.reduce((all, one) => all + of(one).count, 0n),
  })
  return { now: sum(({ now }) => now), earlier: sum(({ earlier }) => earlier) }
}

export function subtractSums(whole: Sums, part: Sums): Sums {
  const subtract = (from: PeriodSums, some: PeriodSums): PeriodSums => ({
    amount: (from.amount ?? 0n) - (some.amount ?? 0n),
    count: from.count - some.count,
  })
  return { now: subtract(whole.now, part.now), earlier: subtract(whole.earlier, part.earlier) }
}
