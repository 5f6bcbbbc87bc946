import type { SavedReport } from '@callboard/contract/saved-reports'
import { Tag } from 'antd'
import { useMemo } from 'react'
import { useDashboardItem } from '#web/features/dashboard/editing/dashboard-item.tsx'
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
import { useResultMenu } from '#web/features/report-view/result-menu.tsx'
import { RunButton } from '#web/features/report-view/RunButton.tsx'
import { useReportMarks } from '#web/features/report-view/report-use.ts'
import { SaveActions } from '#web/features/report-view/SaveActions.tsx'
import { type ShownReport, sourceOf, sourceWords } from '#web/features/report-view/shown-report.ts'
import { ViewSwitch } from '#web/features/report-view/ViewSwitch.tsx'
import { SendButton } from '#web/features/subscriptions/sending/SendButton.tsx'
import { SubscriberCount } from '#web/features/subscriptions/SubscriberCount.tsx'
import { readChosenColumns } from '#web/lib/reporting/chosen-columns.ts'
import { useCurrentUser, useTimeZone } from '#web/lib/session/current-user.ts'
import { useFilterWords } from '#web/lib/reporting/filter-words.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { EditButton, useCopyItem, useEditing } from '#web/pages/own-report/EditReport.tsx'
import { usePublishing } from '#web/pages/own-report/publishing.ts'
import { ExplainedChanges } from '#web/pages/ExplainedChanges.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { useCopyLink } from '#web/ui/buttons/copy-link.ts'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'

interface OpenReportProps {
  report: ShownReport
  /** As it was saved, when it is opened so. */
  saved?: SavedReport
}

/** The page of a report, opened by itself or as it was saved; the address says what differs. */
export function OpenReport({ report, saved }: OpenReportProps) {
  const schema = useMemo(() => reportSearch(report), [report])
  const { state, problem, write } = useUrlState(schema)
  if (problem !== undefined) {
    const title = saved?.name ?? report.name
    return <UnreadablePage title={title} description={report.description} problem={problem} />
  }
  const change = (changes: Partial<ReportState>) => write(reportParams(report, changes), 'push')
  return <Opened report={report} saved={saved} state={state} onChange={change} />
}

interface OpenedProps extends OpenReportProps {
  state: ReportState
  onChange: (changes: Partial<ReportState>) => void
}

function Opened({ report, saved, state, onChange }: OpenedProps) {
  const ownZone = useTimeZone()
  const timeZone = state.timeZone ?? ownZone
  const marks = useReportMarks()
  const conditions = useFilterWords(report.definition.filters, timeZone)
  const title = saved?.name ?? report.name
  const shared = { report, state, timeZone }
  const isOther = saved !== undefined && isChanged(report, state)
  const isSummary = report.kind !== 'details'
  return (
    <PageFrame
      isDense
      title={title}
      mark={
        <>
          <FavouriteButton id={saved?.id ?? report.id} name={title} marks={marks} />
          {isOther && <Tag color="processing">Changed</Tag>}
        </>
      }
      description={saved === undefined ? report.description : <AboutSaved saved={saved} />}
      actions={<Actions {...shared} saved={saved} isOther={isOther} />}
    >
      <ParameterBar
        {...shared}
        controls={
          isSummary && (
            <>
              {report.definition.chart.type !== 'none' && (
                <ViewSwitch view={state.view} onChange={(view) => onChange({ view })} />
              )}
              <RunButton {...shared} />
            </>
          )
        }
        onChange={onChange}
      />
      {isSummary ? (
        <ExplainedChanges run={{ ...runOf(report, state), timeZone }} entityGroups={entityGroupsOf(state)}>
          <ReportResult {...shared} conditions={conditions} onChange={onChange} />
        </ExplainedChanges>
      ) : (
        <DetailsReport {...shared} conditions={conditions} onChange={onChange} />
      )}
    </PageFrame>
  )
}

/** Of which report it is, who else sees it, and who gets it. */
function AboutSaved({ saved }: { saved: SavedReport }) {
  const { id: userId } = useCurrentUser()
  return (
    <>
      {sourceWords(saved, userId)}
      {saved.sharedWithGroupName !== null && ` · shared with ${saved.sharedWithGroupName}`}
      <SubscriberCount saved={saved} />
    </>
  )
}

interface ActionsProps extends Omit<OpenedProps, 'onChange'> {
  timeZone: string
  /** It is shown otherwise than it was saved. */
  isOther: boolean
}

function Actions({ report, saved, state, timeZone, isOther }: ActionsProps) {
  const { id: userId } = useCurrentUser()
  const copyLink = useCopyLink()
  const publishing = usePublishing()
  const shared = { report, state, timeZone }
  const title = saved?.name ?? report.name
  const shown = { parameters: valuesOf(report, state), view: viewOf(state) }
  const toSend = {
    saved,
    report,
    ...((saved === undefined || isOther) && { unsaved: { ...sourceOf(report, saved), ...shown } }),
  }
  const editing = useEditing({ report, saved, shown })
  const copyItem = useCopyItem(editing)
  const result = useResultMenu(shared)
  const dashboardItem = useDashboardItem({
    report: { id: saved?.id ?? report.id, name: title, isSaved: saved !== undefined },
    view: state.view === 'table' || report.definition.chart.type === 'none' ? 'table' : 'chart',
    isChanged: isChanged(report, state),
  })
  // What others are to see as well.
  const chosenColumns = () => state.columns ?? readChosenColumns(reportColumnsKey(userId, report.id))
  return (
    <>
      <EditButton editing={editing} />
      <ExportButton {...shared} />
      <SendButton name={title} of={toSend} />
      <SaveActions
        report={report}
        saved={saved}
        shown={shown}
        isChanged={isOther}
        more={[
          ...copyItem,
          ...(saved?.reportId === null ? publishing(report, shown) : []),
          ...dashboardItem,
          {
            key: 'link',
            label: 'Copy link',
            onClick: () => void copyLink({ columns: chosenColumns()?.join(',') }),
          },
          ...result.items,
        ]}
      />
      {result.dialog}
    </>
  )
}
