import type { CallStatus } from '@callboard/contract/fields'
import { secondsIn } from '../../spans.ts'
import type { PartialCallValues } from './complete-call.ts'

/** What a row says of a call, and where it stands among the rows of the call. */
export interface CallRow {
  readonly found: PartialCallValues
  readonly order: string
}

/** Durations of which each leg has its own part. */
const summed = ['talkDuration', 'holdDuration', 'billableDuration'] as const

/** What the leg that went furthest tells. */
const ofReached = ['agent', 'targetNumber', 'location', 'hangupBy', 'hangupCause', 'answeredBy'] as const

/** The outcome of a call is the best that any of its legs came to. */
const ranks: Readonly<Record<CallStatus, number>> = {
  answered: 6,
  voicemail: 5,
  missed: 4,
  busy: 3,
  failed: 2,
  abandoned: 1,
  'in-progress': 0,
}
const rankOfWord = new Map<unknown, number>(Object.entries(ranks))

/**
 * Several rows of one call, each a leg of it. It begins with the first and ends with the last, was answered if one of them
 * was, and was talked as long as all together; who took it is told by the leg that went furthest.
 */
export function combineLegs(rows: readonly CallRow[]): PartialCallValues {
  const legs = rows
    .map(({ found }) => found)
    .toSorted((a, b) => startOf(a) - startOf(b) || rankOf(b) - rankOf(a))
  const call = mergeFilled(legs.toReversed())
  if (legs.length < 2) return call
  // A duration is that of the whole call, which its times tell.
  for (const name of ['duration', 'ringDuration']) delete call[name]
  const [reached = {}] = legs.toSorted((a, b) => rankOf(b) - rankOf(a))
  for (const name of [...ofReached, 'status']) {
    const value = reached[name]
    if (value !== undefined) call[name] = value
  }
  setInstant(call, { startedAt: Math.min(...timesOf(legs, 'startedAt')) })
  setInstant(call, { endedAt: Math.max(...timesOf(legs, 'endedAt')) })
  const answered = legs.filter((leg) => leg['status'] === undefined || rankOf(leg) === ranks.answered)
  delete call['answeredAt']
  setInstant(call, { answeredAt: Math.min(...timesOf(answered, 'answeredAt')) })
  for (const name of summed) {
    const parts = legs.flatMap((leg) => leg[name] ?? [])
    if (parts.length > 0) call[name] = parts.reduce<number>((all, part) => all + Number(part), 0)
  }
  const talked = secondsTalked(legs)
  if (talked !== undefined) call['talkDuration'] = talked
  if (call['endedAt'] !== undefined && call['status'] === 'in-progress') delete call['status']
  return call
}

/** Legs of a queue and of the phone that it rings overlap: what they talked at the same time counts once. */
function secondsTalked(legs: readonly PartialCallValues[]): number | undefined {
  const spans = legs.flatMap((leg) => {
    const [ended] = timesOf([leg], 'endedAt')
    const talked = leg['talkDuration']
    if (ended === undefined || typeof talked !== 'number' || talked === 0) return []
    return [{ from: ended - talked * 1000, to: ended }]
  })
  return spans.length === 0 ? undefined : secondsIn(spans)
}

/**
 * Several reports about one call, of which the newer ones know more: what a report does not say stays, and a call that has
 * ended does not begin again.
 */
export function combineReports(rows: readonly CallRow[]): PartialCallValues {
  const reports = rows.toSorted(compareReports).map(({ found }) => found)
  const call = mergeFilled(reports)
  setInstant(call, { startedAt: Math.min(...timesOf(reports, 'startedAt')) })
  const outcome = reports.findLast((report) => report['status'] !== undefined && rankOf(report) > 0)
  if (outcome?.['status'] !== undefined) call['status'] = outcome['status']
  return call
}

/** By what the mapping says; else those of a call under way first, and then by their ends and all that they say. */
function compareReports(a: CallRow, b: CallRow): number {
  if (a.order !== b.order) {
    const difference = Number(a.order) - Number(b.order)
    if (difference !== 0 && !Number.isNaN(difference)) return difference
    return a.order < b.order ? -1 : 1
  }
  const byEnd = endOf(a.found) - endOf(b.found)
  if (!Number.isNaN(byEnd) && byEnd !== 0) return byEnd
  return JSON.stringify(a.found) < JSON.stringify(b.found) ? -1 : 1
}

function endOf(found: PartialCallValues): number {
  const [ended] = timesOf([found], 'endedAt')
  return ended ?? (rankOf(found) > 0 ? Number.MAX_SAFE_INTEGER : 0)
}

/** What any of them says, the later ones before the earlier. */
function mergeFilled(calls: readonly PartialCallValues[]): PartialCallValues {
  const filled: PartialCallValues = {}
  for (const call of calls)
    for (const [name, value] of Object.entries(call)) if (value !== '') filled[name] = value
  return filled
}

function timesOf(calls: readonly PartialCallValues[], name: string): number[] {
  return calls.flatMap((call) => {
    const value = call[name]
    return typeof value === 'string' ? [Date.parse(value)] : []
  })
}

function setInstant(call: PartialCallValues, times: Readonly<Record<string, number>>): void {
  for (const [name, ms] of Object.entries(times))
    if (Number.isFinite(ms)) call[name] = new Date(ms).toISOString()
}

function startOf(call: PartialCallValues): number {
  return timesOf([call], 'startedAt')[0] ?? Number.MAX_SAFE_INTEGER
}

function rankOf(call: PartialCallValues): number {
  const talked = call['talkDuration']
  return rankOfWord.get(call['status']) ?? (typeof talked === 'number' && talked > 0 ? ranks.answered : 0)
}
