import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatDay } from '@callboard/contract/format-time'

/** With fewer days between the first call and the last one nothing is expected of a day. */
const minDays = 7
/** Gaps that are named. */
const namedGaps = 5

/**
 * What a file may lack: days without any call between its first and its last one, of weekdays on which most weeks have some.
 * Days are `YYYY-MM-DD`.
 */
export function gapsOf(days: ReadonlySet<string>): string[] {
  const inOrder = [...days].toSorted()
  const [first, last] = [inOrder.at(0), inOrder.at(-1)]
  if (first === undefined || last === undefined) return []
  const all = daysBetween(first, last)
  if (all.length < minDays) return []
  const missing = missingOf(all, days)
  if (missing.length === 0) return []
  const named = rangesOf(missing)
  const words = named.slice(0, namedGaps).map(wordsOf)
  const more = named.length > namedGaps ? ` and ${formatCount(named.length - namedGaps)} more times` : ''
  const count = formatCounted(missing.length, 'day')
  return [`The file has no calls on ${count} of the kind that usually has some: ${words.join(', ')}${more}.`]
}

function daysBetween(first: string, last: string): Temporal.PlainDate[] {
  const from = Temporal.PlainDate.from(first)
  const count = from.until(last).days + 1
  return Array.from({ length: count }, (_, at) => from.add({ days: at }))
}

function missingOf(all: readonly Temporal.PlainDate[], days: ReadonlySet<string>): Temporal.PlainDate[] {
  const ofWeekday = Map.groupBy(all, ({ dayOfWeek }) => dayOfWeek)
  return all.filter((day) => {
    const same = ofWeekday.get(day.dayOfWeek) ?? []
    const withCalls = same.filter((one) => days.has(one.toString())).length
    return !days.has(day.toString()) && withCalls > same.length / 2
  })
}

interface Range {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

function rangesOf(days: readonly Temporal.PlainDate[]): Range[] {
  const ranges: Range[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last !== undefined && last.to.add({ days: 1 }).equals(day)) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges
}

function wordsOf({ from, to }: Range): string {
  const first = formatDay(from.toString(), true)
  return from.equals(to) ? first : `${first} to ${formatDay(to.toString(), true)}`
}
