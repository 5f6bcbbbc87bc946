import type { ExplainedDimension } from './change-explanation.ts'
import { findField } from './field-names.ts'

/** Whether a dimension tells what became of calls, which is no reason why there were more or fewer of them. */
export function isOutcome(field: string): boolean {
  return findField(field)?.tellsOutcome === 'always'
}

type Told = Pick<ExplainedDimension['values'][number], 'value' | 'now' | 'earlier'>

/**
 * Whether calls have no value because of how they ended: nobody took those without an agent. Of a share also where it is all
 * or nothing of them in both periods, as that of the answered is of calls that were over before a rotation group had them.
 */
export function isNoneByOutcome(field: string, { value, now, earlier }: Told, isShare: boolean): boolean {
  if (value !== null) return false
  const isForegone = [0, 1].some((all) => (now ?? all) === all && (earlier ?? all) === all)
  return findField(field)?.tellsOutcome === 'ifNone' || (isShare && isForegone)
}
