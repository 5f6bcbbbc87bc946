import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { answeredCall, detailRecord } from '#test/sources/freeswitch-records.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { SourceContext } from '../adapter.ts'
import { freeswitch } from './freeswitch.ts'
import { eventOfLeg } from './leg.ts'

const source = sourceContext({ settings: { answeringApplications: ['conference'] } })

type Record = ReturnType<typeof detailRecord>
type Leg = Parameters<typeof detailRecord>[0]

function eventOf(record: Record) {
  const event = eventOfLeg(record)
  if (event === undefined) throw new Error('A record is about a leg.')
  return event
}

function callOf(records: readonly Record[], context: Partial<SourceContext> = {}) {
  const events = records.map(eventOf)
  expect(new Set(events.map(({ callKey }) => callKey)).size).toBe(1)
  const { calls, problem } = freeswitch.callsOf?.(events, sourceContext({ ...source, ...context })) ?? {
    calls: [],
  }
  expect(problem).toBeUndefined()
  expect(calls).toHaveLength(1)
  const [call] = calls
  expect(CallInput.safeParse(call).error).toBeUndefined()
  return call
}

/** The caller’s own leg, unanswered unless told otherwise. */
function caller(leg: Partial<Leg> = {}): Record {
  return detailRecord({ uuid: 'a', to: '+18005550100', start: 0, end: 30, ...leg })
}

/** A leg that the caller’s leg called. */
function dialled(leg: Partial<Leg> = {}): Record {
  return detailRecord({ uuid: 'b', origin: 'a', to: '1002', start: 1, end: 30, ...leg })
}

describe('a call of two legs', () => {
  it('is one call, with what each of them knows', () => {
    expect(callOf(answeredCall)).toMatchObject({
      externalCallId: 'a-leg',
      direction: 'inbound',
      status: 'answered',
      trackingNumber: '+18005550100',
      callerNumber: '+13125550142',
      callerName: 'Grace Hopper',
      targetNumber: '1002',
      agent: '1002',
      startedAt: '2026-03-10T14:00:00.250Z',
      answeredAt: '2026-03-10T14:00:10.500Z',
      endedAt: '2026-03-10T14:01:10.750Z',
      duration: 71,
      ringDuration: 10,
      talkDuration: 60,
      billableDuration: 60,
      holdDuration: 0,
      ivrDuration: 0,
      hangupBy: 'caller',
      hangupCause: 16,
      hangupReason: 'NORMAL_CLEARING',
      sipCallId: 'a-leg@198.51.100.7',
      codec: 'PCMU',
      mos: 4.42,
      keysDialled: undefined,
      forwardedFrom: undefined,
    })
  })

  it('is the same call in whichever order they come', () => {
    expect(callOf(answeredCall.toReversed())).toEqual(callOf(answeredCall))
  })

  it('is known by the same id, ends and answer when one leg alone comes', () => {
    for (const leg of answeredCall) {
      expect(callOf([leg])).toMatchObject({
        externalCallId: 'a-leg',
        status: 'answered',
        agent: '1002',
        talkDuration: 60,
        hangupBy: 'caller',
      })
    }
  })

  it('keeps its key when the switch names another call of the leg after a transfer', () => {
    const moved = dialled({ answer: 5, variables: { call_uuid: 'b' } })
    const held = caller({ answer: 5, bridge: 5, variables: { call_uuid: 'another' } })
    expect(callOf([held, moved])).toMatchObject({ externalCallId: 'a' })
  })

  it('is joined by the queue in which the caller waited, which calls its agents itself', () => {
    const waiting = caller({
      answer: 0,
      bridge: 20,
      end: 80,
      variables: {
        cc_queue: 'sales@default',
        cc_member_session_uuid: 'a',
        cc_agent: '1007@default',
        cc_queue_joined_epoch: String(Date.parse('2026-03-10T14:00:02Z') / 1000),
        cc_queue_answered_epoch: String(Date.parse('2026-03-10T14:00:20Z') / 1000),
      },
    })
    const agent = detailRecord({
      uuid: 'b',
      direction: 'outbound',
      to: '1007',
      start: 15,
      answer: 20,
      end: 80,
      variables: { cc_member_session_uuid: 'a', call_uuid: 'b' },
    })
    expect(callOf([agent, waiting])).toMatchObject({
      externalCallId: 'a',
      rotationgroup: 'sales',
      agent: '1007',
      queueDuration: 18,
      ivrDuration: 2,
      ringDuration: 5,
      talkDuration: 60,
    })
  })
})

