import type { Source } from '@callboard/contract/sources'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { SourceClient } from '#test/clients/sources.ts'
import { sourceOf } from '#test/sources/read-source-file.ts'
import { eventText, legHeaders, openSocketSwitch } from '#test/sources/socket-switch.ts'
import { detailRecord } from '#test/sources/freeswitch-records.ts'
import type { SourceEvent } from '../../adapter.ts'
import { headersOf } from '../channel-events.ts'
import { freeswitch } from '../freeswitch.ts'
import { eventOfLeg } from '../leg.ts'
import { goneEvent, liveEventOf } from './live-events.ts'
import { SocketMessages } from './socket-messages.ts'

const startMs = Date.parse('2026-03-10T14:00:00Z')
const atSecond = (second: number) => startMs + second * 1000
const iso = (second: number) => new Date(atSecond(second)).toISOString()
const source = sourceOf(freeswitch)

const caller = { uuid: 'aaaa', to: '+12125550142', startMs }
const phone = { uuid: 'bbbb', origin: 'aaaa', to: '301', startMs: atSecond(8) }
const queueAction = (action: string) => ({
  'Event-Name': 'CUSTOM',
  'Event-Subclass': 'callcenter::info',
  'CC-Action': action,
  'CC-Queue': 'sales@default',
  'CC-Member-Session-UUID': 'aaaa',
})

/** Through a menu and a queue to a phone, as events with the second at which they came. */
const timeline: [number, Record<string, string | number>][] = [
  [0, legHeaders('CHANNEL_CREATE', caller)],
  [1, legHeaders('CHANNEL_ANSWER', { ...caller, answerMs: atSecond(1) })],
  [5, queueAction('member-queue-start')],
  [8, legHeaders('CHANNEL_CREATE', phone)],
  [12, queueAction('bridge-agent-start')],
  [12, legHeaders('CHANNEL_ANSWER', { ...phone, answerMs: atSecond(12) })],
  [12, legHeaders('CHANNEL_BRIDGE', { ...caller, answerMs: atSecond(1) })],
]

function eventsUntil(second: number, aheadMs = 0): SourceEvent[] {
  return timeline
    .filter(([at]) => at <= second)
    .flatMap(([at, headers], place) => {
      const texts = headersOf((eventText(headers).split('\n\n')[1] ?? '').split('\n'))
      const stamped = { ...texts, 'Event-Date-Timestamp': String(atSecond(at) * 1000) }
      return liveEventOf(stamped, { atMs: atSecond(at) + aheadMs, place }) ?? []
    })
}

const callOf = (events: readonly SourceEvent[]) => freeswitch.callsOf?.(events, source).calls[0]

describe('a call that an event socket tells of', () => {
  it.each([
    [0, 'ringing', 0],
    [2, 'menu', 1],
    [6, 'queue', 5],
    [9, 'queue', 5],
    [20, 'talking', 12],
  ])('is, after %i s, in the phase %s', (second, phase, since) => {
    expect(callOf(eventsUntil(second))).toMatchObject({
      externalCallId: 'aaaa',
      direction: 'inbound',
      trackingNumber: '+12125550142',
      callerNumber: '+14155550123',
      callerName: 'Ada Byron',
      status: 'in-progress',
      startedAt: iso(0),
      phase,
      phaseSince: iso(since),
    })
  })

  it('talks with who answered, and was in the queue', () => {
    expect(callOf(eventsUntil(20))).toMatchObject({
      agent: '301',
      answeredAt: iso(12),
      rotationgroup: 'sales',
    })
  })

  it('is by the clock of the portal, where that of the switch is wrong', () => {
    const hourMs = 3_600_000
    expect(callOf(eventsUntil(2, hourMs))).toMatchObject({
      startedAt: new Date(startMs + hourMs).toISOString(),
      phase: 'menu',
      phaseSince: new Date(atSecond(1) + hourMs).toISOString(),
    })
  })

  it('is its detail records once the leg of the caller has ended, whichever came first', () => {
    const records = [
      detailRecord({ uuid: 'aaaa', from: '+14155550123', to: '+12125550142', start: 0, answer: 1, end: 60 }),
      detailRecord({ uuid: 'bbbb', origin: 'aaaa', to: '301', start: 8, answer: 12, end: 60 }),
    ].flatMap((record) => eventOfLeg(record) ?? [])
    const alone = callOf(records)
    expect(alone).toMatchObject({ status: 'answered', endedAt: iso(60) })
    fc.assert(
      fc.property(fc.shuffledSubarray([...eventsUntil(20), ...records], { minLength: 9 }), (events) => {
        expect(callOf(events)).toEqual(alone)
      }),
      { numRuns: 20 },
    )
  })

  it('has no known end when the switch does not know it any longer', () => {
    const gone = callOf([...eventsUntil(20), goneEvent('aaaa', atSecond(90))])
    expect(gone).toMatchObject({ status: undefined, endUnknown: true, answeredAt: iso(12) })
  })
})

