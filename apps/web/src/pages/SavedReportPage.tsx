import type { Report } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { reportOfSavedQuery, savedReportQuery } from '#web/features/report-view/queries.ts'
import { SaveActions } from '#web/features/report-view/SaveActions.tsx'
import { leavingOut, outdatedParameters, withSavedValues } from '#web/features/report-view/shown-report.ts'
import { OpenReport } from '#web/pages/OpenReport.tsx'
import { preloadCharts } from '#web/ui/charts/Chart.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'

const allReports = { label: 'Go to all reports', path: paths.reports }

/** A report with the values that somebody saved. */
export function SavedReportPage() {
  const { id = '' } = useParams()
  const saved = useQuery(savedReportQuery(id))
  useEffect(preloadCharts, [])
  const report = useQuery({ ...reportOfSavedQuery(id), enabled: saved.data?.isRunnable === true })
  if (saved.data !== undefined && report.data !== undefined) {
    return <WithReport key={id} saved={saved.data} report={report.data} />
  }
  if (saved.data?.isRunnable === false) return <WithoutReport saved={saved.data} />
  return (
    <PageFrame isDense title={saved.data?.name ?? 'Saved report'}>
      {saved.data === undefined ? (
        <QueryState query={saved} errorTitle="This saved report could not be opened" wayOn={allReports}>
          {() => null}
        </QueryState>
      ) : (
        <QueryState query={report} errorTitle="Its report could not be opened" wayOn={allReports}>
          {() => null}
        </QueryState>
      )}
    </PageFrame>
  )
}

function WithReport({ saved, report }: { saved: SavedReport; report: Report }) {
  const [isWithout, setIsWithout] = useState(false)
  const outdated = outdatedParameters(report, saved)
  const shown = useMemo(() => withSavedValues(report, saved), [report, saved])
  const without = useMemo(() => leavingOut(shown, outdatedParameters(report, saved)), [shown, report, saved])
  if (outdated.length === 0) return <OpenReport report={shown} saved={saved} />
  if (isWithout) return <OpenReport report={without} saved={saved} />
  return (
    <PageFrame title={saved.name} description={report.name}>
      <Alert
        type="warning"
        showIcon
        title={`This report no longer has ${outdated.join(', ')}`}
        description={
          <>
            <p>
              This was saved with{' '}
              {outdated.map((name) => `${name} ${JSON.stringify(saved.parameters[name])}`).join(' and ')}.
              Without it, the figures include more calls.
            </p>
            <Button onClick={() => setIsWithout(true)}>Run it without {outdated.join(', ')}</Button>
          </>
        }
      />
    </PageFrame>
  )
}

/** For its owner and administrators, when the report is not active, or not in a set of a group of theirs. */
function WithoutReport({ saved }: { saved: SavedReport }) {
  return (
    <PageFrame
      title={saved.name}
      description={saved.reportName ?? ''}
      actions={<SaveActions saved={saved} isChanged={false} />}
    >
      <Alert
        type="warning"
        showIcon
        title={`You no longer have access to the report “${saved.reportName}”`}
        description="It was deactivated, or none of your groups has it. Your saved report is kept. Ask an administrator for access to the report."
      />
    </PageFrame>
  )
}
