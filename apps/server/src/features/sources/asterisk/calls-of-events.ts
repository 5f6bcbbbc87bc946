import { z } from 'zod'
import type { CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import { callOfLegs } from './call-of-legs.ts'
import { callOfManager } from './manager/call-of-manager.ts'
import { managerEventsOf } from './manager/manager-events.ts'
import { readCdrBody, recordsOf } from './cdr-events.ts'
import { isLeg, legOf } from './legs.ts'
import { addedByQueues, callOfQueues, queueCallOf, withQueues } from './queue-call.ts'
import { QueueEntry } from './queue-log.ts'
import { readingOf, rulesOf } from './source-rules.ts'

const QueueBody = z.object({ queue: QueueEntry })

export function queueEventOf(entry: QueueEntry): SourceEvent {
  const { atMs, callId, queue, agent, event, data } = entry
  return {
    callKey: callId,
    eventKey: ['queue', atMs, event, queue, agent, ...data].join(' '),
    body: { queue: entry } satisfies z.infer<typeof QueueBody>,
  }
}

/**
 * One call of its legs, of what its queues say, and of what was seen of it while it went on, whichever came first. Legs know
 * best; without them, what was seen is the call.
 */
export function callsOfEvents(events: readonly SourceEvent[], source: SourceContext): CallsOfEvents {
  const bodies = events.map(({ body }) => body)
  const queueCall = queueCallOf(bodies.flatMap((body) => QueueBody.safeParse(body).data?.queue ?? []))
  const records = recordsOf(bodies.flatMap((body) => readCdrBody(body) ?? []))
  const reading = readingOf(source)
  const parsed = records.map((record) => legOf(record, reading))
  const rejected = parsed.find((leg) => !isLeg(leg))
  const problem = rejected !== undefined && !isLeg(rejected) ? { problem: rejected.description } : {}
  const [leg, ...others] = parsed.filter(isLeg)
  const rules = rulesOf(source)
  if (leg !== undefined) {
    const call = callOfLegs([leg, ...others], rules)
    return { calls: [queueCall === undefined ? call : withQueues(call, queueCall)], ...problem }
  }
  const seen = callOfManager(events[0]?.callKey ?? '', managerEventsOf(bodies), rules)
  if (queueCall !== undefined) {
    const call = seen === undefined ? callOfQueues(queueCall, rules) : withQueues(seen, queueCall)
    return { calls: [call], whereKnown: addedByQueues(queueCall), ...problem }
  }
  if (seen === undefined) return { calls: [], ...problem }
  return { calls: [seen], whereKnown: { externalCallId: seen.externalCallId }, ...problem }
}
