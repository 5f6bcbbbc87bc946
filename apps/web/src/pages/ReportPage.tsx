import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { reportQuery } from '#web/features/report-view/queries.ts'
import { OpenReport } from '#web/pages/OpenReport.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

export function ReportPage() {
  const { id = '' } = useParams()
  const query = useQuery(reportQuery(id))
  if (query.data !== undefined) return <OpenReport key={id} report={query.data} />
  return (
    <PageFrame isDense title="Report">
      <QueryState query={query} errorTitle="This report could not be opened">
        {() => null}
      </QueryState>
    </PageFrame>
  )
}
