import type { Bindings } from '../sql/bindings.ts'
import { filterSql } from '../sql/filters.ts'
import type { Plan, PivotColumnCalls } from '../plan/plan.ts'
import { bucketSql, type EarlierPart } from '../sql/time-buckets.ts'
import { hourSeconds, type Offsets, type OffsetStep } from '../sql/zone-offsets.ts'

interface PivotColumnInput {
  plan: Pick<Plan, 'pivot' | 'weekStartsOn' | 'customerFields'>
  bindings: Bindings
  offsets: Offsets
  hourOffsets: readonly OffsetStep[] | undefined
  parts: readonly EarlierPart[] | undefined
}

/** The condition for the calls of a value of the pivot. */
export function pivotColumnSql(calls: PivotColumnCalls, pivotColumn: PivotColumnInput): string {
  const { plan, bindings, offsets, hourOffsets, parts } = pivotColumn
  if ('filter' in calls)
    return filterSql(calls.filter, { bindings, offsets, customerFields: plan.customerFields })
  const dimension = plan.pivot?.dimension
  if (dimension?.field !== 'time') throw new Error('Only a pivot of time has buckets.')
  const { buckets, isExcept } = calls
  if (buckets.length === 0) return String(isExcept)
  const known = offsets()
  const keys =
    dimension.grain === 'hour'
      ? buckets.flatMap((label) => hourKeys(label, hourOffsets ?? known))
      : buckets.map((label) => (parts === undefined ? `toDate('${label}')` : `'${label}'`))
  const bucket = bucketSql(dimension.grain, { ...plan, offsets: known, hourOffsets, parts })
  return `${bucket} ${isExcept ? 'NOT IN' : 'IN'} (${keys.join(', ')})`
}

/** The seconds at which an hour may begin: anew where clocks change within it. */
function hourKeys(label: string, offsets: readonly OffsetStep[]): number[] {
  const start = Date.parse(label) / 1000
  const changes = offsets.filter(({ from }) => start < from && from < start + hourSeconds)
  return [start, ...changes.map(({ from }) => from)]
}
