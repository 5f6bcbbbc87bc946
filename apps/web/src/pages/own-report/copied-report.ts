import { comparisons } from '@callboard/contract/comparison'
import { textLimits } from '@callboard/contract/limits'
import type { Report, RunReport } from '@callboard/contract/reports'
import type { SavedReport, SavedView } from '@callboard/contract/saved-reports'
import { z } from 'zod'
import { edited } from '#web/features/report-builder/draft/definition-edits.ts'
import { draftOf, ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { withSavedValues } from '#web/features/report-view/shown-report.ts'

/** What goes along to the builder: a report to begin with, and the id of what it is a copy of. */
export const Copied = z.object({ of: z.string(), copy: ReportDraft })
export type Copied = z.infer<typeof Copied>

/** A report as its page shows it. */
export interface ShownValues {
  parameters: RunReport['parameters']
  view: SavedView
}

/** All of a report as it is shown: what is chosen on its page is what it has until a reader chooses something else. */
export function draftAsShown(report: Report, shown: Pick<SavedReport, 'parameters' | 'view'>): ReportDraft {
  const { compare, matchWeekdays, ...parameters } = shown.parameters
  const draft = draftOf(withSavedValues(report, { id: report.id, view: shown.view, parameters }))
  const chosen = Comparison.safeParse(compare).data
  const definition =
    chosen === undefined
      ? draft.definition
      : edited(draft.definition, {
          compare: chosen ?? undefined,
          ...(typeof matchWeekdays === 'boolean' && { matchWeekdays }),
        })
  return {
    ...draft,
    definition,
    parameters: draft.parameters.map((use) =>
      use.name === 'compare' ? { ...use, default: undefined } : use,
    ),
    setIds: [],
  }
}

const Comparison = z.enum(comparisons).nullable()

export function copyOf(report: Report, shown: ShownValues): ReportDraft {
  return {
    ...draftAsShown(report, shown),
    name: `Copy of ${report.name}`.slice(0, textLimits.recordName),
    description: '',
    exportTypeIds: null,
  }
}
