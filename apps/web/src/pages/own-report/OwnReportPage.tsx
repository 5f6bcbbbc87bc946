import type { Report } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useLocation, useParams } from 'react-router'
import { emptyDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { reportOfSavedQuery, savedReportQuery } from '#web/features/report-view/queries.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { Copied, draftAsShown } from '#web/pages/own-report/copied-report.ts'
import { OwnReportBuilder } from '#web/pages/own-report/OwnReportBuilder.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** Builds a report of one's own, from nothing or from another one. */
export function NewReportPage() {
  const copied = Copied.safeParse(useLocation().state).data
  return (
    <PageFrame title="New report" breadcrumbs={<ReportCrumbs above={[]} />}>
      <OwnReportBuilder
        key={copied?.of}
        saved={undefined}
        place={copied === undefined ? 'own' : `own:${copied.of}`}
        start={copied?.copy ?? emptyDraft()}
      />
    </PageFrame>
  )
}

/** Changes what a report of one's own shows. */
export function OwnReportPage() {
  const { id = '' } = useParams()
  const saved = useQuery(savedReportQuery(id))
  const isOwn = saved.data?.reportId === null
  const report = useQuery({ ...reportOfSavedQuery(id), enabled: isOwn })
  const above = saved.data === undefined ? [] : [{ name: saved.data.name, path: paths.savedReport(id) }]
  return (
    <PageFrame title="Change what it shows" breadcrumbs={<ReportCrumbs above={above} />}>
      <QueryState query={saved} errorTitle="This saved report could not be opened">
        {(loaded) =>
          isOwn ? (
            <QueryState query={report} errorTitle="What it shows could not be opened">
              {(shown) => <Changing key={id} saved={loaded} report={shown} />}
            </QueryState>
          ) : (
            <OfLibrary saved={loaded} />
          )
        }
      </QueryState>
    </PageFrame>
  )
}

function Changing({ saved, report }: { saved: SavedReport; report: Report }) {
  return <OwnReportBuilder saved={saved} place={saved.id} start={draftAsShown(report, saved)} />
}

function OfLibrary({ saved: { id, name, reportName } }: { saved: SavedReport }) {
  return (
    <Alert
      type="info"
      showIcon
      title={`“${name}” shows “${reportName}”, a report of the library`}
      description={
        <>
          Only administrators change that one. <TextLink to={paths.savedReport(id)}>Open it</TextLink>, and
          choose “Change what it shows” there to change a copy.
        </>
      }
    />
  )
}
