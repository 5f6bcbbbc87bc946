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
  const usual = useMemo(() => reportSearch(report).parse({}), [report])
  const [tried, setTried] = useState<Partial<ReportState>>({})
  const [definition, setDefinition] = useState(draft.definition)
  if (definition !== draft.definition) {
    setDefinition(draft.definition)
    // What somebody clicked in the table may be gone.
    setTried({
      ...tried,
      sort: undefined,
      measure: undefined,
      across: undefined,
      columns: undefined,
      steps: [],
      page: 1,
    })
  }
  const shared = { report, state: { ...usual, ...tried }, timeZone }
  const conditions = useFilterWords(draft.definition.filters, timeZone)
  const change = (changes: Partial<ReportState>) => setTried({ ...tried, page: 1, ...changes })
  return (
    <>
      <ParameterBar {...shared} onChange={change} />
      {problem !== undefined && <Notice kind="note">{problem} The figures are older.</Notice>}
      <ReportResult {...shared} isDraft conditions={conditions} onChange={change} />
    </>
  )
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
