import { figureKinds } from './figure-kinds.ts'
import { measureUnit } from './measure-words.ts'
import { type MeasureName, measures } from './measures.ts'

/** Why a figure is never, or always, over or under a value, as what to enter; undefined where it may be either. */
export function findThresholdProblem(measure: MeasureName, value: number): string | undefined {
  const isShare = measureUnit(measure) === 'percent'
  if (isShare && (value < 0 || value > 1)) return 'Enter a percentage from 0 to 100.'
  // What calls are worth may be less than nothing.
  const isAmount = figureKinds[measures[measure].figure].type === 'money'
  return value < 0 && !isAmount ? 'Enter 0 or more.' : undefined
}
