import type { LiveCall, LiveGrouping } from '@callboard/contract/live'
import { countPhases, type LiveCounts } from '#web/lib/reporting/live-counts.ts'

/** Calls that have a value in common. */
export interface LiveGroup extends LiveCounts {
  /** Null: calls without one. */
  value: string | null
}

/** The groups, those in which somebody waits longest first. */
export function groupsOf(calls: readonly LiveCall[], by: LiveGrouping): LiveGroup[] {
  const groups = Array.from(
    Map.groupBy(calls, (call) => call[by]),
    ([value, those]) => ({ value, ...countPhases(those) }),
  )
  return groups.toSorted(
    (one, other) =>
      compare(one.longestSince ?? noTime, other.longestSince ?? noTime) ||
      other.talking + other.menu - one.talking - one.menu ||
      compare(one.value ?? '', other.value ?? ''),
  )
}

/** After every instant. */
const noTime = '~'

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Those that the board shows. */
export function shownCalls(
  calls: readonly LiveCall[],
  { customer, by, only }: { customer: string | undefined; by: LiveGrouping; only: string | undefined },
): LiveCall[] {
  return calls.filter(
    (call) =>
      (customer === undefined || call.customerId === customer) &&
      (only === undefined || (call[by] ?? '') === only),
  )
}
