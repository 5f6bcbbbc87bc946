import { builtInParts } from '@callboard/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useNavigate } from 'react-router'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import { findHour, hoursChart, summarizeHours, weekdaysFrom } from '#web/lib/reporting/calls-by-hour.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { drawHeatMap } from '@callboard/contract/charts/heat-map'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'

interface WhenCallsComeProps {
  scope: DashboardScope
  callsBehind: CallsBehind
}

/** Inbound calls by weekday and hour: how many people are needed when. */
export function WhenCallsCome({ scope, callsBehind }: WhenCallsComeProps) {
  const [ref, isInView] = useInView<HTMLElement>()
  const query = useQuery({ ...dashboardPartQuery('byHourAndWeekday', scope), enabled: isInView })
  const weekStartsOn = use(WeekStartContext)
  const navigate = useNavigate()
  const days = weekdaysFrom(weekStartsOn)
  return (
    <ChartPanel
      ref={ref}
      title={builtInParts.whenCallsCome.label}
      note="inbound calls per hour"
      query={query}
      height={308}
      isEmpty={(answer) => answer.rows.length === 0}
      emptyReason="There are no inbound calls in this period."
      toChart={(answer) => drawHeatMap(hoursChart(answer, days))}
      summarize={summarizeHours}
      onSelect={({ index, row = 0 }, answer) => {
        const cells = findHour(answer, days[row], index)
        const href = cells === undefined ? undefined : callsBehind({ answer, row: cells, measure: 'calls' })
        if (href !== undefined) void navigate(href)
      }}
    />
  )
}
