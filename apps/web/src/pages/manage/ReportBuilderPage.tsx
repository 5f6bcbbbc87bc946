import { textLimits } from '@callboard/contract/limits'
import * as endpoints from '@callboard/contract/manage-reports'
import { dashboardReports, getReport, type Report } from '@callboard/contract/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import type { BuilderParts } from '#web/features/report-builder/parts/builder-parts.ts'
import { parametersQuery, reportQuery } from '#web/features/report-builder/queries.ts'
import { BreakageNote } from '#web/features/report-builder/draft/BreakageNote.tsx'
import { findBreakage } from '#web/features/report-builder/draft/breakage.ts'
import { draftOf, emptyDraft, ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { PlacesPart } from '#web/features/report-builder/parts/PlacesPart.tsx'
import { ReportBuilder } from '#web/features/report-builder/ReportBuilder.tsx'
import { StartFrom } from '#web/features/report-builder/StartFrom.tsx'
import { send } from '#web/lib/api/api.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ReportFilters } from '#web/pages/manage/ReportFilters.tsx'
import { ReportPreview } from '#web/pages/manage/ReportPreview.tsx'
import { ReportDefaultValue } from '#web/pages/manage/ReportDefaultValue.tsx'
import { ChangeList } from '#web/records/changes/ChangeList.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { PageTabs } from '#web/ui/page/PageTabs.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

const parts: BuilderParts = {
  StartFrom,
  Places: PlacesPart,
  Filters: ReportFilters,
  Preview: ReportPreview,
  DefaultValue: ReportDefaultValue,
}

const crumbs = <ManageCrumbs above={[{ name: 'Reports', path: paths.manageList('reports') }]} />

/** Creates a report, or changes one. */
export function ReportBuilderPage() {
  const { id = newRecordId } = useParams()
  return id === newRecordId ? <NewReport /> : <KnownReport key={id} id={id} />
}

const Copied = z.object({ copy: ReportDraft })

function NewReport() {
  const copied = Copied.safeParse(useLocation().state).data?.copy
  return (
    <PageFrame title="Add Report" breadcrumbs={crumbs}>
      <Builder report={undefined} start={copied ?? emptyDraft()} />
    </PageFrame>
  )
}

const TabSearch = z.object({ tab: z.enum(['report', 'history']).default('report') })

function KnownReport({ id }: { id: string }) {
  const query = useQuery(reportQuery(id))
  const { state, write } = useUrlState(TabSearch)
  const report = query.data
  return (
    <PageFrame
      title={report?.name ?? 'Report'}
      breadcrumbs={crumbs}
      {...(report !== undefined && {
        description: report.description,
        actions: (
          <Link to={paths.report(id)}>
            <Button tabIndex={-1}>Open report</Button>
          </Link>
        ),
      })}
    >
      <PageTabs
        activeKey={state?.tab ?? 'report'}
        onChange={(tab) => write({ tab: tab === 'report' ? undefined : tab }, 'push')}
        items={[
          { key: 'report', label: 'Report' },
          { key: 'history', label: 'History' },
        ]}
        tabBarStyle={{ marginBottom: 0 }}
      />
      <QueryState query={query} errorTitle="This report could not be opened">
        {(loaded) =>
          state?.tab === 'history' ? (
            <Panel flush label="History">
              <ChangeList
                search={{ tableType: 'report', recordId: id }}
                isOfRecord
                emptyReason="No changes yet."
              />
            </Panel>
          ) : (
            <Builder report={loaded} start={draftOf(loaded)} />
          )
        }
      </QueryState>
    </PageFrame>
  )
}

function Builder({ report, start }: { report: Report | undefined; start: ReportDraft }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const parameters = useQuery(parametersQuery)

  async function save(draft: ReportDraft, base: { id: string; revision: number } | undefined) {
    const saved =
      base === undefined
        ? await send(endpoints.createReport, { body: draft })
        : await send(endpoints.updateReport, { body: { ...draft, ...base } })
    client.setQueryData(reportQuery(saved.id).queryKey, saved)
    void invalidate('report', 'reportSet')
    // A new report is opened where it is saved with values, shared and put on the dashboard; one that is off only here.
    if (base === undefined)
      void navigate(saved.isActive ? paths.report(saved.id) : paths.manageRecord('reports', saved.id), {
        replace: true,
      })
    return saved
  }

  async function reload() {
    const { queryKey } = reportQuery(report?.id ?? '')
    const now = await send(getReport, { params: { id: report?.id ?? '' } })
    client.setQueryData(queryKey, now)
    return now
  }

  return (
    <QueryState query={parameters}>
      {(known) => (
        <ReportBuilder
          parts={parts}
          place={report?.id ?? newRecordId}
          report={report}
          start={start}
          parameters={known}
          lock={isPartOfDashboard(report?.id) ? partWords : undefined}
          renderWarning={(before, after) => {
            const breakage = findBreakage(before, after)
            if (report === undefined || breakage === undefined) return null
            return <BreakageNote reportId={report.id} breakage={breakage} parameters={known} />
          }}
          save={save}
          reload={reload}
          onCopy={(draft) =>
            void navigate(paths.manageRecord('reports', newRecordId), {
              state: { copy: { ...draft, name: `Copy of ${draft.name}`.slice(0, textLimits.recordName) } },
            })
          }
        />
      )}
    </QueryState>
  )
}

const partWords = 'Built-in dashboard parts cannot be changed. Make a copy and change that.'

function isPartOfDashboard(id: string | undefined): boolean {
  return Object.values<string | undefined>(dashboardReports).includes(id)
}
