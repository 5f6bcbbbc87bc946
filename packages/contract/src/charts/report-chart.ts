import type { RunReportAnswer } from '../reports.ts'
import type { ChartInput, ReportChart } from './charted-answer.ts'
import { heatMap } from './heat-map.ts'
import { pie } from './pie.ts'
import { scatter } from './scatter.ts'
import { seriesChart } from './series-chart.ts'
import { formatCount } from '../format.ts'

/** The chart of a report; undefined if its rows cannot be drawn. */
export function buildReportChart(input: ChartInput): ReportChart | undefined {
  const { answer, type, measure, measures } = input
  const drawable = answer.columns.filter(
    ({ role, type: kind, pivot }) =>
      role === 'measure' && kind !== 'money' && kind !== 'time' && pivot === undefined,
  )
  const named = (measures ?? []).flatMap((name) => drawable.find((column) => column.name === name) ?? [])
  // Without a comparison an answer may have none of the columns that its report draws.
  const choices = named.length > 0 ? named : drawable
  const chosen = choices.find(({ name }) => name === measure) ?? choices[0]
  if (type === 'none' || chosen === undefined || answer.columns[0]?.role !== 'dimension') return undefined
  if (type === 'heatMap') return heatMap(input, { choices, chosen })
  if (type === 'pie') return pie(answer, { choices, chosen })
  if (type === 'scatter') return scatter(input, { choices, chosen })
  return seriesChart(input, { choices, chosen })
}

/** The chart in a sentence, for screen readers. */
export function summarizeChart({ meta, rows }: RunReportAnswer, { data, chosen }: ReportChart): string {
  const what = chosen === undefined ? 'outcomes of inbound calls' : chosen.label.toLowerCase()
  const first = `Chart of ${meta.reportName}: ${what}, ${formatCount(rows.length)} rows.`
  if (!('series' in data)) return `${first} The table holds the same figures.`
  const sums = data.points.map((_, index) =>
    data.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  const most = Math.max(...sums)
  const place = data.points[sums.indexOf(most)]
  return `${first} Most at ${place?.title ?? place?.label ?? 'none'}: ${(data.format ?? formatCount)(most)}.`
}
