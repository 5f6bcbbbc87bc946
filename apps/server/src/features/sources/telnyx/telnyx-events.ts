import { z } from 'zod'
import { parseJson } from '../../../lib/json.ts'
import { type SourceEvent, type WebhookRequest, WebhookUnreadable } from '../adapter.ts'

const Text = z.string().nullish()

const Addresses = z.object({ wav: Text, mp3: Text }).nullish()

/** What is read of an event; the rest of it is kept as well. */
export const TelnyxEvent = z.object({
  data: z.object({
    id: z.string().min(1).max(200),
    event_type: z.string(),
    occurred_at: Text,
    payload: z.object({
      call_session_id: z.string().min(1).max(200),
      call_leg_id: Text,
      direction: Text,
      from: Text,
      to: Text,
      caller_id_name: Text,
      start_time: Text,
      end_time: Text,
      hangup_cause: Text,
      hangup_source: Text,
      sip_hangup_cause: z.union([z.string(), z.number()]).nullish(),
      codec: Text,
      call_quality_stats: z
        .object({ inbound: z.object({ mos: z.union([z.string(), z.number()]).nullish() }).nullish() })
        .nullish(),
      result: Text,
      recording_id: Text,
      recording_started_at: Text,
      recording_ended_at: Text,
      channels: Text,
      recording_urls: Addresses,
      public_recording_urls: Addresses,
    }),
  }),
})
export type TelnyxEvent = z.infer<typeof TelnyxEvent>

/** Those that say something of a call that is kept; what the application speaks, plays or gathers does not. */
const keptTypes = new Set([
  'call.initiated',
  'call.answered',
  'call.bridged',
  'call.hangup',
  'call.machine.detection.ended',
  'call.recording.saved',
])

const Any = z.object({ data: z.object({ event_type: z.string() }) })

/** Throws `WebhookUnreadable`. */
export function eventsOfTelnyx({ body }: Pick<WebhookRequest, 'body'>): SourceEvent[] {
  const json = jsonOf(body)
  const any = Any.safeParse(json)
  if (!any.success) throw new WebhookUnreadable('The body is no event of Telnyx (data.event_type).')
  if (!keptTypes.has(any.data.data.event_type)) return []
  const { data } = TelnyxEvent.safeParse(json)
  if (data === undefined)
    throw new WebhookUnreadable('The event does not say which call it is about (call_session_id).')
  const { id, payload } = data.data
  return [{ callKey: payload.call_session_id, eventKey: id, body: json }]
}

function jsonOf(body: Buffer): unknown {
  try {
    return parseJson(body.toString())
  } catch (cause) {
    throw new WebhookUnreadable('The body is not JSON.', { cause })
  }
}
