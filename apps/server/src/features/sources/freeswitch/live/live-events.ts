import { z } from 'zod'
import type { SourceEvent } from '../../adapter.ts'
import { inOrder, type SeenAt, seenEvent } from '../../connections/seen-events.ts'
import { type Leg, readLeg } from '../leg.ts'

/** Events in which a leg changes; each tells all that is known of it then. */
const legEvents: ReadonlySet<string> = new Set([
  'CHANNEL_CREATE',
  'CHANNEL_PROGRESS',
  'CHANNEL_PROGRESS_MEDIA',
  'CHANNEL_ANSWER',
  'CHANNEL_BRIDGE',
  'CHANNEL_UNBRIDGE',
  'CHANNEL_HOLD',
  'CHANNEL_UNHOLD',
])
/** What is asked for: these, the end of legs, queues of mod_callcenter, and a sign of life every 20 seconds. */
export const askedEvents = [
  ...legEvents,
  'CHANNEL_HANGUP_COMPLETE',
  'HEARTBEAT',
  'CUSTOM',
  'callcenter::info',
].join(' ')

/** Of the hundreds of headers those of which a call under way is made. */
const keptHeaders = [
  'Event-Name',
  'Unique-ID',
  'Channel-Call-UUID',
  'Call-Direction',
  'Caller-Profile-Index',
  'Caller-Context',
  'Caller-Caller-ID-Number',
  'Caller-Caller-ID-Name',
  'Caller-Destination-Number',
  'Caller-RDNIS',
  'Caller-Profile-Created-Time',
  'Caller-Channel-Created-Time',
  'Caller-Channel-Answered-Time',
  'Caller-Channel-Bridged-Time',
  'Other-Type',
  'Other-Leg-Context',
  'Other-Leg-Caller-ID-Number',
  'Other-Leg-Destination-Number',
  'variable_originating_leg_uuid',
  'variable_originator',
  'variable_cc_member_session_uuid',
  'variable_cc_queue',
  'variable_cc_agent',
  'variable_call_uuid',
] as const

const LiveBody = z.object({
  live: z.object({
    /** When it came, by the clock of the portal. */
    atMs: z.number(),
    /** Which one it was of those that came at once. */
    place: z.number(),
    /** How much the clock of the portal is ahead of that of the switch. */
    aheadMs: z.number(),
    /** Empty: the switch did not know the call any longer when the portal had connected anew. */
    headers: z.record(z.string(), z.string()),
  }),
})
export type LiveEvent = z.infer<typeof LiveBody>['live']

const toleratedMs = 60_000

/** The event of a leg, or of a queue, out of its decoded headers; undefined for what says nothing of a call. */
export function liveEventOf(
  texts: Readonly<Record<string, string>>,
  { atMs, place }: SeenAt,
): SourceEvent | undefined {
  const aheadMs = atMs - Number(texts['Event-Date-Timestamp'] ?? atMs * 1000) / 1000
  const clock = { atMs, place, aheadMs: Math.abs(aheadMs) > toleratedMs ? Math.round(aheadMs) : 0 }
  if (texts['Event-Subclass'] === 'callcenter::info') return queueEvent(texts, clock)
  if (!legEvents.has(texts['Event-Name'] ?? '')) return undefined
  const kept = Object.fromEntries(
    keptHeaders.flatMap((name): [string, string][] => {
      const value = texts[name] ?? ''
      return value === '' ? [] : [[name, value.slice(0, 500)]]
    }),
  )
  const leg = readLeg(kept)
  return leg && buildEvent(leg.callKey, { ...clock, headers: kept })
}

const queueActions: ReadonlySet<string> = new Set([
  'member-queue-start',
  'member-queue-end',
  'bridge-agent-start',
])

/** Of a queue of mod_callcenter: a caller enters it, is given to an agent, or leaves. */
function queueEvent(
  texts: Readonly<Record<string, string>>,
  clock: Omit<LiveEvent, 'headers'>,
): SourceEvent | undefined {
  const { 'CC-Action': action = '', 'CC-Member-Session-UUID': caller = '', 'CC-Queue': queue = '' } = texts
  if (!queueActions.has(action) || caller === '') return undefined
  return buildEvent(caller, { ...clock, headers: { 'CC-Action': action, 'CC-Queue': queue.slice(0, 200) } })
}

export function goneEvent(callKey: string, atMs: number): SourceEvent {
  return buildEvent(callKey, { atMs, place: 0, aheadMs: 0, headers: {} })
}

function buildEvent(callKey: string, live: LiveEvent): SourceEvent {
  return seenEvent(callKey, live, { live } satisfies z.infer<typeof LiveBody>)
}

/** In the order in which they came. */
export function liveEventsOf(bodies: readonly unknown[]): LiveEvent[] {
  return inOrder(bodies.flatMap((body) => LiveBody.safeParse(body).data?.live ?? []))
}

/** The newest that is known of each leg, by the clock of the portal. */
export function liveLegsOf(events: readonly LiveEvent[]): Leg[] {
  const newest = new Map<string, Leg>()
  for (const { headers, aheadMs } of events) {
    const leg = readLeg(headers)
    if (leg !== undefined) newest.set(leg.uuid, moved(leg, aheadMs))
  }
  return [...newest.values()]
}

function moved(leg: Leg, aheadMs: number): Leg {
  if (aheadMs === 0) return leg
  const at = (ms: number | undefined) => (ms === undefined ? undefined : ms + aheadMs)
  return {
    ...leg,
    startedMs: at(leg.startedMs),
    answeredMs: at(leg.answeredMs),
    bridgedMs: at(leg.bridgedMs),
    endedMs: at(leg.endedMs),
  }
}
