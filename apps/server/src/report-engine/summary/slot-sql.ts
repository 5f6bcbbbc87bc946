import type { Bindings } from '../sql/bindings.ts'
import { filterSql } from '../sql/filters.ts'
import type { Plan, SlotCalls } from '../plan/plan.ts'
import { bucketSql } from '../sql/time-buckets.ts'
import { hourSeconds, type Offsets, type OffsetStep } from '../sql/zone-offsets.ts'

interface SlotInput {
  plan: Pick<Plan, 'pivot' | 'weekStartsOn'>
  bindings: Bindings
  offsets: Offsets
  hourOffsets: readonly OffsetStep[] | undefined
}

/** The condition for the calls of a value of the pivot. */
export function slotSql(calls: SlotCalls, { plan, bindings, offsets, hourOffsets }: SlotInput): string {
  if ('filter' in calls) return filterSql(calls.filter, { bindings, offsets })
  const dimension = plan.pivot?.dimension
  if (dimension?.field !== 'time') throw new Error('Only a pivot of time has buckets.')
  const { buckets, isExcept } = calls
  if (buckets.length === 0) return String(isExcept)
  const known = offsets()
  const keys =
    dimension.grain === 'hour'
      ? buckets.flatMap((label) => hourKeys(label, hourOffsets ?? known))
      : buckets.map((label) => `toDate('${label}')`)
  const bucket = bucketSql(dimension.grain, { offsets: known, hourOffsets, weekStartsOn: plan.weekStartsOn })
  return `${bucket} ${isExcept ? 'NOT IN' : 'IN'} (${keys.join(', ')})`
}

/** The seconds at which an hour may begin: anew where clocks change within it. */
function hourKeys(label: string, offsets: readonly OffsetStep[]): number[] {
  const start = Date.parse(label) / 1000
  const changes = offsets.filter(({ from }) => start < from && from < start + hourSeconds)
  return [start, ...changes.map(({ from }) => from)]
}
