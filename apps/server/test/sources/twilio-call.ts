import { CallInput } from '@callboard/contract/calls'
import { z } from 'zod'
import type { SourceContext, SourceEvent } from '#server/features/sources/adapter.ts'
import { isPartEvent } from '#server/features/sources/event-text.ts'
import { twilio } from '#server/features/sources/twilio/twilio.ts'
import { sourceContext } from './source-context.ts'
import { accountSid, callbackEvents } from './twilio-callbacks.ts'

export const twilioSource = sourceContext({ settings: { accountSid } })

/** What the adapter makes of the events; each call keeps to the contract. */
export function callsOf(events: readonly SourceEvent[], given: Partial<SourceContext> = {}) {
  // That a leg is a part of the call is said under the leg’s own key.
  const said = events.filter((event) => !isPartEvent(event))
  const found = twilio.callsOf?.(said, { ...twilioSource, ...given })
  for (const call of found?.calls ?? []) CallInput.parse(call)
  return found
}

export const callOf = (events: readonly SourceEvent[], given: Partial<SourceContext> = {}) =>
  callsOf(events, given)?.calls[0]

export const parentSid = 'CA00000000000000000000000000000001'
export const caller = '+17345550110'
export const dialled = '+18325550157'

/** Says something of the call itself, so many seconds after one o’clock. */
export const ofParent = (CallStatus: string, second: number, more: Record<string, string> = {}) =>
  callbackEvents({
    CallSid: parentSid,
    CallStatus,
    Direction: 'inbound',
    From: caller,
    To: dialled,
    Timestamp: at(second),
    CallbackSource: 'call-progress-events',
    ...more,
  })

export const ofChild = (
  sid: string,
  CallStatus: string,
  { second, ...more }: { second: number } & Record<string, string | number>,
) =>
  callbackEvents({
    CallSid: sid,
    ParentCallSid: parentSid,
    CallStatus,
    Direction: 'outbound-dial',
    From: caller,
    To: '+12125550186',
    Timestamp: at(second),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
  })

export const at = (second: number) =>
  new Date(Date.UTC(2026, 9, 7, 1, 0, second)).toUTCString().replace('GMT', '+0000')
export const iso = (second: number) => new Date(Date.UTC(2026, 9, 7, 1, 0, second)).toISOString()

export const rowEvent = (row: Record<string, unknown>): SourceEvent => ({
  callKey: z.string().parse(row['parent_call_sid'] ?? row['call_sid'] ?? row['sid']),
  eventKey: `${String(row['sid'])}:${String(row['status'])}`,
  body: row,
})

export const recordingOf = (fields: Record<string, string>) =>
  callbackEvents({
    CallSid: parentSid,
    RecordingSid: 'RE00000000000000000000000000000001',
    RecordingStatus: 'completed',
    RecordingUrl: 'https://elsewhere.example.com/RE1',
    RecordingDuration: '40',
    RecordingChannels: '1',
    ...fields,
  })