describe('the status', () => {
  it.each([
    ['answered', [caller({ answer: 5, bridge: 5 })]],
    ['busy', [caller({ cause: 'USER_BUSY', q850: '17' })]],
    [
      'busy',
      [caller({ variables: { originate_disposition: 'USER_BUSY' } }), dialled({ cause: 'USER_BUSY' })],
    ],
    ['busy', [dialled({ cause: 'USER_BUSY' }), dialled({ uuid: 'c', cause: 'USER_NOT_REGISTERED' })]],
    ['failed', [caller({ cause: 'NO_ROUTE_DESTINATION', q850: '3' })]],
    ['failed', [caller({ cause: 'CALL_REJECTED' }), dialled({ cause: 'CALL_REJECTED' })]],
    [
      'voicemail',
      [
        caller({ answer: 20, variables: { last_app: 'voicemail' } }),
        dialled({ end: 20, cause: 'NO_ANSWER' }),
      ],
    ],
    ['answered', [caller({ answer: 2, variables: { last_app: 'conference' } })]],
    // The portal tells missed from abandoned.
    [undefined, [caller({ cause: 'ORIGINATOR_CANCEL' }), dialled({ cause: 'ORIGINATOR_CANCEL' })]],
    [undefined, [caller({ cause: 'NO_ANSWER', q850: '19' })]],
    [undefined, [caller({ answer: 1, variables: { last_app: 'ivr' } })]],
    [undefined, [dialled({ cause: 'LOSE_RACE' }), dialled({ uuid: 'c', cause: 'NO_ANSWER' })]],
  ] as const)('is %s', (status, legs) => {
    const call = callOf(legs)
    expect(call?.status).toBe(status)
    expect(call?.answeredAt === undefined).toBe(status !== 'answered')
  })

  it('is what somebody has said that the switch’s word for it means', () => {
    const legs = [caller({ cause: 'CALL_REJECTED' })]
    expect(callOf(legs, { statusWords: [{ word: 'call_rejected', status: 'busy' }] })?.status).toBe('busy')
  })

  it('is answered when the first two rang in vain and the third did not', () => {
    const legs = [
      caller({ answer: 21, bridge: 21, end: 60 }),
      dialled({ uuid: 'b1', to: '1002', end: 10, cause: 'NO_ANSWER' }),
      dialled({ uuid: 'b2', to: '1003', start: 10, end: 12, cause: 'USER_BUSY' }),
      dialled({ uuid: 'b3', to: '1004', start: 12, answer: 21, end: 60 }),
    ]
    expect(callOf(legs)).toMatchObject({
      status: 'answered',
      agent: '1004',
      ringDuration: 20,
      talkDuration: 39,
    })
    expect(callOf(legs)?.routeTrace?.map(({ step, detail }) => `${step} ${detail}`)).toEqual([
      'received +18005550100 in public',
      'rang 1002: NO_ANSWER after 9 s',
      'busy 1003: USER_BUSY after 2 s',
      'answered 1004: NORMAL_CLEARING after 9 s, 39 s of talk',
      'ended NORMAL_CLEARING',
    ])
  })
})

describe('times', () => {
  it('count a menu from the answer of the switch to the first that rang', () => {
    const legs = [caller({ answer: 1, bridge: 31, end: 61 }), dialled({ start: 21, answer: 31, end: 61 })]
    expect(callOf(legs)).toMatchObject({
      answeredAt: '2026-03-10T14:00:31.000Z',
      ivrDuration: 20,
      ringDuration: 10,
      talkDuration: 30,
      billableDuration: 60,
    })
  })

  it('count hold of both legs, and no more than was talked', () => {
    const talk = { answer: 10, bridge: 10, end: 70 }
    expect(callOf([caller({ ...talk, held: 12 }), dialled({ ...talk, held: 5 })])?.holdDuration).toBe(17)
    expect(callOf([caller({ ...talk, held: 61 })])?.holdDuration).toBe(60)
  })

  it('are of seconds where the microseconds are missing, and 0 is never', () => {
    const variables = { start_uepoch: '0', answer_uepoch: '', end_uepoch: '0' }
    expect(callOf([caller({ end: 30, variables })])).toMatchObject({
      startedAt: '2026-03-10T14:00:00.000Z',
      answeredAt: undefined,
      endedAt: '2026-03-10T14:00:30.000Z',
    })
  })
})

describe('the direction', () => {
  const outbound = { from: '1002', to: '+14155550123', context: 'default' }

  it('is outbound from an extension to a public number, with the number that was shown', () => {
    const legs = [
      caller({ ...outbound, answer: 8, bridge: 8 }),
      dialled({ from: '+13125550100', to: '+14155550123', answer: 8 }),
    ]
    expect(callOf(legs)).toMatchObject({
      direction: 'outbound',
      trackingNumber: '+13125550100',
      callerNumber: '+13125550100',
      targetNumber: '+14155550123',
      agent: '1002',
    })
  })

  it('is inbound on the caller’s leg while nothing speaks for another', () => {
    expect(callOf([caller({ direction: undefined })])?.direction).toBe('inbound')
    expect(callOf([caller({ from: '1001', to: '1002' })])?.direction).toBe('inbound')
  })

  it('follows own numbers, which may lack the plus sign', () => {
    const legs = [caller({ from: '13125550100', to: '14155550123' })]
    expect(callOf(legs, { ownNumbers: ['+1312555*'] })).toMatchObject({
      direction: 'outbound',
      trackingNumber: '+13125550100',
      targetNumber: '+14155550123',
    })
    expect(callOf(legs, { ownNumbers: ['+14155550123'] })?.direction).toBe('inbound')
  })

  it('follows the contexts that a source names, before all else', () => {
    const settings = { outboundContexts: ['features'] }
    expect(callOf([caller(outbound)], { settings })?.direction).toBe('inbound')
    expect(callOf([caller({ context: 'features' })], { settings })?.direction).toBe('outbound')
  })

  it('is outbound where the switch called both ends for somebody', () => {
    const legs = [caller({ direction: 'outbound', from: '+13125550100', to: '1002' })]
    expect(callOf(legs)?.direction).toBe('outbound')
  })
})

