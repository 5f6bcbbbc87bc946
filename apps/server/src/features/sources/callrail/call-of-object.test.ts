import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { apiRow, postedCall } from '#test/sources/callrail-calls.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { SourceContext, SourceEvent } from '../adapter.ts'
import { eventOfRow, eventOfWebhook } from './call-object.ts'
import { callrail } from './callrail.ts'

function webhook(more: object = {}, at = '2026-03-10T15:02:00.000Z'): SourceEvent {
  const event = eventOfWebhook(postedCall(more), at)
  if (event === undefined) throw new Error('A webhook is about a call.')
  return event
}

/** After the end of the call, unless told otherwise: a time of its own in the body. */
function changed(changes: string[], more: object, timestamp = '2026-03-10T11:00:00-05:00'): SourceEvent {
  return webhook({ ...more, changes, timestamp })
}

function row(more: object, at: string): SourceEvent {
  const event = eventOfRow(apiRow(more), at)
  if (event === undefined) throw new Error('A row is a call.')
  return event
}

function callOf(events: readonly SourceEvent[], context: Partial<SourceContext> = {}) {
  const { calls, problem } = callrail.callsOf?.(events, sourceContext(context)) ?? { calls: [] }
  expect(problem).toBeUndefined()
  const [call] = calls
  expect(CallInput.safeParse(call).error).toBeUndefined()
  return call
}

describe('a call', () => {
  it('has a place for all that CallRail says of it', () => {
    const keypad_entries = [
      { name: 'Account', value: '1234' },
      { name: 'Menu', value: 2 },
    ]
    const ids = { fbclid: 'fb1', msclkid: 'ms1', keypad_entries }
    expect(
      callOf([
        webhook({ note: 'Leak', lead_status: 'good_lead', tags: ['urgent'], value: '$1,234.50', ...ids }),
      ]),
    ).toEqual({
      externalCallId: 'CAL09c8a75d189149a482e881a9590ac1ba',
      direction: 'inbound',
      status: 'answered',
      startedAt: '2026-03-10T15:00:00.236Z',
      duration: 75,
      talkDuration: 75,
      trackingNumber: '+18005550100',
      callerNumber: '+13125550142',
      callerName: 'Grace Hopper',
      targetNumber: '+13125550100',
      agent: 'ada@ripe.example',
      city: 'Evanston',
      state: 'IL',
      country: 'US',
      source: 'Google Ads',
      medium: 'cpc',
      campaign: 'Winter',
      keyword: 'burst pipe',
      landingPage: 'https://ripe.example/?gclid=abc',
      referrer: 'https://www.google.com/',
      gclid: 'abc',
      fbclid: 'fb1',
      msclkid: 'ms1',
      content: 'ad 2',
      device: 'mobile',
      keysDialled: '1234, 2',
      leadStatus: 'good_lead',
      tags: ['urgent'],
      value: '1234.50',
      note: 'Leak',
      firstTime: true,
      priorCalls: 0,
      routeTrace: [
        { at: '2026-03-10T15:00:00.236Z', step: 'received', detail: 'Tracking number: Website pool' },
      ],
    })
  })

  it('that went out has the customer as who was called', () => {
    const outbound = { direction: 'outbound', call_type: 'outbound', answered: 'false', duration: '0' }
    expect(callOf([webhook(outbound)])).toMatchObject({
      direction: 'outbound',
      callerNumber: '+13125550100',
      trackingNumber: '+18005550100',
      targetNumber: '+13125550142',
      status: undefined,
      talkDuration: undefined,
    })
    expect(callOf([webhook({ ...outbound, answered: 'true', duration: '9' })])).toMatchObject({
      status: 'answered',
      talkDuration: 9,
    })
  })

  it.each([
    ['voicemail', { answered: false, voicemail: true, call_type: 'voicemail' }],
    ['abandoned', { answered: false, call_type: 'abandoned' }],
    ['abandoned', { answered: false, call_type: 'abandonded' }],
    ['missed', { answered: false, call_type: 'missed' }],
    ['in-progress', { answered: null, call_type: 'in_progress', duration: '' }],
    ['in-progress', { answered: null, call_type: '', duration: undefined }],
    [undefined, { answered: false, call_type: '' }],
  ])('is %s', (status, said) => {
    expect(callOf([webhook(said)])?.status).toBe(status)
  })

  it('is what somebody has said that CallRail’s word for it means', () => {
    const statusWords = [{ word: 'Missed', status: 'abandoned' }] as const
    expect(callOf([webhook({ answered: false, call_type: 'missed' })], { statusWords })?.status).toBe(
      'abandoned',
    )
  })

  it.each([
    ['$1,234.50', '1234.50', undefined],
    ['£80', '80', 'GBP'],
    ['€1,000', '1000', 'EUR'],
    [120, '120', undefined],
    ['--', undefined, undefined],
    ['a lot', undefined, undefined],
    ['1,2', undefined, undefined],
  ])('of the value %s is worth %s', (value, worth, currency) => {
    const call = callOf([webhook({ value })])
    expect([call?.value, call?.currency]).toEqual([worth, currency])
  })

  it('has the attribution of links where CallRail itself knows less, and none that is unknown', () => {
    expect(callOf([webhook({ source: '', formatted_tracking_source: '', keywords: '' })])).toMatchObject({
      source: 'google',
      keyword: 'pipe',
    })
    expect(callOf([webhook({ source: 'Unknown Source' })])?.source).toBeUndefined()
  })

  it('has the recording whose address holds its own key, and else that of the API', () => {
    const address = 'https://app.callrail.com/calls/CAL1/recording/redirect?access_key=241sa242'
    const listed = 'https://api.callrail.com/v3/a/227799611/calls/CAL1/recording.json'
    const events = [
      webhook({ recording_redirect: address }),
      row({ recording: listed }, '2026-03-11T00:00:00.000Z'),
    ]
    expect(callOf(events)?.recordingUrl).toBe(address)
    expect(callOf([webhook({ recording: address })])?.recordingUrl).toBe(address)
    expect(callOf(events.slice(1))?.recordingUrl).toBe(listed)
    const elsewhere = row(
      { recording: 'https://elsewhere.example.com/sound.wav' },
      '2026-03-11T00:00:00.000Z',
    )
    expect(callOf([elsewhere])?.recordingUrl).toBeUndefined()
  })

  it('is known by a number where CallRail has not said its other id', () => {
    expect(callOf([webhook({ resource_id: undefined })])?.externalCallId).toBe('766970532')
  })

  it('of which too little is said is told in a sentence', () => {
    const problemOf = (more: object) => callrail.callsOf?.([webhook(more)], sourceContext()).problem
    expect(problemOf({ start_time: 'yesterday' })).toBe('CallRail does not say when the call began.')
    expect(problemOf({ tracking_phone_number: '' })).toBe('CallRail does not say which number was called.')
  })
})

