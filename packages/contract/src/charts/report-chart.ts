import { formatCount } from '../format.ts'
import type { ReportDefinition, RunReportAnswer } from '../reports.ts'
import { type ChartedDefinition, isDrawnByRow } from './chart-kind.ts'
import { chartKinds } from './chart-kinds.ts'
import type { ChartInput, ChartType, ReportChart } from './charted-answer.ts'
import { chartedToDraw } from './report-series.ts'

/** The chart of a report; undefined if its rows cannot be drawn. */
export function buildReportChart(input: ChartInput): ReportChart | undefined {
  const { answer, type, measure, measures } = input
  const drawn = chartedToDraw(answer)
  const drawable = answer.columns.filter(
    ({ role, type: kind, pivot }) =>
      role === 'measure' && kind !== 'money' && kind !== 'time' && pivot === undefined,
  )
  const named = (measures ?? []).flatMap((name) => drawable.find((column) => column.name === name) ?? [])
  // Without a comparison an answer may have none of the columns that its report draws.
  const choices = named.length > 0 ? named : drawable
  const chosen =
    answer.series === undefined
      ? (choices.find(({ name }) => name === measure) ?? choices[0])
      : drawn.columns.find(({ name, pivot }) => name === answer.series?.figure && pivot === undefined)
  if (type === 'none' || chosen === undefined || drawn.columns[0]?.role !== 'dimension') return undefined
  const offered =
    answer.series === undefined
      ? choices
      : choices
          .filter(({ view }) => view === 'figure')
          .map((one) => (one.name === chosen.name ? chosen : one))
  return chartKinds[type].build({ ...input, answer: drawn }, { choices: offered, chosen })
}

/** What a chart shows. */
export function chartTitle({ chosen }: ReportChart): string {
  return chosen?.label ?? 'Outcome of inbound calls'
}

/** The chart in a sentence, for screen readers. */
export function summarizeChart({ meta, rows }: RunReportAnswer, { drawing, chosen }: ReportChart): string {
  const what = chosen === undefined ? 'outcomes of inbound calls' : chosen.label.toLowerCase()
  const rest = drawing.highlight?.() ?? 'The table holds the same figures.'
  return `Chart of ${meta.reportName}: ${what}, ${formatCount(rows.length)} rows. ${rest}`
}

/** Why a chart does not suit a report, as a sentence; undefined if it does. */
export function chartProblem(type: ChartType, definition: ChartedDefinition): string | undefined {
  if (type === 'none') return undefined
  if (definition.dimensions.length === 0) return 'Needs rows.'
  if (!definition.measures.some(isDrawnByRow))
    return 'Needs a numeric figure: amounts of money and times cannot be drawn.'
  return chartKinds[type].problem(definition)
}

/** The chart that shows a report best, for those who choose none. */
export function suggestChart(definition: ChartedDefinition): ReportDefinition['chart']['type'] {
  const wanted = ['heatMap', 'map', 'stackedBar', 'bar'] as const
  return wanted.find((type) => chartProblem(type, definition) === undefined) ?? 'none'
}
