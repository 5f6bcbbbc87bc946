import type { CallPhase } from '@callboard/contract/fields'
import { secondsOf } from '../../event-text.ts'
import { createdAtOf } from '../legs.ts'
import type { ManagerEvent } from './manager-events.ts'

export interface Channel {
  readonly id: string
  /** `SIP/301-00000004` */
  name: string
  callerNumber: string
  callerName: string
  context: string
  exten: string
  isUp: boolean
  endedMs: number | undefined
  cause: string | undefined
}

export interface Dial {
  readonly channelId: string
  readonly channel: string
  readonly dialString: string
  readonly fromMs: number
  endedMs: number | undefined
  /** As the switch says it: `ANSWER`, `BUSY`, … */
  status: string | undefined
}

interface Span {
  readonly fromMs: number
  toMs: number | undefined
}

export interface Wait extends Span {
  readonly queue: string
  /** Seconds, as the queue counted them. */
  holdTime: number | undefined
}

export interface Step {
  readonly atMs: number
  readonly step: string
  readonly detail: string
}

const clockToleranceMs = 60_000

/** What became of a call so far, by the events of its channels in their order. */
export class FollowedCall {
  readonly id: string
  readonly channels = new Map<string, Channel>()
  readonly dials: Dial[] = []
  readonly waits: Wait[] = []
  readonly talks: Span[] = []
  readonly holds: Span[] = []
  readonly steps: Step[] = []
  /** Which channel asked for the end first. */
  endedBy: string | undefined
  /** As a queue says it. */
  reason: string | undefined
  member: string | undefined
  ringTime: number | undefined
  talkTime: number | undefined
  keys = ''
  phase: CallPhase = 'ringing'
  phaseSinceMs: number
  startedMs: number
  isGone = false
  readonly #bridges = new Map<string, Set<string>>()

  constructor(id: string, events: readonly ManagerEvent[]) {
    this.id = id
    const firstMs = events[0]?.atMs ?? 0
    const createdMs = createdAtOf(id)
    // That of the switch, whose clock may be wrong.
    const isPlausible = createdMs !== undefined && Math.abs(createdMs - firstMs) < clockToleranceMs
    this.startedMs = isPlausible ? createdMs : firstMs
    this.phaseSinceMs = this.startedMs
    for (const event of events) this.#follow(event)
  }

  /** The channel of whoever began the call. */
  get head(): Channel | undefined {
    return this.channels.get(this.id) ?? this.channels.values().next().value
  }

  /** Undefined while a channel is open. */
  get endedMs(): number | undefined {
    const ends = [...this.channels.values()].map(({ endedMs }) => endedMs)
    const known = ends.filter((ms) => ms !== undefined)
    return known.length === 0 || known.length < ends.length ? undefined : Math.max(...known)
  }

  #follow(event: ManagerEvent): void {
    const channel = this.#channelOf(event)
    // Whatever is heard of it later says that it goes on.
    this.isGone = false
    follow[event.name](this, { ...event, channel })
    const isTalking = this.#isTalking
    const talk = this.talks.at(-1)
    if (isTalking && (talk === undefined || talk.toMs !== undefined))
      this.talks.push({ fromMs: event.atMs, toMs: undefined })
    if (!isTalking && talk !== undefined) talk.toMs ??= event.atMs
    const phase = this.#phaseNow
    if (phase === this.phase) return
    this.phase = phase
    this.phaseSinceMs = event.atMs
  }

  #channelOf({ fields, name }: ManagerEvent): Channel | undefined {
    const id = fields['Uniqueid']
    if (id === undefined) return undefined
    const known = this.channels.get(id)
    const { CallerIDNum = '', CallerIDName = '', Channel = '', Context = '', Exten = '' } = fields
    const channel = known ?? {
      id,
      name: Channel,
      callerNumber: CallerIDNum,
      callerName: CallerIDName,
      context: Context,
      exten: Exten,
      isUp: false,
      endedMs: undefined,
      cause: undefined,
    }
    // Of a channel that began before the portal had connected, some event is the first.
    if (known === undefined) this.channels.set(id, channel)
    if (name === 'NewCallerid' || channel.callerNumber === '') {
      channel.callerNumber = CallerIDNum || channel.callerNumber
      channel.callerName = CallerIDName || channel.callerName
    }
    if (channel.exten === '') channel.exten = Exten
    if (fields['ChannelState'] === '6') channel.isUp = true
    return channel
  }

  enterBridge(bridge: string, channel: Channel): void {
    channel.isUp = true
    const inside = this.#bridges.get(bridge) ?? new Set()
    inside.add(channel.id)
    this.#bridges.set(bridge, inside)
  }

  leaveBridges(channel: Channel, bridge?: string): void {
    for (const [id, inside] of this.#bridges)
      if (bridge === undefined || id === bridge) inside.delete(channel.id)
  }

  get #isTalking(): boolean {
    return [...this.#bridges.values()].some(({ size }) => size > 1)
  }

  get #phaseNow(): CallPhase {
    if (this.#isTalking) return 'talking'
    if (this.waits.some(({ toMs }) => toMs === undefined)) return 'queue'
    if (this.dials.some(({ endedMs }) => endedMs === undefined)) return 'ringing'
    // Between the answer and the bridge.
    if (this.dials.at(-1)?.status === 'ANSWER' && this.talks.length === 0) return this.phase
    return this.head?.isUp === true ? 'menu' : 'ringing'
  }
}

