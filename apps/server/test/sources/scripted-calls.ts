import { ManagerCall, messageText } from './manager-switch.ts'
import { eventText, legHeaders } from './socket-switch.ts'

type Phase = 'ringing' | 'menu' | 'queue' | 'talking'

/** What a switch says of a call, in seconds of the script, and what is true of it meanwhile. */
export interface ScriptedCall {
  id: string
  says: [second: number, text: string][]
  /** From when on; null: it is over. */
  phases: [second: number, phase: Phase | null][]
  isAnswered: boolean
  agent: string | null
}

/** A number between two, of `random`. */
type Between = (from: number, to: number) => number

const inbound = { CallerIDNum: '4155550123', CallerIDName: 'Ada', Context: 'from-trunk', Exten: '2125550142' }

/** As the manager interface of Asterisk tells of it: missed, direct, on hold, transferred, or through menu and queue. */
export function managerScript(id: string, start: number, between: Between): ScriptedCall {
  const call = new ManagerCall(id, inbound)
  const phases: ScriptedCall['phases'] = [[0, 'ringing']]
  const kind = between(0, 4)
  const phone = `PJSIP/30${between(1, 9)}-${id}`
  const agent = phone.slice(6, 9)
  let answeredBy: string | null = agent
  let second = 1
  if (kind < 2) {
    second += between(5, 20)
    call.add(second, 'Newstate', { ChannelState: 6 })
    phases.push([second, 'menu'])
    second += between(5, 30)
    call.add(second, 'QueueCallerJoin', { Queue: 'sales' })
    phases.push([second, 'queue'])
    second += between(10, 90)
  }
  call.dial(second, phone, `${id}9`)
  second += between(5, 30)
  if (kind === 4) {
    call.hangUp(second, `${id}9`)
    answeredBy = null
  } else {
    if (kind < 2) call.add(second, 'QueueCallerLeave', { Queue: 'sales' })
    call.answer(second, phone, `${id}9`)
    phases.push([second, 'talking'])
    second += between(30, 200)
    if (kind === 1) {
      call.add(second, 'Hold', { Uniqueid: `${id}9` }).add(second + 20, 'Unhold', { Uniqueid: `${id}9` })
      second += between(30, 60)
    }
    if (kind === 3) {
      const next = `PJSIP/40${between(1, 9)}-${id}`
      call
        .add(second, 'BlindTransfer', {
          TransfererLinkedid: id,
          TransfererChannel: phone,
          Extension: next.slice(6, 9),
        })
        .add(second, 'BridgeLeave', { BridgeUniqueid: `bridge-${id}9` })
        .add(second, 'Hangup', { Uniqueid: `${id}9`, Channel: phone, Cause: 16 })
        .dial(second, next, `${id}8`)
      phases.push([second, 'ringing'])
      second += between(5, 20)
      call.answer(second, next, `${id}8`)
      phases.push([second, 'talking'])
      answeredBy = next.slice(6, 9)
      second += between(30, 200)
    }
    call.hangUp(second, `${id}${kind === 3 ? 8 : 9}`)
  }
  phases.push([second, null])
  return {
    id,
    says: call.events.map(([at, fields]) => [start + at, messageText(fields)]),
    phases: phases.map(([at, phase]) => [start + at, phase]),
    isAnswered: kind !== 4,
    agent: answeredBy,
  }
}

/** As the event socket of FreeSWITCH tells of it: missed, direct, or through menu and queue. `nowMs` is when the script starts. */
export function socketScript(
  id: string,
  start: number,
  { between, msAt }: { between: Between; msAt: (second: number) => number },
): ScriptedCall {
  const says: ScriptedCall['says'] = []
  const say = (second: number, event: Readonly<Record<string, string | number>>) =>
    says.push([start + second, eventText(event)])
  const phases: ScriptedCall['phases'] = [[0, 'ringing']]
  const kind = between(0, 2)
  const ms = (second: number) => msAt(start + second)
  const caller = { uuid: id, to: '+12125550142', startMs: ms(0) }
  say(0, legHeaders('CHANNEL_CREATE', caller))
  let second = 1
  const queueAction = (action: string) => ({
    'Event-Name': 'CUSTOM',
    'Event-Subclass': 'callcenter::info',
    'CC-Action': action,
    'CC-Queue': 'sales@default',
    'CC-Member-Session-UUID': id,
  })
  let pickedUp = {}
  if (kind === 0) {
    second += between(5, 20)
    pickedUp = { answerMs: ms(second) }
    say(second, legHeaders('CHANNEL_ANSWER', { ...caller, ...pickedUp }))
    phases.push([second, 'menu'])
    second += between(5, 30)
    say(second, queueAction('member-queue-start'))
    phases.push([second, 'queue'])
    second += between(10, 90)
  }
  const agent = `30${between(1, 9)}`
  const phone = { uuid: `${id}-9`, origin: id, to: agent, startMs: ms(second) }
  say(second, legHeaders('CHANNEL_CREATE', phone))
  second += between(5, 30)
  let answered = {}
  if (kind < 2) {
    answered = { answerMs: ms(second) }
    pickedUp = kind === 0 ? pickedUp : answered
    if (kind === 0) say(second, queueAction('bridge-agent-start'))
    say(second, legHeaders('CHANNEL_ANSWER', { ...phone, ...answered }))
    say(second, legHeaders('CHANNEL_ANSWER', { ...caller, ...pickedUp }))
    say(second, legHeaders('CHANNEL_BRIDGE', { ...caller, ...pickedUp }))
    phases.push([second, 'talking'])
    second += between(30, 300)
  }
  const endMs = ms(second)
  say(second, legHeaders('CHANNEL_HANGUP_COMPLETE', { ...phone, ...answered, endMs }))
  say(second, legHeaders('CHANNEL_HANGUP_COMPLETE', { ...caller, ...pickedUp, endMs }))
  phases.push([second, null])
  return {
    id,
    says,
    phases: phases.map(([at, phase]) => [start + at, phase]),
    isAnswered: kind < 2,
    agent: kind < 2 ? agent : null,
  }
}

/** What was true of a call all the time between two seconds; undefined where it changed. */
export function steadyPhase(call: ScriptedCall, from: number, to: number): Phase | null | undefined {
  const at = (second: number) => call.phases.findLast(([since]) => since <= second)?.[1] ?? null
  const isSteady = call.phases.every(([since]) => since <= from || since > to)
  return isSteady ? at(to) : undefined
}
