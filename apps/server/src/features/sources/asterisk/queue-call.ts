import type { AdaptedCall } from '../adapter.ts'
import { secondsIn, type Span } from '../spans.ts'
import { numberOfCaller, type AsteriskCallRules } from './call-ends.ts'
import { createdAtOf } from './legs.ts'
import { memberOf, ringMsOf, talkOf, waitOf, type QueueEntry } from './queue-log.ts'

/** What queues tell of a call. Durations are seconds. */
export interface QueueCall {
  readonly entries: readonly [QueueEntry, ...QueueEntry[]]
  /** The one in which it was answered, else the last one. */
  readonly queue: string
  readonly agent: string | undefined
  readonly answeredAtMs: number | undefined
  /** Undefined while the caller waits or talks. */
  readonly end: QueueEntry | undefined
  readonly queueDuration: number
  readonly ringDuration: number
  readonly talkDuration: number
}

const answers: ReadonlySet<string> = new Set(['CONNECT', 'COMPLETEAGENT', 'COMPLETECALLER'])
const transfers: ReadonlySet<string> = new Set(['TRANSFER', 'BLINDTRANSFER', 'ATTENDEDTRANSFER'])
const ends: ReadonlySet<string> = new Set([
  'COMPLETEAGENT',
  'COMPLETECALLER',
  'ABANDON',
  'EXITEMPTY',
  'EXITWITHKEY',
  'EXITWITHTIMEOUT',
  'JOINEMPTY',
  'FULL',
  ...transfers,
])

/** Undefined when none of the entries tells how the call fared. */
export function queueCallOf(entries: readonly QueueEntry[]): QueueCall | undefined {
  const ranked = entries.filter(({ event }) => rankOf(event) > 0)
  const [first, ...others] = ranked.toSorted((a, b) => a.atMs - b.atMs || rankOf(a.event) - rankOf(b.event))
  if (first === undefined) return undefined
  const sorted: readonly [QueueEntry, ...QueueEntry[]] = [first, ...others]
  const last = sorted.findLast(
    ({ event }) => event === 'ENTERQUEUE' || event === 'CONNECT' || ends.has(event),
  )
  const answer = sorted.find(({ event }) => answers.has(event))
  return {
    entries: sorted,
    queue: (answer ?? last ?? first).queue,
    agent: answer && memberOf(answer),
    answeredAtMs: answer && answer.atMs - (answer.event === 'CONNECT' ? 0 : (talkOf(answer) ?? 0) * 1000),
    end: last !== undefined && ends.has(last.event) ? last : undefined,
    queueDuration: sum(waitsOf(sorted)),
    ringDuration: secondsIn(ringsOf(sorted)),
    talkDuration: sum(sorted.map((entry) => talkOf(entry) ?? 0)),
  }
}

/** In the order in which a queue says them within a second; 0 for what is of no account. */
function rankOf(event: string): number {
  if (event === 'ENTERQUEUE') return 1
  if (event === 'RINGNOANSWER' || event === 'RINGCANCELED') return 2
  if (event === 'CONNECT') return 3
  return ends.has(event) ? 4 : 0
}

/** Where a line with the answer is missing, the end says how long the wait was. */
function waitsOf(entries: readonly QueueEntry[]): number[] {
  let isAnswered = false
  return entries.map((entry) => {
    const wait = isAnswered && answers.has(entry.event) ? 0 : (waitOf(entry) ?? 0)
    isAnswered = entry.event === 'CONNECT' || (isAnswered && entry.event !== 'ENTERQUEUE')
    return wait
  })
}

