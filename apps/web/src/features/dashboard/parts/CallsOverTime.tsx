import { builtInParts } from '@callboard/contract/dashboard'
import type { Grain } from '@callboard/contract/fields'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { type MeasureName, measures } from '@callboard/contract/measures'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import { formatCount, formatCounted } from '@callboard/contract/format'
import {
  type ResultRow,
  resultRows,
  columnOf,
  earlierNumberOf,
  numberOf,
  textOf,
} from '#web/lib/reporting/report-answer.ts'
import { nameEarlier, timePoint } from '@callboard/contract/charts/time-point'
import { drawSeries, type SeriesChart, stackTotal } from '@callboard/contract/charts/series-drawing'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'

interface CallsOverTimeProps {
  scope: DashboardScope
  callsBehind: CallsBehind
}

const parts = ['answered', 'voicemail', 'missed'] as const

/** Inbound calls by how they ended, against the earlier period. */
export function CallsOverTime({ scope, callsBehind }: CallsOverTimeProps) {
  const [ref, isInView] = useInView<HTMLElement>()
  const query = useQuery({ ...dashboardPartQuery('overTime', scope), enabled: isInView })
  const navigate = useNavigate()
  return (
    <ChartPanel
      ref={ref}
      title={builtInParts.overTime.label}
      query={query}
      isEmpty={(answer) => answer.rows.length === 0}
      emptyReason="There are no calls in this period."
      toChart={(answer) => drawSeries(toChart(answer))}
      summarize={summarize}
      onSelect={({ index, series }, answer) => {
        const measure = parts.find((part) => measures[part].label === series) ?? 'inbound'
        const href = callsBehind({ answer, measure, row: answer.rows[index] ?? [] })
        if (href !== undefined) void navigate(href)
      }}
    />
  )
}

function toChart(answer: RunReportAnswer): SeriesChart {
  const rows = resultRows(answer)
  const { grain } = columnOf(answer, 'time')
  return {
    shape: 'stackedBar',
    pointsName: 'Time',
    totalName: 'Inbound',
    points: rows.map((row) => timePoint(textOf(row, 'time') ?? '', grain, answer.meta)),
    series: parts.map((part) => ({
      name: measures[part].label,
      tone: part,
      values: rows.map((row) => numberOf(row, part)),
    })),
    previous: previousOf(answer, rows, grain),
  }
}

function previousOf(
  { comparison }: RunReportAnswer,
  rows: readonly ResultRow[],
  grain: Grain | undefined,
): SeriesChart['previous'] {
  if (comparison === undefined) return undefined
  return {
    name: nameEarlier(comparison, grain),
    values: rows.map((row) => (row.earlier === null ? null : sumOf(row, parts))),
  }
}

function sumOf(row: ResultRow, names: readonly MeasureName[]): number {
  return names.reduce((sum, measure) => sum + (earlierNumberOf(row, measure) ?? 0), 0)
}

function summarize(answer: RunReportAnswer): string {
  const chart = toChart(answer)
  const totals = chart.points.map((_, index) => stackTotal(chart, index))
  const sum = totals.reduce((total, count) => total + count, 0)
  const max = Math.max(...totals)
  const busiest = chart.points[totals.indexOf(max)]
  const shares = chart.series.map(({ name, values }) => {
    const count = values.reduce<number>((total, value) => total + (value ?? 0), 0)
    return `${formatCount(count)} ${name.toLowerCase()}`
  })
  return `Inbound calls over time: ${formatCounted(sum, 'inbound call')}, ${shares.join(', ')}. Most on ${busiest?.title ?? ''} with ${formatCount(max)}.`
}