describe('parties', () => {
  it('have the number that was dialled first, whatever the dial plan made of it', () => {
    const leg = caller({
      transfers: [
        { to: '2000', at: 1 },
        { to: '1002', at: 4 },
      ],
    })
    expect(callOf([leg])?.trackingNumber).toBe('+18005550100')
    expect(callOf([leg])?.routeTrace?.filter(({ step }) => step === 'transferred')).toEqual([
      {
        at: '2026-03-10T14:00:01.000Z',
        step: 'transferred',
        detail: 'In public',
        from: '+18005550100',
        to: '2000',
      },
      { at: '2026-03-10T14:00:04.000Z', step: 'transferred', detail: 'In public', from: '2000', to: '1002' },
    ])
  })

  it('know international numbers without a plus sign, and leave names of the dial plan as they are', () => {
    expect(callOf([caller({ from: '33123456789', to: '33123456' })])).toMatchObject({
      callerNumber: '+33123456789',
      trackingNumber: '33123456',
    })
  })

  it('say from where the call was forwarded, what was keyed in and what the carrier vouches for', () => {
    const variables = {
      sip_h_Diversion: '<sip:+13125550177@carrier.example>;reason=unconditional',
      digits_dialed: '12#',
      sip_verstat: 'TN-Validation-Passed-A',
      rtp_audio_in_mos: '0.00',
    }
    expect(callOf([caller({ variables })])).toMatchObject({
      forwardedFrom: '+13125550177',
      keysDialled: '12#',
      stirVerdict: 'TN-Validation-Passed-A',
      mos: undefined,
    })
  })

  it('have no name that is the number again, or none', () => {
    for (const name of ['+13125550142', 'unknown', ''])
      expect(callOf([caller({ name })])?.callerName).toBeUndefined()
  })
})

describe('who hung up', () => {
  const talk = { answer: 5, bridge: 5 }

  it.each([
    ['caller', [caller({ disposition: 'recv_cancel' })]],
    ['agent', [caller({ ...talk, disposition: 'send_bye' }), dialled({ ...talk, disposition: 'recv_bye' })]],
    ['agent', [caller({ ...talk, disposition: 'send_bye' })]],
    [
      'agent',
      [caller({ disposition: 'send_refuse' }), dialled({ disposition: 'send_refuse', cause: 'USER_BUSY' })],
    ],
    ['system', [caller({ ...talk, disposition: 'send_bye', cause: 'ALLOTTED_TIMEOUT' })]],
    ['system', [caller({ ...talk, disposition: 'send_bye' }), dialled({ ...talk, disposition: 'send_bye' })]],
    ['system', [caller({ disposition: 'send_refuse', cause: 'NO_ROUTE_DESTINATION' })]],
    [undefined, [caller()]],
    ['agent', [caller({ from: '1002', to: '+14155550123', disposition: 'recv_bye' })]],
    ['callee', [caller({ ...talk, from: '1002', to: '+14155550123', disposition: 'send_bye' })]],
  ] as const)('was the %s', (who, legs) => {
    expect(callOf(legs)?.hangupBy).toBe(who)
  })
})

describe('a recording', () => {
  const settings = { recordingVariable: 'record_file' }
  const recorded = (file: string) => [caller({ answer: 5, variables: { record_file: file } })]

  it('is fetched from the address that a variable holds, or of its file in a folder', () => {
    const address = 'https://pbx.example.com/rec/1.wav'
    expect(callOf(recorded(address), { settings })?.recordingUrl).toBe(address)
    const withFolder = { ...settings, recordingFolder: 'https://pbx.example.com/rec' }
    expect(callOf(recorded('/var/rec/a 1.wav'), { settings: withFolder })?.recordingUrl).toBe(
      'https://pbx.example.com/rec/a%201.wav',
    )
  })

  it('is none while no variable is named, or nothing says where its file is', () => {
    expect(callOf(recorded('https://pbx.example.com/rec/1.wav'))?.recordingUrl).toBeUndefined()
    expect(callOf(recorded('/var/rec/1.wav'), { settings })?.recordingUrl).toBeUndefined()
  })
})

describe('what is no call', () => {
  it('is told in a sentence', () => {
    const problems = [caller({ variables: { end_uepoch: '0', end_epoch: '0' } }), caller({ to: '' })].map(
      (record) => freeswitch.callsOf?.([eventOf(record)], source),
    )
    expect(problems).toEqual([
      { calls: [], problem: 'FreeSWITCH does not say when the call began and ended.' },
      { calls: [], problem: 'FreeSWITCH does not say which number was called.' },
    ])
  })
})