function ringsOf(entries: readonly QueueEntry[]): Span[] {
  return entries.flatMap((entry) => {
    const ringMs = ringMsOf(entry)
    return ringMs === undefined ? [] : [{ from: entry.atMs - ringMs, to: entry.atMs }]
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const maxNameLength = 120

/** A call of which only its queues tell. What was dialled they do not know, so the queue stands for it. */
export function callOfQueues(queueCall: QueueCall, { country }: AsteriskCallRules): AdaptedCall {
  const { entries, queue, answeredAtMs, end, queueDuration, ringDuration, talkDuration } = queueCall
  const [first] = entries
  const createdAtMs = createdAtOf(first.callId) ?? first.atMs
  const startedAtMs = Math.min(createdAtMs, first.atMs)
  const entered = entries.find(({ event }) => event === 'ENTERQUEUE')
  return {
    externalCallId: first.callId,
    direction: 'inbound',
    trackingNumber: queue.slice(0, 64) || 'unknown',
    callerNumber: numberOfCaller(entered?.data[1] ?? '', country),
    status: statusOf(queueCall),
    startedAt: isoOf(startedAtMs),
    answeredAt: answeredAtMs === undefined ? null : isoOf(answeredAtMs),
    endedAt: end === undefined ? null : isoOf(end.atMs),
    ...(end !== undefined && { duration: Math.round((end.atMs - startedAtMs) / 1000), talkDuration }),
    queueDuration,
    ringDuration,
    ...saidByQueues(queueCall),
    routeTrace: entries.slice(0, 200).map((entry) => ({
      at: isoOf(entry.atMs),
      step: stepOf(entry.event),
      detail: [entry.queue, memberOf(entry), detailOf(entry)]
        .filter((part) => part !== undefined)
        .join(': ')
        .slice(0, 500),
    })),
  }
}

/** The same call with what its queues know better than its legs. */
export function withQueues(call: AdaptedCall, queueCall: QueueCall): AdaptedCall {
  const isMissed = call.status === 'missed' || call.status === 'abandoned'
  return {
    ...call,
    ...(isMissed && queueCall.end?.event === 'ABANDON' && { status: 'abandoned' }),
    queueDuration: queueCall.queueDuration,
    ...saidByQueues(queueCall),
  }
}

/** What changes of a call that is known by its legs, which are not at hand. */
export function addedByQueues(queueCall: QueueCall): AdaptedCall {
  const { entries, end, answeredAtMs, queueDuration } = queueCall
  return {
    externalCallId: entries[0].callId,
    ...(answeredAtMs === undefined && end?.event === 'ABANDON' && { status: 'abandoned' }),
    queueDuration,
    ...saidByQueues(queueCall),
  }
}

function saidByQueues({ queue, agent, end }: QueueCall): Partial<AdaptedCall> {
  const hangupBy = end && hangupByOf(end.event)
  return {
    ...(queue !== '' && { rotationgroup: queue.slice(0, maxNameLength) }),
    ...(agent !== undefined && { agent }),
    ...(hangupBy !== undefined && { hangupBy }),
  }
}

function hangupByOf(event: string): string | undefined {
  if (event === 'COMPLETEAGENT') return 'agent'
  return event === 'COMPLETECALLER' || event === 'ABANDON' ? 'caller' : undefined
}

function statusOf({ answeredAtMs, end }: QueueCall): AdaptedCall['status'] {
  if (answeredAtMs !== undefined) return 'answered'
  if (end === undefined) return 'in-progress'
  return end.event === 'ABANDON' ? 'abandoned' : 'missed'
}

function stepOf(event: string): string {
  if (event === 'ENTERQUEUE') return 'queue'
  if (event === 'CONNECT') return 'answered'
  return event.startsWith('RING') ? 'rang' : transfers.has(event) ? 'transfer' : 'ended'
}

function detailOf(entry: QueueEntry): string | undefined {
  if (entry.event === 'ENTERQUEUE') return undefined
  const ringMs = entry.event === 'CONNECT' ? undefined : ringMsOf(entry)
  const seconds = ringMs === undefined ? (talkOf(entry) ?? waitOf(entry)) : Math.round(ringMs / 1000)
  return seconds === undefined ? entry.event : `${entry.event} after ${seconds} s`
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
