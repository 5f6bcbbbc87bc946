import { addsUp } from '@callboard/contract/charts/charted-answer'
import { isComparing, parseColumn } from '@callboard/contract/report-columns'
import { othersLimit, type ReportDefinition } from '@callboard/contract/reports'
import { chartProblem, suggestChart } from '@callboard/contract/charts/report-chart'

/** A definition with some parts changed, and without what no longer fits them. */
export function edited(definition: ReportDefinition, changes: Partial<ReportDefinition>): ReportDefinition {
  const next = stackedParts(definition, { ...definition, ...changes })
  if (next.compare !== undefined) return fitted(next)
  const comparing = next.measures.filter((name) => isComparing(parseColumn(name)))
  const isNew = comparing.some((name) => !definition.measures.includes(name))
  // Who adds a change compares with something; who takes the comparison away takes the changes with it.
  return fitted(
    isNew
      ? { ...next, compare: 'previousPeriod' }
      : { ...next, measures: next.measures.filter((name) => !comparing.includes(name)) },
  )
}

/** Bars over time that get a second kind of rows become its parts: beside each other, most of them would be too thin to be read. */
function stackedParts(before: ReportDefinition, next: ReportDefinition): ReportDefinition {
  const { dimensions, chart, measures } = next
  const [drawn] = (chart.measures ?? measures).map(parseColumn)
  const isParted =
    before.dimensions.length === 1 &&
    dimensions.length === 2 &&
    dimensions.some(({ field }) => field === 'time') &&
    drawn !== undefined &&
    addsUp(drawn)
  return isParted && chart.type === 'bar' ? { ...next, chart: { ...chart, type: 'stackedBar' } } : next
}

/** What cannot be with the rest goes: an order by a column that is gone, a chart that its rows do not suit. */
function fitted(definition: ReportDefinition): ReportDefinition {
  const { sort, chart, others } = definition
  const names = new Set(columnNames(definition))
  const drawn = chart.measures?.filter((name) => names.has(name)) ?? []
  // Figures that are yet to be chosen are drawn as those before were.
  const suits = definition.measures.length === 0 || chartProblem(chart.type, definition) === undefined
  return {
    ...definition,
    sort: sort.filter(({ field }) => names.has(field)),
    others: mayNotifyOthers(definition) ? others : undefined,
    chart: suits
      ? { type: chart.type, ...(drawn.length > 0 && { measures: drawn }) }
      : { type: suggestChart(definition) },
  }
}

/** Whether a report may show together what its limit leaves out. */
export function mayNotifyOthers({ dimensions: [first, ...more], limit }: ReportDefinition): boolean {
  return (
    first !== undefined &&
    first.field !== 'time' &&
    more.length === 0 &&
    limit !== undefined &&
    limit <= othersLimit
  )
}

/** The columns of a report, by which it may be sorted. */
function columnNames({ dimensions, measures, columns = [] }: ReportDefinition): string[] {
  return [...dimensions.map(({ field }) => field), ...measures, ...columns]
}
