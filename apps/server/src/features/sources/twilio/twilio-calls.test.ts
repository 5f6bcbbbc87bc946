import { describe, expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import {
  at,
  caller,
  callOf,
  callsOf,
  dialled,
  iso,
  ofChild,
  ofParent,
  parentSid,
  recordingOf,
  rowEvent,
  twilioSource as source,
} from '#test/sources/twilio-call.ts'
import { accountSid, formRequest } from '#test/sources/twilio-callbacks.ts'
import { twilio } from './twilio.ts'

describe('a call that nobody was dialled for', () => {
  it('is answered from the end less what it lasted, by its last call-back alone', () => {
    const place = { FromCity: 'WAYNE', FromState: 'MI', FromZip: '48185', FromCountry: 'US' }
    const events = ofParent('completed', 73, {
      ...place,
      Duration: '1',
      CallDuration: '3',
      CallerName: 'ADA B',
    })
    expect(callOf(events)).toMatchObject({
      externalCallId: parentSid,
      direction: 'inbound',
      status: 'answered',
      callerNumber: caller,
      callerName: 'ADA B',
      trackingNumber: dialled,
      startedAt: iso(70),
      answeredAt: iso(70),
      endedAt: iso(73),
      city: 'WAYNE',
      state: 'MI',
      zipcode: '48185',
      country: 'US',
    })
  })

  it('is in progress until it has ended', () => {
    const ringing = ofParent('ringing', 1)
    expect(callOf(ringing)).toMatchObject({ status: 'in-progress', startedAt: iso(1) })
    expect(callOf(ringing)?.endedAt).toBeUndefined()
    expect(callOf([...ofParent('in-progress', 5), ...ringing])).toMatchObject({
      status: 'in-progress',
      startedAt: iso(1),
      answeredAt: iso(5),
    })
  })

  it('never goes back to a state from before', () => {
    const events = [
      ...ofParent('completed', 65, { CallDuration: '60' }),
      ...ofParent('ringing', 1),
      ...ofParent('initiated', 0),
    ]
    expect(callOf(events)).toMatchObject({
      status: 'answered',
      startedAt: iso(0),
      answeredAt: iso(5),
      endedAt: iso(65),
    })
  })

  it('is unanswered when it lasted no second, and has no answer then', () => {
    const call = callOf([...ofParent('ringing', 0), ...ofParent('completed', 20, { CallDuration: '0' })])
    expect(call).toMatchObject({ startedAt: iso(0), endedAt: iso(20) })
    expect(call?.status).toBeUndefined()
    expect(call?.answeredAt).toBeUndefined()
  })

  it.each([
    ['busy', 'busy'],
    ['failed', 'failed'],
    ['no-answer', undefined],
    ['canceled', undefined],
  ])('that ended as %s is %s', (word, status) => {
    const call = callOf([...ofParent('ringing', 0), ...ofParent(word, 30)])
    expect(call?.status).toBe(status)
    expect(call?.answeredAt).toBeUndefined()
  })

  it('is what the source says that a word means', () => {
    const statusWords = [{ word: 'No-Answer', status: 'busy' as const }]
    expect(callOf(ofParent('no-answer', 30), { statusWords })?.status).toBe('busy')
  })

  it('went to voicemail when the caller left a message', () => {
    const ended = ofParent('completed', 60, { CallDuration: '55' })
    expect(callOf([...ended, ...recordingOf({ RecordingSource: 'RecordVerb' })])?.status).toBe('voicemail')
    expect(callOf([...ended, ...recordingOf({ RecordingSource: 'StartCallRecordingAPI' })])?.status).toBe(
      'answered',
    )
  })

  it('withholds a number that is none', () => {
    for (const From of ['+266696687', '+7378742833'])
      expect(callOf(ofParent('ringing', 0, { From }))?.callerNumber).toBeUndefined()
  })

  it('has no place, name or duration where these are empty', () => {
    const call = callOf(
      ofParent('ringing', 0, { FromCity: '', FromState: ' ', CallerName: '', CallDuration: '' }),
    )
    expect(call).toMatchObject({ status: 'in-progress' })
    expect(call?.city ?? call?.state ?? call?.callerName).toBeUndefined()
  })
})

describe('the legs that a call dialled', () => {
  const parent = [...ofParent('ringing', 0), ...ofParent('completed', 90, { CallDuration: '90' })]

  it('say who answered, where and when', () => {
    const first = ofChild('CA2', 'no-answer', { second: 20 })
    const second = [
      ...ofChild('CA3', 'initiated', { second: 21, To: 'client:ada' }),
      ...ofChild('CA3', 'in-progress', { second: 28, To: 'client:ada' }),
      ...ofChild('CA3', 'completed', { second: 90, To: 'client:ada', CallDuration: 62 }),
    ]
    expect(callOf([...second, ...parent, ...first])).toMatchObject({
      status: 'answered',
      answeredAt: iso(28),
      endedAt: iso(90),
      targetNumber: 'ada',
      agent: 'ada',
      routeTrace: [
        { at: iso(20), step: 'rang', detail: `${caller} to +12125550186: no-answer` },
        { at: iso(21), step: 'answered', detail: `${caller} to ada: completed` },
      ],
    })
  })

  it('make it unanswered when none of them was answered, although the system did', () => {
    const missed = callOf([...parent, ...ofChild('CA2', 'no-answer', { second: 20 })])
    expect(missed?.status).toBeUndefined()
    expect(missed?.answeredAt).toBeUndefined()
    expect(missed?.targetNumber).toBe('+12125550186')
    expect(callOf([...parent, ...ofChild('CA2', 'busy', { second: 20 })])?.status).toBe('busy')
    const message = recordingOf({ RecordingSource: 'RecordVerb' })
    expect(callOf([...parent, ...message, ...ofChild('CA2', 'no-answer', { second: 20 })])?.status).toBe(
      'voicemail',
    )
  })

  it('are no call by themselves: it waits for what is said of its own leg', () => {
    expect(callsOf(ofChild('CA2', 'completed', { second: 20, CallDuration: 10 }))).toEqual({ calls: [] })
    expect(callsOf(recordingOf({}))).toEqual({ calls: [] })
  })

  it('stand for it where the API lists them and tells nothing of it', () => {
    const leg = {
      sid: 'CA2',
      parent_call_sid: parentSid,
      direction: 'outbound-dial',
      from: caller,
      to: dialled,
    }
    const ended = { ...leg, status: 'completed', start_time: at(0), end_time: at(40), duration: '40' }
    expect(callsOf([rowEvent({ ...leg, status: 'ringing', start_time: at(0) })])).toEqual({ calls: [] })
    const alone = callOf([rowEvent(ended)], { ownNumbers: [dialled] })
    expect(alone).toMatchObject({ externalCallId: parentSid, direction: 'inbound', trackingNumber: dialled })
    const whole = {
      ...ended,
      sid: parentSid,
      parent_call_sid: null,
      direction: 'inbound',
      to: '+18325550158',
    }
    expect(callOf([rowEvent(ended), rowEvent(whole)])).toMatchObject({
      externalCallId: parentSid,
      trackingNumber: '+18325550158',
      targetNumber: dialled,
    })
  })

  it('are what a softphone called', () => {
    const ended = ofParent('completed', 60, { CallDuration: '60', From: 'client:ada', To: '' })
    const child = ofChild('CA2', 'completed', { second: 60, CallDuration: 50, From: dialled })
    expect(callOf([...ended, ...child])).toMatchObject({
      direction: 'outbound',
      trackingNumber: dialled,
      targetNumber: '+12125550186',
      agent: 'ada',
      status: 'answered',
      answeredAt: iso(10),
    })
  })
})

describe('the direction', () => {
  it.each([
    ['outbound-api', 'outbound'],
    ['trunking-terminating', 'outbound'],
    ['trunking-originating', 'inbound'],
  ])('%s is %s', (Direction, direction) => {
    const call = callOf(ofParent('completed', 60, { Direction, CallDuration: '10' }))
    expect(call).toMatchObject({
      direction,
      trackingNumber: direction === 'inbound' ? dialled : caller,
      callerNumber: caller,
    })
    expect(call?.targetNumber).toBe(direction === 'inbound' ? undefined : dialled)
  })

  it('follows from the own numbers where it is not said, else a sentence says what is missing', () => {
    const events = ofParent('completed', 60, { Direction: '', CallDuration: '10' })
    expect(callOf(events, { ownNumbers: ['+1832*'] })?.direction).toBe('inbound')
    expect(callOf(events, { ownNumbers: [caller] })?.direction).toBe('outbound')
    for (const ownNumbers of [[], [caller, dialled]])
      expect(callsOf(events, { ownNumbers })).toEqual({
        calls: [],
        problem: `The call does not say its direction, and of ${caller} and ${dialled} not exactly one is a number of this source. Enter the source’s own numbers.`,
      })
  })

  it('of a call to a machine is outbound, and the machine no person', () => {
    const events = ofParent('completed', 60, {
      Direction: 'outbound-api',
      CallDuration: '10',
      AnsweredBy: 'machine_end_beep',
    })
    expect(callOf(events)).toMatchObject({ status: 'voicemail', answeredBy: 'machine' })
  })
})

describe('recordings', () => {
  const ended = ofParent('completed', 60, { CallDuration: '55' })

  it('are asked for at the account, wherever a call-back says that they are', () => {
    expect(callOf([...ended, ...recordingOf({ RecordingChannels: '2' })])?.recordingUrl).toBe(
      `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Recordings/RE00000000000000000000000000000001.wav?RequestedChannels=2`,
    )
  })

  it('are those of a region where the account is there', () => {
    const settings = { accountSid, region: 'api.dublin.ie1.twilio.com' }
    expect(callOf([...ended, ...recordingOf({})], { settings })?.recordingUrl).toMatch(
      /^https:\/\/api\.dublin\./,
    )
  })

  it('are all fetched: the call comes once for each', () => {
    const more = recordingOf({ RecordingSid: 'RE2' })
    const calls = callsOf([...ended, ...recordingOf({}), ...more])?.calls ?? []
    expect(calls.map(({ externalCallId }) => externalCallId)).toEqual([parentSid, parentSid])
    expect(new Set(calls.map(({ recordingUrl }) => recordingUrl)).size).toBe(2)
  })

  it.each(['in-progress', 'absent', 'failed'])('that are %s are not fetched', (RecordingStatus) => {
    expect(callOf([...ended, ...recordingOf({ RecordingStatus })])?.recordingUrl).toBeUndefined()
  })

  it('that were deleted, or whose id is a path, are not fetched', () => {
    const deleted = rowEvent({
      sid: 'RE00000000000000000000000000000001',
      call_sid: parentSid,
      status: 'deleted',
    })
    expect(callOf([...ended, deleted, ...recordingOf({})])?.recordingUrl).toBeUndefined()
    expect(callOf([...ended, ...recordingOf({ RecordingSid: '../../x' })])?.recordingUrl).toBeUndefined()
  })
})

describe('rows of the API', () => {
  const row = {
    sid: parentSid,
    account_sid: accountSid,
    parent_call_sid: null,
    status: 'completed',
    direction: 'inbound',
    from: caller,
    to: dialled,
    start_time: at(70),
    end_time: at(73),
    duration: '3',
    price: '-0.00850',
    price_unit: 'USD',
    caller_name: null,
    forwarded_from: null,
  }

  it('say the same of a call as its last call-back, and what it cost', () => {
    const ofCallback = callOf(ofParent('completed', 73, { CallDuration: '3' }))
    expect(callOf([rowEvent(row)])).toEqual({ ...ofCallback, cost: '0.0085', currency: 'USD' })
  })

  it('say what a call cost with its legs, in one currency', () => {
    const child = { ...row, sid: 'CA2', parent_call_sid: parentSid, price: '-0.014' }
    expect(callOf([rowEvent(row), rowEvent(child)])).toMatchObject({ cost: '0.0225', currency: 'USD' })
    expect(callOf([rowEvent(row), rowEvent({ ...child, price_unit: 'EUR' })])?.cost).toBeUndefined()
    expect(callOf([rowEvent({ ...row, price: null })])?.cost).toBeUndefined()
  })
})

const samples = samplesIn('twilio/')

samples.describe('published samples', () => {
  it('a captured call-back is one inbound call of three seconds', () => {
    const form = samples.read('status_callback_inbound_completed.form.txt').toString().trim()
    const request = formRequest(form)
    const events = twilio.webhook?.events(request, source) ?? []
    expect(callsOf(events)?.calls).toEqual([
      {
        externalCallId: 'CA64fac4428a7204d429686bd8219a284b',
        direction: 'inbound',
        status: 'answered',
        trackingNumber: '+18325550157',
        callerNumber: '+17345550110',
        startedAt: '2023-11-07T01:01:10.000Z',
        answeredAt: '2023-11-07T01:01:10.000Z',
        endedAt: '2023-11-07T01:01:13.000Z',
        city: 'WAYNE',
        state: 'MI',
        zipcode: '48185',
        country: 'US',
        routeTrace: [],
      },
    ])
  })
})
