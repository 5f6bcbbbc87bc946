import type { Report } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { describeFilter } from '#web/features/calls/filter-words.ts'
import { DetailsReport } from '#web/features/reports/DetailsReport.tsx'
import { ExportButton } from '#web/features/reports/ExportButton.tsx'
import { ParameterBar } from '#web/features/reports/ParameterBar.tsx'
import { reportQuery } from '#web/features/reports/queries.ts'
import { ReportResult } from '#web/features/reports/ReportResult.tsx'
import { reportParams, reportSearch, type ReportState } from '#web/features/reports/report-url.ts'
import { ViewSwitch } from '#web/features/reports/ViewSwitch.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'

export function ReportPage() {
  const { id = '' } = useParams()
  const query = useQuery(reportQuery(id))
  if (query.data !== undefined) return <ReportOf key={id} report={query.data} />
  return (
    <PageFrame title="Report">
      <QueryState query={query} errorTitle="This report could not be opened">
        {() => null}
      </QueryState>
    </PageFrame>
  )
}

function ReportOf({ report }: { report: Report }) {
  const { isAdmin, timeZone } = useCurrentUser()
  const schema = useMemo(() => reportSearch(report), [report])
  const { state, problem, write } = useUrlState(schema)
  if (problem !== undefined) {
    return (
      <PageFrame title={report.name} description={report.description}>
        <UnreadableAddress problem={problem} />
      </PageFrame>
    )
  }
  const shared = { report, state, timeZone }
  const change = (changes: Partial<ReportState>) => write(reportParams(report, changes), 'push')
  return (
    <PageFrame
      title={report.name}
      description={report.description}
      actions={
        <>
          {report.definition.chart.type !== 'none' && (
            <ViewSwitch view={state.view} onChange={(view) => change({ view })} />
          )}
          <ShareButton />
          {isAdmin && (
            <Link to={paths.manageRecord('reports', report.id)}>
              <Button tabIndex={-1}>Edit</Button>
            </Link>
          )}
          <ExportButton {...shared} />
        </>
      }
    >
      <ParameterBar {...shared} onChange={change} />
      {report.kind === 'details' ? (
        <DetailsReport {...shared} />
      ) : (
        <ReportResult
          {...shared}
          conditions={report.definition.filters.map((filter) => describeFilter(filter, { timeZone }))}
          onChange={change}
        />
      )}
    </PageFrame>
  )
}
