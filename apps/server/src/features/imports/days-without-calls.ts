import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatDay } from '@callboard/contract/format-time'

/** With fewer days between the first call and the last one nothing is expected of a day. */
const minDays = 7
/** Gaps that are named. */
const namedGaps = 5
const dayMs = 86_400_000

/**
 * What a file may lack: days without any call between its first and its last one, of weekdays on which most weeks have some.
 * Days are `YYYY-MM-DD`.
 */
export function gapsOf(days: ReadonlySet<string>): string[] {
  const withCalls = new Set(Array.from(days, numberOf))
  const [first, last] = [Math.min(...withCalls), Math.max(...withCalls)]
  if (withCalls.size === 0 || last - first + 1 < minDays) return []
  const missing = missingOf(withCalls, { first, last })
  if (missing.length === 0) return []
  const named = rangesOf(missing)
  const words = named.slice(0, namedGaps).map(wordsOf)
  const more = named.length > namedGaps ? ` and ${formatCount(named.length - namedGaps)} more times` : ''
  const count = formatCounted(missing.length, 'day')
  return [`The file has no calls on ${count} of the kind that usually has some: ${words.join(', ')}${more}.`]
}

/** Of days since 1970, so that decades of them are looked through in no time. */
function numberOf(day: string): number {
  return Date.parse(day) / dayMs
}

function missingOf(
  withCalls: ReadonlySet<number>,
  { first, last }: { first: number; last: number },
): number[] {
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const ofWeekday = Map.groupBy(all, (day) => day % 7)
  const busyWeekdays = [...ofWeekday.values()].filter(
    (same) => same.filter((day) => withCalls.has(day)).length > same.length / 2,
  )
  return busyWeekdays
    .flat()
    .filter((day) => !withCalls.has(day))
    .toSorted((one, other) => one - other)
}

interface Range {
  from: number
  to: number
}

function rangesOf(days: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last?.to === day - 1) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges
}

function wordsOf({ from, to }: Range): string {
  const [first, last] = [from, to].map((day) =>
    formatDay(new Date(day * dayMs).toISOString().slice(0, 10), true),
  )
  return from === to ? `${first}` : `${first} to ${last}`
}
