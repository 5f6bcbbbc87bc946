import { figureKinds } from './figure-kinds.ts'
import { measureFor, type MeasureName, measures } from './measures.ts'
import { labelOf, meaningOf, type MeasureColumn, parseColumn } from './report-columns.ts'
import { defaultAnswerSeconds } from './reports.ts'

/** The name of a measure says the seconds of a report; a condition has none of its own. */
export const anyTerms = {
  answerWithinSeconds: defaultAnswerSeconds,
  generatedAt: '2000-01-01T00:00:00.000Z',
  timeZone: 'UTC',
} as const

export function measureLabel(measure: MeasureName): string {
  return measureFor(measure, anyTerms).label
}

/** What a column is called and means, with calls answered within these seconds. */
export function columnWords(
  name: MeasureColumn,
  answerWithinSeconds: number = defaultAnswerSeconds,
): { label: string; meaning: string } {
  const { measure, view } = parseColumn(name)
  const declared = measureFor(measure, { ...anyTerms, answerWithinSeconds })
  return { label: labelOf(declared, view), meaning: meaningOf(declared, view) }
}

/** How the value of a measure is entered: shares as percent, durations in seconds. */
export function measureUnit(measure: MeasureName): 'percent' | 'seconds' | 'number' {
  const { type } = figureKinds[measures[measure].figure]
  if (type === 'ratio') return 'percent'
  return type === 'duration' ? 'seconds' : 'number'
}
