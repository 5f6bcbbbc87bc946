import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { reportQuery } from '#web/features/report-view/queries.ts'
import { OpenReport } from '#web/pages/OpenReport.tsx'
import { preloadCharts } from '#web/ui/charts/Chart.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'

export function ReportPage() {
  const { id = '' } = useParams()
  const query = useQuery(reportQuery(id))
  // Nearly every report has one.
  useEffect(preloadCharts, [])
  if (query.data !== undefined) return <OpenReport key={id} report={query.data} />
  return (
    <PageFrame isDense title="Report">
      <QueryState
        query={query}
        errorTitle="This report could not be opened"
        wayOn={{ label: 'Go to all reports', path: paths.reports }}
      >
        {() => null}
      </QueryState>
    </PageFrame>
  )
}
