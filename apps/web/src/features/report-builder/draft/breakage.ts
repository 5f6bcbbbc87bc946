import type { ParameterName } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import type { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'

type Kept = Pick<ReportDraft, 'parameters' | 'isActive'>

/** What a change takes away from those who have saved the report with values. */
export interface Breakage {
  /** Parameters that readers can no longer choose. */
  lost: ParameterName[]
  isEnded: boolean
}

/** Undefined where nothing is taken away. */
export function findBreakage(before: Kept, after: Kept): Breakage | undefined {
  const lost = before.parameters
    .map(({ name }) => name)
    .filter((name) => after.parameters.every((use) => use.name !== name))
  const isEnded = before.isActive && !after.isActive
  return lost.length === 0 && !isEnded ? undefined : { lost, isEnded }
}

/** The saved reports that no longer run as they were saved. */
export function brokenBy<S extends Pick<SavedReport, 'parameters'>>(
  { lost, isEnded }: Breakage,
  saved: readonly S[],
): S[] {
  return saved.filter(({ parameters }) => isEnded || lost.some((name) => Object.hasOwn(parameters, name)))
}
