import { fields } from '@callboard/contract/call-fields'
import { builtInParts } from '@callboard/contract/dashboard'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import { formatCounted } from '@callboard/contract/format'
import { resultRows, numberOf } from '#web/lib/reporting/report-answer.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { formatHour, formatHourSpan, weekdayLabels, weekdayNames } from '@callboard/contract/format-time'
import { drawHeatMap, type HeatMapChart } from '@callboard/contract/charts/heat-map'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'

interface WhenCallsComeProps {
  scope: DashboardScope
  callsBehind: CallsBehind
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Calls by weekday and hour. */
export function WhenCallsCome({ scope, callsBehind }: WhenCallsComeProps) {
  const [ref, isInView] = useInView<HTMLElement>()
  const query = useQuery({ ...dashboardPartQuery('byHourAndWeekday', scope), enabled: isInView })
  const weekStartsOn = useQuery(systemSettingsQuery).data?.weekStartsOn ?? 1
  const navigate = useNavigate()
  const days = weekdayLabels.map((_, index) => ((weekStartsOn - 1 + index) % 7) + 1)
  return (
    <ChartPanel
      ref={ref}
      title={builtInParts.whenCallsCome.label}
      note="calls per hour"
      query={query}
      height={282}
      isEmpty={(answer) => answer.rows.length === 0}
      emptyReason="There are no calls in this period."
      toChart={(answer) => drawHeatMap(toChart(answer, days))}
      summarize={(answer) => summarize(answer)}
      onSelect={({ index, row = 0 }, answer) => {
        const cells = findCells(answer, days[row], index)
        const href = cells === undefined ? undefined : callsBehind({ answer, row: cells, measure: 'calls' })
        if (href !== undefined) void navigate(href)
      }}
    />
  )
}

function findCells(answer: RunReportAnswer, day: number | undefined, hour: number) {
  return resultRows(answer).find(
    (row) => numberOf(row, 'dayOfWeek') === day && numberOf(row, 'hourOfDay') === hour,
  )?.cells
}

function toChart(answer: RunReportAnswer, days: readonly number[]): HeatMapChart {
  const calls = new Map(
    resultRows(answer).map((row) => [
      `${numberOf(row, 'dayOfWeek')}-${numberOf(row, 'hourOfDay')}`,
      numberOf(row, 'calls') ?? 0,
    ]),
  )
  return {
    columnsName: fields.hourOfDay.label,
    rows: days.map((day) => ({ label: weekdayLabels[day - 1] ?? '', title: weekdayNames[day - 1] ?? '' })),
    columns: hours.map((hour) => ({ label: formatHour(hour), title: formatHourSpan(hour) })),
    values: days.map((day) => hours.map((hour) => calls.get(`${day}-${hour}`) ?? 0)),
    format: (count) => formatCounted(count, 'call'),
  }
}

function summarize(answer: RunReportAnswer): string {
  const rows = resultRows(answer)
  const busiest = rows.toSorted(
    (one, other) => (numberOf(other, 'calls') ?? 0) - (numberOf(one, 'calls') ?? 0),
  )[0]
  if (busiest === undefined) return 'No calls.'
  const day = weekdayNames[(numberOf(busiest, 'dayOfWeek') ?? 1) - 1] ?? ''
  const hour = formatHourSpan(numberOf(busiest, 'hourOfDay') ?? 0)
  return `Calls by weekday and hour. Most come on ${day}, ${hour}: ${formatCounted(numberOf(busiest, 'calls') ?? 0, 'call')}.`
}
