import type { Parameter, Report } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilterWords } from '#web/lib/reporting/filter-words.ts'
import type { PreviewProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { parametersQuery } from '#web/features/report-builder/queries.ts'
import type { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { ParameterBar } from '#web/features/report-view/parameters/ParameterBar.tsx'
import { ReportResult } from '#web/features/report-view/ReportResult.tsx'
import { reportSearch, type ReportState } from '#web/features/report-view/report-url.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { Notice } from '#web/ui/page/Notice.tsx'

/** A report that is not saved, as its readers would see it, with the values that somebody tries out. */
export function ReportPreview({ draft, problem }: PreviewProps) {
  const timeZone = useTimeZone()
  const known = useQuery(parametersQuery).data
  const report = useMemo(() => reportOf(draft, known ?? []), [draft, known])
  const defaults = useMemo(() => reportSearch(report).parse({}), [report])
  const [tried, setTried] = useState<Partial<ReportState>>({})
  const [before, setBefore] = useState({ definition: draft.definition, defaults })
  if (before.definition !== draft.definition || before.defaults !== defaults) {
    setBefore({ definition: draft.definition, defaults })
    const left = withoutEdited(tried, before.defaults, defaults)
    setTried(before.definition === draft.definition ? left : { ...left, ...nothingClicked })
  }
  const shared = { report, state: { ...defaults, ...tried }, timeZone }
  const conditions = useFilterWords(draft.definition.filters, timeZone)
  const change = (changes: Partial<ReportState>) => setTried({ ...tried, page: 1, ...changes })
  return (
    <>
      <ParameterBar {...shared} onChange={change} />
      {problem !== undefined && (
        <Notice kind="note">{problem} Until then, the preview below stays as it was.</Notice>
      )}
      <ReportResult {...shared} isDraft conditions={conditions} onChange={change} />
    </>
  )
}

/** What somebody clicked in the table may be gone when the report is edited. */
const nothingClicked = {
  sort: undefined,
  measure: undefined,
  across: undefined,
  columns: undefined,
  steps: [],
  page: 1,
} satisfies Partial<ReportState>

/** What is tried out until the report itself gets another period or comparison: then that is what is to be seen. */
function withoutEdited(
  tried: Partial<ReportState>,
  before: ReportState,
  now: ReportState,
): Partial<ReportState> {
  const isSame = (name: 'period' | 'compare' | 'matchWeekdays') =>
    JSON.stringify(before[name]) === JSON.stringify(now[name])
  const { period, compare, matchWeekdays, ...others } = tried
  return {
    ...others,
    ...(period !== undefined && isSame('period') && { period }),
    ...(isSame('compare') && {
      ...(compare !== undefined && { compare }),
      ...('matchWeekdays' in tried && isSame('matchWeekdays') && { matchWeekdays }),
    }),
  }
}

function reportOf(draft: ReportDraft, known: readonly Parameter[]): Report {
  const { name, definition, kind, description, isActive } = draft
  return {
    id: emptyGuid,
    name,
    description,
    kind,
    definition,
    parameters: known.flatMap((parameter): Parameter[] => {
      const use = draft.parameters.find((one) => one.name === parameter.name)
      if (use !== undefined)
        return [{ ...parameter, required: use.required, default: use.default ?? parameter.default }]
      // There is always a period to try out.
      return parameter.name === 'dateRange' ? [parameter] : []
    }),
    exportTypes: [],
    exportTypeIds: null,
    isActive,
    revision: 0,
  }
}