interface Following extends ManagerEvent {
  readonly channel: Channel | undefined
}

type Follow = (call: FollowedCall, event: Following) => void

const maxKeys = 200

const nothing: Follow = () => {}

/** What each event changes. */
const follow = {
  Newchannel: nothing,
  Newstate: nothing,
  NewCallerid: nothing,
  CoreShowChannel(call, { fields, atMs, channel }) {
    const { Application, ApplicationData = '', Duration = '', BridgeId } = fields
    const [hours = 0, minutes = 0, seconds = 0] = Duration.split(':').map(Number)
    const startedMs = atMs - ((hours * 60 + minutes) * 60 + seconds) * 1000
    if (channel?.id === call.id && startedMs < call.startedMs) call.startedMs = startedMs
    if (BridgeId !== undefined && channel !== undefined) call.enterBridge(BridgeId, channel)
    const queue = ApplicationData.split(',')[0] ?? ''
    const isWaiting = call.waits.some((wait) => wait.queue === queue && wait.toMs === undefined)
    if (Application === 'Queue' && BridgeId === undefined && !isWaiting)
      call.waits.push({ queue, fromMs: atMs, toMs: undefined, holdTime: undefined })
  },
  DialBegin(call, { fields, atMs }) {
    const { DestUniqueid = '', DestChannel = '', DialString = '' } = fields
    call.dials.push({
      channelId: DestUniqueid,
      channel: DestChannel,
      dialString: DialString,
      fromMs: atMs,
      endedMs: undefined,
      status: undefined,
    })
  },
  DialEnd(call, { fields, atMs }) {
    const dial = call.dials.findLast(({ channelId }) => channelId === fields['DestUniqueid'])
    if (dial === undefined) return
    dial.endedMs = atMs
    dial.status = fields['DialStatus']
  },
  QueueCallerJoin(call, { fields, atMs }) {
    const queue = fields['Queue'] ?? ''
    call.waits.push({ queue, fromMs: atMs, toMs: undefined, holdTime: undefined })
    call.steps.push({ atMs, step: 'queue', detail: queue })
  },
  QueueCallerLeave(call, event) {
    endWait(call, event)
  },
  QueueCallerAbandon(call, event) {
    endWait(call, event)
  },
  AgentConnect(call, event) {
    const { fields } = event
    endWait(call, event)
    call.member = fields['MemberName'] ?? fields['Interface']
    call.ringTime = secondsOf(fields['RingTime'])
  },
  AgentComplete(call, { fields }) {
    call.talkTime = (call.talkTime ?? 0) + (secondsOf(fields['TalkTime']) ?? 0)
    call.reason = fields['Reason']
  },
  BridgeEnter(call, { fields, channel }) {
    if (channel !== undefined) call.enterBridge(fields['BridgeUniqueid'] ?? '', channel)
  },
  BridgeLeave(call, { fields, channel }) {
    if (channel !== undefined) call.leaveBridges(channel, fields['BridgeUniqueid'])
  },
  Hold(call, { atMs }) {
    call.holds.push({ fromMs: atMs, toMs: undefined })
  },
  Unhold(call, { atMs }) {
    const hold = call.holds.at(-1)
    if (hold !== undefined) hold.toMs ??= atMs
  },
  DTMFEnd(call, { fields, channel }) {
    const isOfCaller = channel !== undefined && channel === call.head && fields['Direction'] !== 'Sent'
    // What is dialled in a conversation is for whoever one talks with.
    if (isOfCaller && call.phase !== 'talking' && call.keys.length < maxKeys)
      call.keys += fields['Digit'] ?? ''
  },
  BlindTransfer(call, { fields, atMs }) {
    const { TransfererChannel = '', Extension = '' } = fields
    call.steps.push({ atMs, step: 'transferred', detail: `${TransfererChannel} to ${Extension}` })
  },
  AttendedTransfer(call, { fields, atMs }) {
    const { OrigTransfererChannel = '', SecondTransfererChannel = '' } = fields
    const detail = `${OrigTransfererChannel} with ${SecondTransfererChannel}`
    call.steps.push({ atMs, step: 'transferred', detail })
  },
  HangupRequest(call, { channel }) {
    call.endedBy ??= channel?.id
  },
  Hangup(call, { fields, atMs, channel }) {
    if (channel === undefined) return
    call.endedBy ??= channel.id
    channel.endedMs ??= atMs
    channel.cause ??= fields['Cause']
    call.leaveBridges(channel)
    for (const dial of call.dials) if (dial.channelId === channel.id) dial.endedMs ??= atMs
    if (channel !== call.head) return
    for (const wait of call.waits) wait.toMs ??= atMs
  },
  Gone(call) {
    call.isGone = true
  },
} as const satisfies Record<ManagerEvent['name'], Follow>

function endWait(call: FollowedCall, { fields, atMs }: Following): void {
  const wait = call.waits.findLast(({ queue }) => queue === fields['Queue'])
  if (wait === undefined) return
  wait.toMs ??= atMs
  wait.holdTime ??= secondsOf(fields['HoldTime'])
}
