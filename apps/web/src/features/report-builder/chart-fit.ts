import { type Figure, figureKinds } from '@callboard/contract/figure-kinds'
import { measures as declared } from '@callboard/contract/measures'
import { type MeasureColumn, parseColumn } from '@callboard/contract/report-columns'
import type { chartTypes, ReportDefinition } from '@callboard/contract/reports'

export type ChartType = (typeof chartTypes)[number]

type Charted = Pick<ReportDefinition, 'dimensions' | 'measures' | 'pivot'>

/** Why a chart does not suit a report, as a sentence; undefined if it does. */
export function chartProblem(type: ChartType, definition: Charted): string | undefined {
  if (type === 'none') return undefined
  if (definition.dimensions.length === 0) return 'Needs rows: without any there is one figure of each kind.'
  if (!definition.measures.some(isDrawn))
    return 'Needs a figure that is a number: amounts of money and times are not drawn.'
  return rules[type](definition)
}

type Rule = (definition: Charted) => string | undefined

const rules: Record<Exclude<ChartType, 'none'>, Rule> = {
  line: needsScale,
  area: needsScale,
  bar: () => undefined,
  horizontalBar: () => undefined,
  stackedBar: needsParts,
  heatMap: needsDayAndHour,
  map: needsPlaces,
  pie: needsShares,
  scatter: needsTwoFigures,
}

/** Fields whose values follow each other, so that a line may connect them. */
const scales: ReadonlySet<string> = new Set(['time', 'hourOfDay', 'dayOfWeek'])

function needsScale({ dimensions: [first, ...others] }: Charted): string | undefined {
  if (first === undefined || !scales.has(first.field))
    return 'Needs time, hours or weekdays as the first rows: a line connects what follows each other.'
  return others.length > 0 ? 'Needs a single kind of rows.' : undefined
}

const outcomes = ['answered', 'voicemail', 'missed'] as const

function needsParts({ measures, pivot }: Charted): string | undefined {
  if (pivot !== undefined) return undefined
  const count = outcomes.filter((name) => measures.includes(name)).length
  return count > 1 ? undefined : 'Needs parts to stack: two of answered, voicemail and missed, or a pivot.'
}

function needsDayAndHour({ dimensions, pivot }: Charted): string | undefined {
  if (pivot !== undefined) return undefined
  const has = (name: string) => dimensions.some(({ field }) => field === name)
  return has('dayOfWeek') && has('hourOfDay') ? undefined : 'Needs weekdays and hours as rows, or a pivot.'
}

function needsPlaces({ dimensions: [first] }: Charted): string | undefined {
  return first?.field === 'state' || first?.field === 'county'
    ? undefined
    : 'Needs states or counties as the first rows.'
}

function needsShares({ dimensions, measures }: Charted): string | undefined {
  if (dimensions.length > 1) return 'Needs a single kind of rows.'
  return measures.some((name) => figureOf(name) === 'count')
    ? undefined
    : 'Needs a count: only counts add up to a whole.'
}

function needsTwoFigures({ measures }: Charted): string | undefined {
  return measures.filter(isDrawn).length > 1
    ? undefined
    : 'Needs two figures, of which one is drawn against the other.'
}

/** Charts draw numbers: amounts come in currencies, and moments are none. */
const undrawn: ReadonlySet<string> = new Set(['money', 'time'])

/** Whether charts draw a column. */
export function isDrawn(name: MeasureColumn): boolean {
  const figure = figureOf(name)
  return figure !== undefined && !undrawn.has(figureKinds[figure].type)
}

/** What is worked out for a column; undefined for what is derived from it. */
function figureOf(name: MeasureColumn): Figure | undefined {
  const { measure, view } = parseColumn(name)
  return view === 'figure' ? declared[measure].figure : undefined
}

/** The chart that shows a report best, for those who choose none. */
export function suggestChart(definition: Charted): ChartType {
  const wanted: readonly ChartType[] = ['heatMap', 'map', 'stackedBar', 'bar']
  return wanted.find((type) => chartProblem(type, definition) === undefined) ?? 'none'
}
