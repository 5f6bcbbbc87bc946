import { z } from 'zod'
import type { LocalClock } from '#server/lib/local-time.ts'
import type { LineProblem } from './legs.ts'

/** What a queue said once: a line of `queue_log`. */
export const QueueEntry = z.object({
  atMs: z.number(),
  /** `uniqueid` of the caller's channel. */
  callId: z.string(),
  queue: z.string(),
  /** The member as the queue calls it: a name, `SIP/2004`, `Local/2004@from-internal/n`; `NONE`. */
  agent: z.string(),
  event: z.string(),
  data: z.array(z.string()),
})
export type QueueEntry = z.infer<typeof QueueEntry>

const minFields = 5
const eventForm = /^[A-Za-z][\w-]*$/
/** What is about no call has NONE, REALTIME or MANAGER in place of an id. */
const callIdForm = /^(?:\S+-)?\d{9,11}\.\d+$/

/** Which of an event's values say how long the caller waited, in seconds, counted from its end where negative. */
const waitAt: Readonly<Record<string, number>> = {
  CONNECT: 0,
  COMPLETEAGENT: 0,
  COMPLETECALLER: 0,
  ABANDON: 2,
  EXITEMPTY: 2,
  EXITWITHTIMEOUT: 2,
  EXITWITHKEY: 3,
}
const talkAt: Readonly<Record<string, number>> = {
  COMPLETEAGENT: 1,
  COMPLETECALLER: 1,
  TRANSFER: -2,
  BLINDTRANSFER: -2,
  ATTENDEDTRANSFER: -2,
}

/** A line of `queue_log`; undefined for one that is about no call. */
export function parseQueueLine(raw: string, clock: LocalClock): QueueEntry | LineProblem | undefined {
  const [time = '', callId = '', queue = '', agent = '', event = '', ...data] = raw.split('|')
  const { length: count } = raw.split('|', minFields)
  if (count < minFields) {
    const description = `The line has ${count} fields; queue_log has at least ${minFields}.`
    return { code: 'fieldCount', description }
  }
  const atMs = clock.instant(time)
  if (Number.isNaN(atMs))
    return { code: 'badTime', description: 'The time is not one in seconds since 1970.', value: time }
  if (!eventForm.test(event))
    return { code: 'badEvent', description: 'The line names no event of a queue.', value: event }
  if (!callIdForm.test(callId)) return undefined
  const entry = { atMs, callId, queue, agent, event: event.toUpperCase(), data }
  if (
    [waitAt, talkAt].some(
      (places) => places[entry.event] !== undefined && valueAt(entry, places) === undefined,
    )
  )
    return { code: 'badNumber', description: `${entry.event} does not say how many seconds.` }
  return entry
}

/** How long the caller had waited in the queue, where an entry says it. */
export function waitOf(entry: QueueEntry): number | undefined {
  return valueAt(entry, waitAt)
}

/** How long caller and agent had talked, where an entry says it. */
export function talkOf(entry: QueueEntry): number | undefined {
  return valueAt(entry, talkAt)
}

/** How long the phone of a member rang: RINGNOANSWER alone says it in milliseconds. */
export function ringMsOf({ event, data }: QueueEntry): number | undefined {
  const ring =
    event === 'RINGNOANSWER' ? numberOf(data[0]) : event === 'CONNECT' ? numberOf(data[2]) : undefined
  if (ring === undefined) return undefined
  return event === 'CONNECT' ? ring * 1000 : ring
}

function valueAt({ event, data }: QueueEntry, places: Readonly<Record<string, number>>): number | undefined {
  const place = places[event]
  return place === undefined ? undefined : numberOf(data.at(place))
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** The device or the name of a member; undefined where there is none. */
export function memberOf({ agent }: Pick<QueueEntry, 'agent'>): string | undefined {
  if (agent === 'NONE' || agent === '') return undefined
  const [, device = agent] = /^[A-Za-z0-9]+\/(.+)$/.exec(agent) ?? []
  return device.split('@', 1)[0]?.slice(0, 200)
}
