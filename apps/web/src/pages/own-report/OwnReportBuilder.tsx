import { formatCounted } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'
import * as endpoints from '@callboard/contract/saved-reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useNavigate } from 'react-router'
import type { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import type { BuilderParts } from '#web/features/report-builder/parts/builder-parts.ts'
import { parametersQuery } from '#web/features/report-builder/queries.ts'
import { ReportBuilder } from '#web/features/report-builder/ReportBuilder.tsx'
import { reportOfSavedQuery, savedReportQuery } from '#web/features/report-view/queries.ts'
import { withSavedValues } from '#web/features/report-view/shown-report.ts'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ReportDefaultValue } from '#web/pages/manage/ReportDefaultValue.tsx'
import { ReportFilters } from '#web/pages/manage/ReportFilters.tsx'
import { ReportPreview } from '#web/pages/manage/ReportPreview.tsx'
import { fittingView } from '#web/pages/own-report/fitting-view.ts'
import { StartFromFound } from '#web/pages/own-report/StartFromFound.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'

const parts: BuilderParts = {
  StartFrom: StartFromFound,
  Filters: ReportFilters,
  Preview: ReportPreview,
  DefaultValue: ReportDefaultValue,
}

interface OwnReportBuilderProps {
  /** Undefined: a new one. */
  saved: SavedReport | undefined
  /** Under which unsaved changes are kept in this browser. */
  place: string
  start: ReportDraft
}

/** The builder for a report of one's own: whoever may save reports has it, over their own rows. */
export function OwnReportBuilder({ saved, place, start }: OwnReportBuilderProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const parameters = useQuery(parametersQuery)

  async function save({ name, definition, parameters: uses }: ReportDraft, base?: { revision: number }) {
    // What readers find until they choose is all in the definition.
    const whole = { name, definition, parameterUses: uses, parameters: {} }
    const { id } =
      saved === undefined
        ? await send(endpoints.createSavedReport, { body: whole })
        : await send(endpoints.updateSavedReport, {
            params: { savedReportId: saved.id },
            body: { ...whole, view: fittingView(saved.view, definition), ...base },
          })
    await invalidate('savedReport', 'report')
    const report = await client.query(reportOfSavedQuery(id))
    void navigate(paths.savedReport(id), { replace: saved === undefined })
    return report
  }

  async function reload() {
    await invalidate('savedReport', 'report')
    const id = saved?.id ?? ''
    const now = await client.query(savedReportQuery(id))
    return withSavedValues(await client.query(reportOfSavedQuery(id)), now)
  }

  return (
    <QueryState query={parameters}>
      {(known) => (
        <ReportBuilder
          parts={parts}
          place={place}
          report={saved}
          start={start}
          parameters={known}
          renderWarning={() => saved && <SharedNote saved={saved} />}
          save={save}
          reload={reload}
        />
      )}
    </QueryState>
  )
}

/** Before saving: who else gets it as it will be. */
function SharedNote({
  saved: { sharedWithGroupName: group, subscriptionCount: count },
}: {
  saved: SavedReport
}) {
  const readers = [
    ...(group === null ? [] : [`everybody in ${group}`]),
    ...(count === 0 ? [] : [`the recipients of ${formatCounted(count, 'subscription')}`]),
  ]
  if (readers.length === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      title={`What you save is what ${joinWithAnd(readers)} will see, each over their own calls`}
    />
  )
}
