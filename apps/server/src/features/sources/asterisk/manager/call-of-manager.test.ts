import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { ManagerCall, messageText } from '#test/sources/manager-switch.ts'
import { sourceOf } from '#test/sources/read-source-file.ts'
import type { SourceEvent } from '../../adapter.ts'
import { asterisk } from '../asterisk.ts'
import { eventOf, goneEvent } from './manager-events.ts'
import { ManagerMessages } from './manager-messages.ts'

const startMs = Date.parse('2026-03-10T13:00:00Z')
const iso = (second: number) => new Date(startMs + second * 1000).toISOString()
const idAt = (count: number) => `${startMs / 1000}.${count}`
const id = idAt(1)
const inbound = { CallerIDNum: '4155550123', CallerIDName: 'Ada', Context: 'from-trunk', Exten: '2125550142' }
const source = sourceOf(asterisk)

function eventsOf(call: ManagerCall, untilSecond = Infinity): SourceEvent[] {
  return call.events
    .filter(([second]) => second <= untilSecond)
    .flatMap(([second, fields], at) => {
      const [message = {}] = new ManagerMessages().take(messageText(fields))
      return eventOf(message, startMs + second * 1000, at) ?? []
    })
}

const callOf = (events: readonly SourceEvent[]) => asterisk.callsOf?.(events, source).calls[0]
const at = (call: ManagerCall, second: number) => callOf(eventsOf(call, second))

/** Through a menu and a queue to an agent, who puts the caller on hold. */
const queued = new ManagerCall(id, inbound)
  .add(1, 'Newstate', { ChannelState: 6 })
  .add(4, 'DTMFEnd', { Digit: '2', Direction: 'Received' })
  .add(6, 'QueueCallerJoin', { Queue: 'sales' })
  .dial(8, 'PJSIP/301-1', idAt(2))
  .add(20, 'DialEnd', { DestUniqueid: idAt(2), DestChannel: 'PJSIP/301-1', DialStatus: 'NOANSWER' })
  .add(20, 'Hangup', { Uniqueid: idAt(2), Channel: 'PJSIP/301-1', Cause: 19 })
  .dial(22, 'PJSIP/302-1', idAt(3))
  .add(30, 'QueueCallerLeave', { Queue: 'sales' })
  .answer(30, 'PJSIP/302-1', idAt(3))
  .add(30, 'AgentConnect', { Queue: 'sales', MemberName: 'Grace Hopper', HoldTime: 24, RingTime: 8 })
  .add(40, 'Hold', { Uniqueid: idAt(3) })
  .add(55, 'Unhold', { Uniqueid: idAt(3) })
  .add(90, 'AgentComplete', { Queue: 'sales', MemberName: 'Grace Hopper', TalkTime: 60, Reason: 'agent' })
  .hangUp(90, idAt(3))

