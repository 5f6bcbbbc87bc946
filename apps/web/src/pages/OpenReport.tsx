import type { SavedReport } from '@callboard/contract/saved-reports'
import { LinkOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { AddToDashboard } from '#web/features/dashboard/editing/AddToDashboard.tsx'
import { DetailsReport } from '#web/features/report-view/DetailsReport.tsx'
import { ExportButton } from '#web/features/report-view/ExportButton.tsx'
import { FavouriteButton } from '#web/features/report-view/menu/FavouriteButton.tsx'
import { ParameterBar } from '#web/features/report-view/parameters/ParameterBar.tsx'
import { reportColumnsKey } from '#web/features/report-view/figures/ReportFigures.tsx'
import { ReportResult } from '#web/features/report-view/ReportResult.tsx'
import {
  entityGroupsOf,
  isChanged,
  reportParams,
  reportSearch,
  type ReportState,
  runOf,
  valuesOf,
  viewOf,
} from '#web/features/report-view/report-url.ts'
import { useReportMarks } from '#web/features/report-view/report-use.ts'
import { SaveActions } from '#web/features/report-view/SaveActions.tsx'
import { type ShownReport, sourceOf, sourceWords } from '#web/features/report-view/shown-report.ts'
import { ViewSwitch } from '#web/features/report-view/ViewSwitch.tsx'
import { SendButton } from '#web/features/subscriptions/SendButton.tsx'
import { SubscriberCount } from '#web/features/subscriptions/SubscriberCount.tsx'
import { readChosenColumns } from '#web/lib/reporting/chosen-columns.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { useFilterWords } from '#web/lib/reporting/filter-words.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ChangeReport } from '#web/pages/own-report/ChangeReport.tsx'
import { usePublishing } from '#web/pages/own-report/publishing.ts'
import { ExplainedChanges } from '#web/pages/ExplainedChanges.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { useCopyLink } from '#web/ui/buttons/copy-link.ts'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'

interface OpenReportProps {
  report: ShownReport
  /** As it was saved, when it is opened so. */
  saved?: SavedReport
}

/** The page of a report, opened by itself or as it was saved; the address says what differs. */
export function OpenReport({ report, saved }: OpenReportProps) {
  const { id: userId, isAdmin, timeZone: ownZone } = useCurrentUser()
  const marks = useReportMarks()
  const copyLink = useCopyLink()
  const publishing = usePublishing()
  const schema = useMemo(() => reportSearch(report), [report])
  const { state, problem, write } = useUrlState(schema)
  const timeZone = state?.timeZone ?? ownZone
  const conditions = useFilterWords(report.definition.filters, timeZone)
  const title = saved?.name ?? report.name
  if (problem !== undefined) {
    return (
      <PageFrame title={title} description={report.description}>
        <UnreadableAddress problem={problem} />
      </PageFrame>
    )
  }
  const shared = { report, state, timeZone }
  const change = (changes: Partial<ReportState>) => write(reportParams(report, changes), 'push')
  // What others are to see as well.
  const chosenColumns = () => state.columns ?? readChosenColumns(reportColumnsKey(userId, report.id))
  const isOther = saved !== undefined && isChanged(report, state)
  const shown = { parameters: valuesOf(report, state), view: viewOf(state) }
  const toSend = {
    saved,
    report,
    ...((saved === undefined || isOther) && { unsaved: { ...sourceOf(report, saved), ...shown } }),
  }
  return (
    <PageFrame
      title={title}
      description={
        saved === undefined ? (
          report.description
        ) : (
          <>
            {sourceWords(saved, userId)}
            {saved.sharedWithGroupName !== null && ` · shared with ${saved.sharedWithGroupName}`}
            <SubscriberCount saved={saved} /> {isOther && <Tag color="processing">Changed</Tag>}
          </>
        )
      }
      actions={
        <>
          <FavouriteButton id={saved?.id ?? report.id} name={title} marks={marks} />
          {report.definition.chart.type !== 'none' && (
            <ViewSwitch view={state.view} onChange={(view) => change({ view })} />
          )}
          <ChangeReport report={report} saved={saved} shown={shown} />
          {isAdmin && saved === undefined && (
            <Link to={paths.manageRecord('reports', report.id)}>
              <Button tabIndex={-1}>Edit</Button>
            </Link>
          )}
          <AddToDashboard
            report={{ id: saved?.id ?? report.id, name: title, isSaved: saved !== undefined }}
            view={state.view === 'table' || report.definition.chart.type === 'none' ? 'table' : 'chart'}
            isChanged={isChanged(report, state)}
          />
          <ExportButton {...shared} />
          <SendButton name={title} of={toSend} />
          <SaveActions
            report={report}
            saved={saved}
            shown={shown}
            isChanged={isOther}
            more={[
              ...(saved?.reportId === null ? publishing(report, shown) : []),
              {
                key: 'link',
                label: 'Copy link',
                icon: <LinkOutlined aria-hidden />,
                onClick: () => void copyLink({ columns: chosenColumns()?.join(',') }),
              },
            ]}
          />
        </>
      }
    >
      <ParameterBar {...shared} onChange={change} />
      {report.kind === 'details' ? (
        <DetailsReport {...shared} />
      ) : (
        <ExplainedChanges run={{ ...runOf(report, state), timeZone }} entityGroups={entityGroupsOf(state)}>
          <ReportResult {...shared} conditions={conditions} onChange={change} />
        </ExplainedChanges>
      )}
    </PageFrame>
  )
}