describe('messages of an event socket', () => {
  it('are the same however they are cut, in whatever language', () => {
    const text = `Content-Type: auth/request\n\n${eventText({ 'Event-Name': 'A', Name: 'Zoë' })}Content-Type: api/response\nContent-Length: 6\n\n{"ë":1`
    const bytes = Buffer.from(text).toString('latin1')
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 8 }), (cuts) => {
        const ends = [0, ...cuts, bytes.length].toSorted((one, other) => one - other)
        const messages = new SocketMessages()
        const found = ends.flatMap((end, at) => messages.take(bytes.slice(ends[at - 1] ?? 0, end)))
        expect(found.map(({ body }) => body)).toEqual(['', 'Event-Name: A\nName: Zo%C3%AB\n\n', '{"ë":'])
      }),
    )
  })

  it('of no length, or without an end, are none', () => {
    expect(() => new SocketMessages().take('Content-Length: -1\n\n')).toThrow('of a length that is none')
    expect(() => new SocketMessages().take('x'.repeat(100_000))).toThrow('headers that are too long')
  })
})

let client: SourceClient
beforeAll(async () => {
  client = await SourceClient.open({ allowedAddresses: ['127.0.0.1'] })
})

async function makeSource({ port }: { port: number }, password = 'ClueCon'): Promise<Source> {
  const settings = { socketHost: '127.0.0.1', socketPort: port }
  const secrets = { socketPassword: password, password: 'of records' }
  return await client.make({ kind: 'freeswitch', settings, secrets })
}

describe('an event socket that is listened to', () => {
  it('shows a call while it goes on, until its legs have ended', async () => {
    const own = await openSocketSwitch()
    const live = await makeSource(own)
    await expect.poll(async () => await client.connectionOf(live)).toBe('connected')
    const nowMs = Date.now()
    const [from, to] = [
      { ...caller, startMs: nowMs },
      { ...phone, startMs: nowMs },
    ]
    own.say(legHeaders('CHANNEL_CREATE', from))
    await expect.poll(async () => await client.phasesOf(live)).toEqual(['ringing'])
    own.say(queueAction('member-queue-start'))
    await expect.poll(async () => await client.phasesOf(live)).toEqual(['queue'])
    const answered = { answerMs: nowMs + 1000 }
    own.say(
      queueAction('bridge-agent-start'),
      legHeaders('CHANNEL_ANSWER', { ...to, ...answered }),
      legHeaders('CHANNEL_ANSWER', { ...from, ...answered }),
    )
    await expect.poll(async () => await client.phasesOf(live)).toEqual(['talking'])
    const ended = { ...answered, endMs: nowMs + 5000 }
    own.say(
      legHeaders('CHANNEL_HANGUP_COMPLETE', { ...to, ...ended }),
      legHeaders('CHANNEL_HANGUP_COMPLETE', { ...from, ...ended }),
    )
    await expect.poll(async () => await client.phasesOf(live)).toEqual([])
    expect(await client.storedCallsOf(live)).toMatchObject([
      { external_call_id: 'aaaa', status: 'answered', agent: '301', talk_duration: 4, end_unknown: false },
    ])
    expect(own.said.asked).toEqual(['auth', 'event', 'api'])
  })

  it('says anew which calls there are when it restarts', async () => {
    const own = await openSocketSwitch()
    const live = await makeSource(own)
    await expect.poll(async () => await client.connectionOf(live)).toBe('connected')
    own.say(legHeaders('CHANNEL_CREATE', { ...caller, startMs: Date.now() }))
    await expect.poll(async () => await client.phasesOf(live)).toEqual(['ringing'])
    const created_epoch = String(Math.ceil(Date.now() / 1000))
    own.said.channels = [
      {
        uuid: 'cccc',
        call_uuid: '',
        direction: 'inbound',
        callstate: 'ACTIVE',
        created_epoch,
        dest: '2125550142',
      },
    ]
    own.standIn.dropAll()
    await expect.poll(async () => await client.phasesOf(live)).toEqual(['menu'])
    expect(await client.storedCallsOf(live)).toMatchObject([
      { external_call_id: 'aaaa', status: 'missed', end_unknown: true },
      { external_call_id: 'cccc', status: 'in-progress' },
    ])
  })

  it('that does not know the password is said at the source', async () => {
    const own = await openSocketSwitch()
    const live = await makeSource(own, 'wrong')
    await expect
      .poll(async () => (await client.activityOf(live)).problem?.message)
      .toContain('does not let the portal in: invalid')
    expect(await client.connectionOf(live)).toBe('waiting')
  })
})

const samples = samplesIn('freeswitch-esl/')

samples.describe('the sample of an event socket', () => {
  it('is one call of two legs', () => {
    const messages = new SocketMessages().take(samples.read('esl_event_plain_derived.txt').toString('latin1'))
    const bodies = messages
      .filter(({ headers }) => headers.get('Content-Type') === 'text/event-plain')
      .map(({ body }) => headersOf(body.split('\n')))
    const events = bodies.flatMap((body) => eventOfLeg(body) ?? [])
    expect(events).toHaveLength(2)
    expect(new Set(events.map(({ callKey }) => callKey)).size).toBe(1)
    expect(callOf(events)).toMatchObject({
      status: 'answered',
      answeredAt: new Date(1_621_654_552_843).toISOString(),
      endedAt: new Date(1_621_654_556_763).toISOString(),
    })
  })
})
