import type { AdaptedCall, SourceContext } from '../../adapter.ts'
import { isoOf, smallest } from '../../event-text.ts'
import { phaseOfLegs } from '../../legs/phase-of-legs.ts'
import type { Leg } from '../leg.ts'
import { type CallLegs, partiesOf } from '../leg-parties.ts'
import type { LiveEvent } from './live-events.ts'

/** The call of legs that have not all ended; undefined while nothing says which number was called. */
export function callUnderWay(
  callKey: string,
  { legs, events }: { legs: CallLegs; events: readonly LiveEvent[] },
  source: SourceContext,
): AdaptedCall | undefined {
  const { caller, dialled } = legs
  const startedMs = smallest([caller, ...dialled].map((leg) => leg?.startedMs))
  const parties = partiesOf(legs, source)
  if (parties === undefined || startedMs === undefined) return undefined
  // Whatever is heard of it later says that it goes on.
  const isGone = Object.keys(events.at(-1)?.headers ?? {}).length === 0
  const queue = queueOf(events)
  const talks = dialled.flatMap(({ answeredMs }) =>
    answeredMs === undefined ? [] : [Math.max(answeredMs, caller?.answeredMs ?? 0)],
  )
  const { phase, sinceMs } = phaseOfLegs(partOf(caller ?? dialled[0]), dialled.map(partOf), parties.direction)
  const isQueued = queue?.isOpen === true && phase !== 'talking'
  return {
    externalCallId: callKey,
    ...parties,
    status: isGone ? undefined : 'in-progress',
    ...(isGone && { endUnknown: true }),
    startedAt: isoOf(startedMs),
    answeredAt: isoOf(smallest(talks)),
    phase: isQueued ? 'queue' : phase,
    phaseSince: isoOf(isQueued ? queue.sinceMs : (sinceMs ?? startedMs)),
    ...(queue !== undefined && { rotationgroup: queue.name.slice(0, 120) }),
  }
}

function partOf(leg: Leg | undefined) {
  return {
    hasEnded: leg?.endedMs !== undefined,
    isAnswered: leg?.answeredMs !== undefined,
    startedMs: leg?.startedMs,
    answeredMs: leg?.answeredMs,
    endedMs: leg?.endedMs,
  }
}

/** The queue that the caller entered last. */
function queueOf(events: readonly LiveEvent[]) {
  let queue: { name: string; sinceMs: number; isOpen: boolean } | undefined
  for (const { headers, atMs } of events) {
    const { 'CC-Action': action, 'CC-Queue': name = '' } = headers
    if (action === 'member-queue-start')
      queue = { name: name.split('@')[0] ?? '', sinceMs: atMs, isOpen: true }
    else if (action !== undefined && queue !== undefined) queue = { ...queue, isOpen: false }
  }
  return queue
}
