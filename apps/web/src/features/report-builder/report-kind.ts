import type { ReportDefinition } from '@callboard/contract/reports'
import { defaultColumns } from '#web/features/report-builder/call-columns.ts'
import { emptyDraft, type ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'

/** What changes with the kind: the filters stay, all else is what somebody begins with. */
export function ofKind(draft: ReportDraft, kind: ReportDraft['kind']): Partial<ReportDraft> {
  const { filters } = draft.definition
  if (kind === 'summary') return { kind, definition: { ...emptyDraft().definition, filters } }
  const definition: ReportDefinition = {
    dimensions: [],
    measures: [],
    columns: [...defaultColumns],
    filters,
    sort: [],
    chart: { type: 'none' },
  }
  // Calls are not compared.
  return { kind, definition, parameters: draft.parameters.filter(({ name }) => name !== 'compare') }
}
