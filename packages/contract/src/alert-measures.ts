import { figureKinds } from './figure-kinds.ts'
import { measureNames, measures } from './measures.ts'

/** The figures that an alert can be on: counts, shares and durations. */
export const alertMeasures = measureNames.filter((name) => {
  const { type } = figureKinds[measures[name].figure]
  return type !== 'time' && type !== 'money'
})
