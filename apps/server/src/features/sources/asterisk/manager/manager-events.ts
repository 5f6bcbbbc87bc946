import { z } from 'zod'
import type { SourceEvent } from '../../adapter.ts'
import { inOrder, type SeenAt, seenEvent } from '../../connections/seen-events.ts'
import type { ManagerMessage } from './manager-messages.ts'

/** What is kept of each event that tells how a call fares, beside what all have; other events are passed over. */
const keptFields = {
  Newchannel: [],
  Newstate: [],
  NewCallerid: [],
  CoreShowChannel: ['Application', 'ApplicationData', 'Duration', 'BridgeId'],
  DialBegin: ['DestUniqueid', 'DestChannel', 'DialString'],
  DialEnd: ['DestUniqueid', 'DestChannel', 'DialStatus'],
  QueueCallerJoin: ['Queue'],
  QueueCallerLeave: ['Queue'],
  QueueCallerAbandon: ['Queue', 'HoldTime'],
  AgentConnect: ['Queue', 'MemberName', 'Interface', 'HoldTime', 'RingTime', 'DestUniqueid'],
  AgentComplete: ['Queue', 'MemberName', 'Interface', 'HoldTime', 'TalkTime', 'Reason'],
  BridgeEnter: ['BridgeUniqueid'],
  BridgeLeave: ['BridgeUniqueid'],
  Hold: [],
  Unhold: [],
  DTMFEnd: ['Digit', 'Direction'],
  BlindTransfer: ['Extension', 'TransfererChannel', 'TransfereeUniqueid'],
  AttendedTransfer: ['OrigTransfererChannel', 'SecondTransfererChannel'],
  HangupRequest: [],
  Hangup: ['Cause'],
} as const
type EventName = keyof typeof keptFields

const commonFields = [
  'Uniqueid',
  'Channel',
  'ChannelState',
  'CallerIDNum',
  'CallerIDName',
  'Context',
  'Exten',
] as const

/** `Gone`: the switch did not know the call any longer when the portal had connected anew. */
export type ManagerEventName = EventName | 'Gone'

/** By the clock of the portal: that of a switch may be wrong, and most events have no time. */
export interface ManagerEvent extends SeenAt {
  readonly name: ManagerEventName
  /** Of the event, those that are kept. */
  readonly fields: Readonly<Record<string, string>>
}

const Body = z.object({
  manager: z.object({
    atMs: z.number(),
    place: z.number(),
    name: z.enum([...Object.keys(keptFields).filter(isEventName), 'Gone']),
    fields: z.record(z.string(), z.string()),
  }),
})

function isEventName(name: string): name is EventName {
  return Object.hasOwn(keptFields, name)
}

const maxValue = 500

/** The event that a message is; undefined where it says nothing of a call. */
export function eventOf(message: ManagerMessage, atMs: number, place: number): SourceEvent | undefined {
  const name = message['Event'] ?? ''
  if (!isEventName(name)) return undefined
  const callKey = callKeyOf(message)
  if (callKey === undefined) return undefined
  const fields = Object.fromEntries(
    [...commonFields, ...keptFields[name]].flatMap((field): [string, string][] => {
      const value = message[field]
      return value === undefined || value === '' || value === '<unknown>'
        ? []
        : [[field, value.slice(0, maxValue)]]
    }),
  )
  return buildEvent(callKey, { atMs, place, name, fields })
}

/** By the id of the channel with which the call began, which all of its channels name. */
function callKeyOf(message: ManagerMessage): string | undefined {
  const named = ['Linkedid', 'TransfererLinkedid', 'OrigTransfererLinkedid', 'DestLinkedid']
  return named.map((name) => message[name]).find((value) => value !== undefined && value !== '')
}

export function goneEvent(callKey: string, atMs: number): SourceEvent {
  return buildEvent(callKey, { atMs, place: 0, name: 'Gone', fields: {} })
}

function buildEvent(callKey: string, event: ManagerEvent): SourceEvent {
  return seenEvent(callKey, event, { manager: event } satisfies z.infer<typeof Body>)
}

/** In the order in which they came. */
export function managerEventsOf(bodies: readonly unknown[]): ManagerEvent[] {
  return inOrder(bodies.flatMap((body) => Body.safeParse(body).data?.manager ?? []))
}
