import { smallest } from '../event-text.ts'
import { type LegReport, type LegStatus, legStatuses, type LegWords } from './leg-reports.ts'

/** One leg of a call, by all that was said of it. */
export interface Leg extends LegWords {
  readonly sid: string
  readonly status: LegStatus | undefined
  /** How it ended, as the system says it. */
  readonly endWord: string | undefined
  readonly hasEnded: boolean
  readonly isAnswered: boolean
  readonly startedMs: number | undefined
  readonly answeredMs: number | undefined
  readonly endedMs: number | undefined
}

const firstFinal = legStatuses.indexOf('canceled')

/** The same whatever the order in which the reports came, and however often. */
export function legOf(sid: string, reports: readonly LegReport[]): Leg {
  const ordered = reports.toSorted(byWeight)
  const status = legStatuses.findLast((one) => reports.some((report) => report.status === one))
  const hasEnded = rankOf(status) >= firstFinal
  const seconds = first(ordered, 'seconds')
  const endedMs = hasEnded ? endOf(ordered) : undefined
  const startedMs = startOf(reports) ?? before(endedMs, seconds ?? 0)
  const hasTalk = status === 'completed' && seconds !== undefined && seconds > 0
  const answeredMs = answerOf(reports) ?? (hasTalk ? before(endedMs, seconds) : undefined)
  return {
    sid,
    status,
    endWord: first(ordered.filter(isFinal), 'word'),
    hasEnded,
    isAnswered: hasTalk || reports.some(isOfAnswer),
    startedMs,
    answeredMs: clamped(answeredMs, startedMs, endedMs),
    endedMs: clamped(endedMs, startedMs, undefined),
    direction: first(ordered, 'direction'),
    from: first(ordered, 'from'),
    to: first(ordered, 'to'),
    fromPlace: first(ordered, 'fromPlace'),
    toPlace: first(ordered, 'toPlace'),
    callerName: first(ordered, 'callerName'),
    answeredBy: first(ordered, 'answeredBy'),
    hangupBy: first(ordered, 'hangupBy'),
    hangupCause: first(ordered, 'hangupCause'),
    hangupReason: first(ordered, 'hangupReason'),
    forwardedFrom: first(ordered, 'forwardedFrom'),
    stirVerdict: first(ordered, 'stirVerdict'),
    codec: first(ordered, 'codec'),
    mos: first(ordered, 'mos'),
    cost: first(ordered, 'cost'),
    currency: first(ordered, 'currency'),
  }
}

/** What the API says counts before what was called back, and what was said later before what was said earlier. */
function byWeight(one: LegReport, other: LegReport): number {
  return (
    Number(other.isRow) - Number(one.isRow) ||
    rankOf(other.status) - rankOf(one.status) ||
    (other.atMs ?? 0) - (one.atMs ?? 0) ||
    (one.eventKey < other.eventKey ? -1 : 1)
  )
}

function rankOf(status: LegStatus | undefined): number {
  return status === undefined ? -1 : legStatuses.indexOf(status)
}

function first<Name extends keyof LegReport>(
  ordered: readonly LegReport[],
  name: Name,
): LegReport[Name] | undefined {
  return ordered.find((report) => report[name] !== undefined)?.[name]
}

function isFinal({ status }: LegReport): boolean {
  return rankOf(status) >= firstFinal
}

/** Every state before the last one is said when it comes true. */
function startOf(reports: readonly LegReport[]): number | undefined {
  return smallest(
    reports.flatMap((report) => [
      report.startedMs,
      report.isRow || isFinal(report) ? undefined : report.atMs,
    ]),
  )
}

function endOf(ordered: readonly LegReport[]): number | undefined {
  const finals = ordered.filter(isFinal)
  return first(finals, 'endedMs') ?? smallest(finals.map(({ atMs }) => atMs))
}

function answerOf(reports: readonly LegReport[]): number | undefined {
  return smallest(
    reports.flatMap((report) => [
      report.answeredMs,
      report.status === 'in-progress' && !report.isRow ? report.atMs : undefined,
    ]),
  )
}

function isOfAnswer({ status, isAnswered }: LegReport): boolean {
  return isAnswered || status === 'in-progress'
}

function before(ms: number | undefined, seconds: number): number | undefined {
  return ms === undefined ? undefined : ms - seconds * 1000
}

function clamped(
  ms: number | undefined,
  from: number | undefined,
  to: number | undefined,
): number | undefined {
  return ms === undefined ? undefined : Math.max(from ?? ms, Math.min(ms, to ?? ms))
}
