import type { CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import { msOfInstant } from '../event-text.ts'
import { callsOfParts, partsOf } from '../legs/calls-of-legs.ts'
import type { Leg } from '../legs/legs.ts'
import type { LegReport, LegStatus, RecordingReport, Report } from '../legs/leg-reports.ts'
import { TelnyxEvent } from './telnyx-events.ts'

/** The call of a session: the leg that came in, or the first that went out, with the legs that it was connected to. */
export function callsOfTelnyx(events: readonly SourceEvent[], source: SourceContext): CallsOfEvents {
  const [{ callKey } = { callKey: '' }] = events
  const reports = events.flatMap(reportsOf)
  const parts = partsOf(callKey, reports, firstLeg)
  return parts === undefined ? { calls: [] } : callsOfParts(parts, source, ({ url }) => url)
}

function firstLeg(legs: readonly Leg[]): Leg | undefined {
  return legs.find(({ direction }) => direction === 'inbound') ?? legs[0]
}

function reportsOf({ body }: SourceEvent): Report[] {
  const { data } = TelnyxEvent.safeParse(body)
  if (data === undefined) return []
  return [data.data.event_type === 'call.recording.saved' ? recordingOf(data) : legOf(data)]
}

const statusOfType: Partial<Record<string, LegStatus>> = {
  'call.initiated': 'initiated',
  'call.answered': 'in-progress',
}

const statusOfCause: Partial<Record<string, LegStatus>> = {
  normal_clearing: 'completed',
  time_limit: 'completed',
  originator_cancel: 'canceled',
  user_busy: 'busy',
  no_answer: 'no-answer',
  timeout: 'no-answer',
  call_rejected: 'failed',
  not_found: 'failed',
}

const directionWords: Partial<Record<string, string>> = { incoming: 'inbound', outgoing: 'outbound-api' }

function legOf({ data: { id, event_type: type, occurred_at: occurredAt, payload } }: TelnyxEvent): LegReport {
  const isHangup = type === 'call.hangup'
  const cause = textOf(payload.hangup_cause)
  const { caller_id_name: name, hangup_source: hangupBy } = payload
  return {
    kind: 'leg',
    eventKey: id,
    sid: textOf(payload.call_leg_id) ?? payload.call_session_id,
    isRow: false,
    status: isHangup ? (statusOfCause[cause ?? ''] ?? 'completed') : statusOfType[type],
    word: isHangup ? cause : undefined,
    // A call ends so only after it was accepted: before that it is cancelled, refused or not answered.
    isAnswered: isHangup && cause === 'normal_clearing' && String(payload.sip_hangup_cause) === '200',
    atMs: msOfInstant(textOf(occurredAt)),
    startedMs: msOfInstant(textOf(payload.start_time)),
    endedMs: isHangup ? msOfInstant(textOf(payload.end_time)) : undefined,
    direction: directionWords[payload.direction ?? ''],
    from: textOf(payload.from),
    to: textOf(payload.to),
    callerName: name === payload.from ? undefined : textOf(name),
    answeredBy: type === 'call.machine.detection.ended' ? resultOf(payload.result) : undefined,
    hangupBy: hangupBy === 'caller' || hangupBy === 'callee' ? hangupBy : undefined,
    hangupCause: isHangup ? cause : undefined,
    codec: textOf(payload.codec),
    mos: mosOf(payload),
  }
}

/** As the caller’s sound arrived. */
function mosOf({ call_quality_stats: stats }: TelnyxEvent['data']['payload']): number | undefined {
  const mos = Number(stats?.inbound?.mos ?? Number.NaN)
  return mos >= 0 && mos <= 5 ? mos : undefined
}

/** `human`, `human_residence`, `machine`, `silence`, `not_sure`. */
function resultOf(result: string | null | undefined): string | undefined {
  if (result?.startsWith('human') === true) return 'human'
  return result === 'machine' ? 'machine' : undefined
}

function recordingOf({ data: { id, payload } }: TelnyxEvent): RecordingReport {
  const urls = payload.recording_urls
  const publicUrls = payload.public_recording_urls
  const startedMs = msOfInstant(textOf(payload.recording_started_at))
  const endedMs = msOfInstant(textOf(payload.recording_ended_at))
  return {
    kind: 'recording',
    eventKey: id,
    sid: textOf(payload.recording_id) ?? id,
    status: 'completed',
    seconds: startedMs === undefined || endedMs === undefined ? undefined : (endedMs - startedMs) / 1000,
    startedMs,
    isMessage: false,
    hasTwoChannels: payload.channels === 'dual',
    url: textOf(urls?.wav) ?? textOf(urls?.mp3) ?? textOf(publicUrls?.wav) ?? textOf(publicUrls?.mp3),
  }
}

function textOf(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? ''
  return text === '' ? undefined : text
}
