import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { type CallPhase, callPhases, directions } from './fields.ts'
import type { MeasureName } from './measures.ts'
import { Guid, Instant, TimeZone } from './scalars.ts'

/** The most calls that an answer has; those that wait longest come first. */
export const maxLiveCalls = 500

/** By what the board puts calls together. */
export const liveGroupings = ['location', 'rotationgroup', 'trackingNumber', 'campaign'] as const
export type LiveGrouping = (typeof liveGroupings)[number]

/** A call in progress. */
export const LiveCall = z.strictObject({
  id: Guid,
  customerId: Guid,
  customerName: z.string(),
  direction: z.enum(directions),
  phase: z.enum(callPhases),
  phaseSince: Instant,
  startedAt: Instant,
  /** E.164; null when it was withheld. */
  callerNumber: z.string().nullable(),
  callerName: z.string().nullable(),
  /** E.164. */
  trackingNumber: z.string(),
  targetNumber: z.string().nullable(),
  /** Codes of entities. */
  location: z.string().nullable(),
  rotationgroup: z.string().nullable(),
  campaign: z.string().nullable(),
  source: z.string().nullable(),
  agent: z.string().nullable(),
})
export type LiveCall = z.infer<typeof LiveCall>

/** Who waits comes before who is in a menu, and they before who talks. */
const placeOfPhase = { ringing: 0, queue: 0, menu: 1, talking: 2 } as const satisfies Record<
  CallPhase,
  number
>

/** By which calls are sorted on the board: who waits longest comes first. */
export function waitOrder({ phase, phaseSince, id }: Pick<LiveCall, 'id' | 'phase' | 'phaseSince'>): string {
  return `${placeOfPhase[phase]} ${phaseSince} ${id}`
}

export const LiveCalls = z.strictObject({
  /** By the clock of the server, by which the times of calls are to be counted on. */
  at: Instant,
  calls: z.array(LiveCall),
  /** Also of those that the answer leaves out. */
  total: z.int(),
})
export type LiveCalls = z.infer<typeof LiveCalls>

/** What a stream of events tells of calls in progress: first all of them, then what changes. */
export const LiveChange = LiveCalls.extend({
  /** These are all, whatever was told before. */
  isWhole: z.boolean(),
  /** Ids of calls that are not among them any longer. */
  gone: z.array(Guid),
})
export type LiveChange = z.infer<typeof LiveChange>

/** What the board tells of the day. */
export const liveFigures = [
  'inbound',
  'answered',
  'missed',
  'answerRate',
  'averageWait',
] as const satisfies readonly MeasureName[]
export type LiveFigure = (typeof liveFigures)[number]

const Figures = z.record(z.enum(liveFigures), z.number().nullable())

export const listLiveCalls = endpoint({
  method: 'GET',
  path: '/api/live',
  summary:
    'Calls in progress that the caller may see: who rings, is in a menu, waits in a queue or talks, those that wait longest first.',
  response: LiveCalls,
})

export const getLiveFigures = endpoint({
  method: 'POST',
  path: '/api/live/figures',
  summary: 'Figures of today’s calls so far, and of the same day of last week up to the same time.',
  body: z.strictObject({
    timeZone: withExample(TimeZone, 'America/New_York'),
    customerId: Guid.optional(),
    /** Only the calls with this value; null are those without one. */
    only: z.strictObject({ field: z.enum(liveGroupings), value: z.string().max(500).nullable() }).optional(),
  }),
  response: z.strictObject({ today: Figures, weekAgo: Figures }),
  effect: 'read',
})