describe('a call that a manager interface tells of', () => {
  it.each([
    [0, 'ringing', 0],
    [2, 'menu', 1],
    [7, 'queue', 6],
    [21, 'queue', 6],
    [31, 'talking', 30],
    [50, 'talking', 30],
  ])('is, after %i s, in the phase %s', (second, phase, since) => {
    expect(at(queued, second)).toMatchObject({
      externalCallId: id,
      direction: 'inbound',
      trackingNumber: '+12125550142',
      callerNumber: '+14155550123',
      callerName: 'Ada',
      status: 'in-progress',
      phase,
      phaseSince: iso(since),
      startedAt: iso(0),
      endedAt: undefined,
    })
  })

  it('has, with its end, its queue, its agent, and how long it waited, talked and was on hold', () => {
    expect(at(queued, 90)).toMatchObject({
      status: 'answered',
      answeredAt: iso(30),
      endedAt: iso(90),
      rotationgroup: 'sales',
      agent: 'Grace Hopper',
      queueDuration: 24,
      ringDuration: 8,
      talkDuration: 60,
      holdDuration: 15,
      keysDialled: '2',
      hangupBy: 'agent',
      hangupCause: 16,
    })
    expect(at(queued, 90)?.phase).toBeUndefined()
    const steps = at(queued, 90)?.routeTrace?.map(({ step, detail }) => `${step} ${detail}`)
    expect(steps).toEqual(['queue sales', 'rang 301', 'rang 302', 'answered 302'])
  })

  it('is answered by the member of its queue as a queue log names them', () => {
    const agentOf = (MemberName: string) =>
      callOf(eventsOf(new ManagerCall(id, inbound).add(1, 'AgentConnect', { Queue: 'sales', MemberName })))
        ?.agent
    expect(['Grace Hopper', 'SIP/777', 'Local/301@from-queue/n'].map(agentOf)).toEqual([
      'Grace Hopper',
      '777',
      '301',
    ])
  })

  it('rings, talks, and rings again when it is transferred', () => {
    const call = new ManagerCall(id, inbound)
      .dial(1, 'PJSIP/301-1', idAt(2))
      .answer(5, 'PJSIP/301-1', idAt(2))
      .add(20, 'BlindTransfer', {
        TransfererLinkedid: id,
        TransfererChannel: 'PJSIP/301-1',
        Extension: '302',
      })
      .add(20, 'BridgeLeave', { BridgeUniqueid: `bridge-${idAt(2)}` })
      .add(20, 'Hangup', { Uniqueid: idAt(2), Channel: 'PJSIP/301-1', Cause: 16 })
      .dial(21, 'PJSIP/302-1', idAt(3))
      .answer(25, 'PJSIP/302-1', idAt(3))
      .hangUp(60, idAt(3))
    expect(at(call, 4)).toMatchObject({ phase: 'ringing', phaseSince: iso(0) })
    expect(at(call, 10)).toMatchObject({ phase: 'talking', agent: '301' })
    expect(at(call, 22)).toMatchObject({ status: 'in-progress', phase: 'ringing', phaseSince: iso(21) })
    expect(at(call, 60)).toMatchObject({
      status: 'answered',
      agent: '302',
      answeredAt: iso(5),
      talkDuration: 50,
    })
  })

  it('is missed when nobody takes it, busy when all are, and goes out from a phone', () => {
    const unanswered = new ManagerCall(id, inbound).dial(1, 'PJSIP/301-1', idAt(2)).hangUp(30, idAt(2))
    expect(at(unanswered, 30)).toMatchObject({ status: undefined, answeredAt: undefined, ringDuration: 29 })
    expect(at(unanswered, 30)).toMatchObject({ hangupBy: 'agent', endedAt: iso(30) })
    const busy = new ManagerCall(id, inbound)
      .dial(1, 'PJSIP/301-1', idAt(2))
      .add(2, 'DialEnd', { DestUniqueid: idAt(2), DestChannel: 'PJSIP/301-1', DialStatus: 'BUSY' })
      .hangUp(3, idAt(2))
    expect(at(busy, 3)).toMatchObject({ status: 'busy' })
    const out = new ManagerCall(id, {
      Channel: 'PJSIP/301-9',
      CallerIDNum: '301',
      Context: 'from-internal',
      Exten: '2125550142',
    }).dial(1, 'PJSIP/trunk-1', idAt(2))
    expect(at(out, 2)).toMatchObject({
      direction: 'outbound',
      targetNumber: '+12125550142',
      trackingNumber: '301',
      agent: '301',
      phase: 'ringing',
    })
  })

  it('began when it came, where the clock of the switch is wrong', () => {
    const call = new ManagerCall('946684800.1', inbound)
    expect(at(call, 0)).toMatchObject({ startedAt: iso(0) })
  })

  it('that was going on when the portal connected is what the switch shows of it', () => {
    const shown = { Context: 'from-trunk', ChannelState: 6, Duration: '00:01:10' }
    const call = new ManagerCall('946684800.1', inbound)
    call.events.length = 0
    call.add(100, 'CoreShowChannel', { ...shown, Application: 'Queue', ApplicationData: 'sales,t' })
    expect(at(call, 100)).toMatchObject({
      startedAt: iso(30),
      phase: 'queue',
      rotationgroup: 'sales',
      callerNumber: '+14155550123',
    })
  })

  it('has no known end when the switch does not know it any longer, and goes on when it is heard of again', () => {
    const gone = goneEvent(id, startMs + 60_000)
    const before = eventsOf(queued, 31)
    expect(callOf([...before, gone])).toMatchObject({ status: undefined, endUnknown: true })
    const again = eventsOf(queued, 90).filter(({ eventKey }) => eventKey > gone.eventKey)
    expect(callOf([...before, gone, ...again])).toMatchObject({ status: 'answered', endedAt: iso(90) })
    expect(callOf([...before, gone, ...again])?.endUnknown).toBeUndefined()
  })

  it('is made of what came of it, whatever came twice and in whatever order it is read', () => {
    const events = eventsOf(queued)
    const whole = callOf(events)
    fc.assert(
      fc.property(fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }), (some) => {
        const once = [...new Map(some.map((event) => [event.eventKey, event])).values()]
        expect(callOf(once)).toEqual(whole)
      }),
      { numRuns: 50 },
    )
  })

  it('is what its call detail record says, once that is there', () => {
    const calls = asterisk.callsOf?.(eventsOf(queued), source)
    expect(calls?.whereKnown).toEqual({ externalCallId: id })
  })
})

describe('messages of a manager interface', () => {
  it('are the same however they are cut, and odd lines are passed over', () => {
    const text = `Asterisk Call Manager/7.0.3\r\n${messageText({ Event: 'Hangup', Uniqueid: id, Linkedid: id })}no field\r\n${messageText({ Event: 'Hold', Note: 'a: b' })}`
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 8 }), (cuts) => {
        const ends = [0, ...cuts, text.length].toSorted((one, other) => one - other)
        const messages = new ManagerMessages()
        const found = ends.flatMap((end, place) => messages.take(text.slice(ends[place - 1] ?? 0, end)))
        expect(found).toEqual([
          { Event: 'Hangup', Uniqueid: id, Linkedid: id },
          { Event: 'Hold', Note: 'a: b' },
        ])
      }),
    )
  })

  it('that do not end are none', () => {
    expect(() => new ManagerMessages().take('x'.repeat(100_000))).toThrow('lines that are too long')
  })
})

const samples = samplesIn('asterisk-ami/')

samples.describe('the sample of a manager session', () => {
  it('is one inbound call through a menu and a queue', () => {
    const messages = new ManagerMessages().take(samples.read('ami_session_derived.txt').toString())
    const events = messages.flatMap((message, place) => eventOf(message, 1_514_295_830_000, place) ?? [])
    expect(new Set(events.map(({ callKey }) => callKey))).toEqual(new Set(['1514295827.372']))
    expect(callOf(events)).toMatchObject({
      externalCallId: '1514295827.372',
      direction: 'inbound',
      trackingNumber: '888999',
      keysDialled: '1',
      rotationgroup: 'Q1',
      queueDuration: 9,
      ringDuration: 9,
      talkDuration: 3,
      hangupBy: 'caller',
      status: 'answered',
    })
  })
})
