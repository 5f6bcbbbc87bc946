import { figureKinds } from '@callboard/contract/figure-kinds'
import { measureFor, type MeasureName, measures } from '@callboard/contract/measures'
import { defaultAnswerSeconds } from '@callboard/contract/reports'

export const operatorWords = {
  gt: 'is over',
  ge: 'is at least',
  lt: 'is under',
  le: 'is at most',
} as const

/** How the value of a measure is entered: shares as percent, durations in seconds. */
export function measureUnit(measure: MeasureName): 'percent' | 'seconds' | 'number' {
  const { type } = figureKinds[measures[measure].figure]
  if (type === 'ratio') return 'percent'
  return type === 'duration' ? 'seconds' : 'number'
}

/** Whether a figure can be over or under a value. */
export function isNumber(measure: MeasureName): boolean {
  return figureKinds[measures[measure].figure].type !== 'time'
}

export function measureLabel(measure: MeasureName): string {
  return measureFor(measure, anyTerms).label
}

/** The name of a measure says the seconds of a report; a condition has none of its own. */
export const anyTerms = {
  answerWithinSeconds: defaultAnswerSeconds,
  generatedAt: '2000-01-01T00:00:00.000Z',
  timeZone: 'UTC',
} as const
