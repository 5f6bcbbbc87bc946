import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '#test/soak.ts'
import {
  at,
  caller,
  callOf,
  callsOf,
  dialled,
  ofChild,
  ofParent,
  parentSid,
  recordingOf,
  rowEvent,
} from '#test/sources/twilio-call.ts'

describe('whatever the order', () => {
  const everything = [
    ...ofParent('initiated', 0),
    ...ofParent('ringing', 1, { FromCity: 'WAYNE', FromState: 'MI' }),
    ...ofParent('in-progress', 4),
    ...ofParent('completed', 94, { CallDuration: '90', CallerName: 'ADA B' }),
    // At the same time, with something else in it.
    ...ofParent('completed', 94, { CallDuration: '90', CallerName: 'A BYRON' }),
    ...ofParent('completed', 95, { CallDuration: '90' }),
    ...ofChild('CA2', 'ringing', { second: 6 }),
    ...ofChild('CA2', 'no-answer', { second: 20 }),
    ...ofChild('CA3', 'initiated', { second: 21 }),
    ...ofChild('CA3', 'in-progress', { second: 30, To: 'client:ada' }),
    ...ofChild('CA3', 'completed', { second: 94, CallDuration: 64 }),
    ...recordingOf({ RecordingStatus: 'in-progress', RecordingDuration: '' }),
    ...recordingOf({ RecordingSource: 'DialVerb' }),
    ...recordingOf({ RecordingSid: 'RE2', RecordingChannels: '2' }),
    rowEvent({
      sid: parentSid,
      status: 'in-progress',
      direction: 'inbound',
      from: caller,
      to: dialled,
      start_time: at(2),
    }),
    rowEvent({
      sid: parentSid,
      status: 'completed',
      direction: 'inbound',
      from: caller,
      to: dialled,
      start_time: at(2),
      end_time: at(93),
      duration: '91',
      price: '-0.01',
      price_unit: 'USD',
      date_updated: at(100),
    }),
    rowEvent({
      sid: 'CA3',
      parent_call_sid: parentSid,
      status: 'completed',
      direction: 'outbound-dial',
      from: caller,
      to: 'client:ada',
      start_time: at(30),
      end_time: at(94),
      duration: '64',
      price: null,
    }),
    rowEvent({
      sid: 'RE2',
      call_sid: parentSid,
      status: 'completed',
      channels: 2,
      duration: '12',
      source: 'DialVerb',
    }),
  ]

  it('and however often its events come, a call ends the same', { tags: ['soak'] }, () => {
    const subset = fc.subarray(everything, { minLength: 1 })
    const arrival = subset.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc
          .array(fc.constantFrom(...events), { maxLength: 30 })
          .map((more) => [...events, ...more])
          .chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
      ),
    )
    fc.assert(
      fc.property(arrival, ([events, arrived]) => {
        expect(callsOf(arrived)).toEqual(callsOf(events))
      }),
      { numRuns: times(200, 20_000) },
    )
  })

  it('its end is no earlier than its answer, and that no earlier than its start', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(fc.subarray(everything, { minLength: 1 }), (events) => {
        const call = callOf(events)
        if (call === undefined) return
        const startedAt = call.startedAt ?? ''
        const answeredAt = call.answeredAt ?? startedAt
        const endedAt = call.endedAt ?? answeredAt
        expect(startedAt <= answeredAt && answeredAt <= endedAt).toBe(true)
        expect(call.status === 'in-progress').toBe(call.endedAt === undefined)
      }),
      { numRuns: times(200, 5000) },
    )
  })
})