describe('what is kept of an event', () => {
  it('is without the words of the conversation, and without what may be a card that somebody keyed in', () => {
    const { body } = webhook({ keypad_entries: [{ name: 'Card', value: '4111111111111111' }] })
    expect(JSON.stringify(body)).not.toContain('4111')
    expect(body).toMatchObject({ call: { keypad_entries: [{ value: 'hidden' }] } })
  })
})

describe('an event about a change', () => {
  it('changes what it names, and nothing else', () => {
    const note = changed(['note'], { note: 'Called back', tags: ['stale'], customer_name: 'Stale' })
    expect(callOf([webhook({ tags: ['urgent'] }), note])).toMatchObject({
      note: 'Called back',
      tags: ['urgent'],
      callerName: 'Grace Hopper',
    })
  })

  it('never undoes a newer one, in whichever order they come', () => {
    const events = [
      webhook(),
      changed(['note'], { note: 'first' }, '2026-03-10T11:00:00-05:00'),
      changed(['note', 'tags'], { note: 'second', tags: ['a'] }, '2026-03-10T12:00:00-05:00'),
      changed(['tags'], { note: 'stale', tags: [] }, '2026-03-10T13:00:00-05:00'),
    ]
    for (const order of [events, events.toReversed()])
      expect(callOf(order)).toMatchObject({ note: 'second', tags: [] })
  })

  it('is of when it came where its time is that of the call', () => {
    const timestamp = postedCall().start_time
    const at = (minute: string, tags: string[]) =>
      webhook({ changes: ['tags'], timestamp, tags }, `2026-03-10T16:${minute}:00.000Z`)
    const events = [webhook(), at('00', ['a']), at('05', []), at('10', ['a'])]
    expect(new Set(events.map(({ eventKey }) => eventKey)).size).toBe(4)
    expect(callOf(events.toReversed())?.tags).toEqual(['a'])
    expect(callOf(events.slice(0, 3))?.tags).toEqual([])
  })

  it('gives way to what the API said since, and not to what it said before', () => {
    const note = changed(['note'], { note: 'from CallRail' }, '2026-03-10T11:00:00-05:00')
    const older = row({ note: 'before' }, '2026-03-10T15:30:00.000Z')
    const newer = row({ note: null }, '2026-03-10T17:00:00.000Z')
    expect(callOf([webhook(), older, note])?.note).toBe('from CallRail')
    expect(callOf([webhook(), older, note, newer])?.note).toBeUndefined()
  })

  it('tells of the whole call when nothing else came', () => {
    expect(callOf([changed(['note'], { note: 'Called back' })])).toMatchObject({
      note: 'Called back',
      status: 'answered',
      duration: 75,
    })
    const begun = webhook({ duration: '', answered: '', call_type: 'in_progress' })
    expect(callOf([begun, changed(['note'], { note: 'x' })])).toMatchObject({ status: 'answered', note: 'x' })
  })

  it.each([
    ['value', { value: '$90' }, { value: '90' }],
    ['tag', { tags: ['a'] }, { tags: ['a'] }],
    ['manual_score', { lead_status: 'not_a_lead' }, { leadStatus: 'not_a_lead' }],
    ['spam', { spam: true }, { tags: ['spam'] }],
    [
      'recording_duration',
      { recording_redirect: 'https://app.callrail.com/x/redirect?access_key=1' },
      { recordingUrl: 'https://app.callrail.com/x/redirect?access_key=1' },
    ],
  ])('may be about %s', (name, said, expected) => {
    expect(callOf([webhook(), changed([name], said)])).toMatchObject(expected)
  })
})
