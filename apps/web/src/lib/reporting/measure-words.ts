import type { AlertCondition } from '@callboard/contract/alerts'
import { figureKinds } from '@callboard/contract/figure-kinds'
import type { operatorWords } from '@callboard/contract/condition-words'
import { measureUnit } from '@callboard/contract/measure-words'
import { type MeasureName, measures, restsOnNumbers } from '@callboard/contract/measures'

/** What a figure does that is looked at all the time. */
export const eventWords = {
  gt: 'rises above',
  ge: 'reaches',
  lt: 'falls below',
  le: 'falls to',
} as const satisfies Record<keyof typeof operatorWords, string>

type Threshold = Pick<AlertCondition, 'op' | 'value'>

const firstValues = {
  number: { lt: 5, gt: 5 },
  percent: { lt: 0.7, gt: 0.2 },
  seconds: { lt: 60, gt: 60 },
} as const

/** What a new condition begins with: below a value where more is better, else above one. */
export function defaultThreshold(measure: MeasureName): Threshold {
  const op = measures[measure].moreIsBetter === true ? 'lt' : 'gt'
  return { op, value: firstValues[measureUnit(measure)][op] }
}

/** That of another measure: as it was, unless its value or its direction says nothing of the other one. */
export function thresholdAfter(
  threshold: Threshold,
  { before, after }: { before: MeasureName; after: MeasureName },
): Threshold {
  const isAlike =
    measureUnit(before) === measureUnit(after) && defaultThreshold(before).op === defaultThreshold(after).op
  return isAlike ? threshold : defaultThreshold(after)
}

/** Whether a figure can be over or under a value; what numbers cost is known only of some reports. */
export function isNumber(measure: MeasureName): boolean {
  return figureKinds[measures[measure].figure].type !== 'time' && !restsOnNumbers(measure)
}
