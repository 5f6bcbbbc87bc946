import { generateKeyPairSync, sign } from 'node:crypto'
import { CallInput } from '@callboard/contract/calls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { times } from '#test/soak.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import { type SourceContext, type SourceEvent, WebhookRefused, type WebhookRequest } from '../adapter.ts'
import { telnyx } from './telnyx.ts'
import { texml } from './texml.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const settings = {
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
}
const source = sourceContext({ settings })

const session = 'b0e6141e-0000-11f0-abac-000000000001'
const leg = 'b0e6224c-0000-11f0-afbb-000000000002'
const started = '2026-11-23T03:30:00.076316Z'

/** An event as it is posted; its id is its type unless another leg or payload makes it another one. */
const eventBody = (
  type: string,
  at: string,
  payload: Readonly<Record<string, unknown>> & { call_leg_id?: string } = {},
) => ({
  data: {
    record_type: 'event',
    event_type: type,
    id: `${type}-${JSON.stringify(payload).length}-${payload.call_leg_id ?? leg}`,
    occurred_at: at,
    payload: {
      call_control_id: 'v3:x',
      call_leg_id: leg,
      call_session_id: session,
      client_state: null,
      from: '+18125550101',
      to: '+13055550102',
      start_time: started,
      ...payload,
    },
  },
  meta: { attempt: 1 },
})

const eventsOf = (body: unknown): readonly SourceEvent[] =>
  telnyx.webhook?.events(requestOf(JSON.stringify(body)), source) ?? []

const event = (...given: Parameters<typeof eventBody>) => eventsOf(eventBody(...given))

function requestOf(
  body: string,
  given: Partial<WebhookRequest> = {},
  timestamp = Math.floor(Date.now() / 1000),
): WebhookRequest {
  return {
    url: 'https://calls.example.com/api/in/1',
    headers: {
      'telnyx-timestamp': String(timestamp),
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString(
        'base64',
      ),
    },
    contentType: 'application/json',
    body: Buffer.from(body),
    about: 'call',
    ...given,
  }
}

function callsOf(events: readonly SourceEvent[], given: Partial<SourceContext> = {}) {
  const found = telnyx.callsOf?.(events, { ...source, ...given })
  for (const call of found?.calls ?? []) CallInput.parse(call)
  return found
}

const initiated = event('call.initiated', started, {
  direction: 'incoming',
  state: 'parked',
  caller_id_name: 'ADA B',
})
const answered = event('call.answered', '2026-11-23T03:30:00.996306Z', { codec: 'PCMU' })
const hangup = event('call.hangup', '2026-11-23T03:30:30.816307Z', {
  end_time: '2026-11-23T03:30:30.816307Z',
  hangup_cause: 'normal_clearing',
  hangup_source: 'caller',
  sip_hangup_cause: '200',
  call_quality_stats: { inbound: { mos: '4.50' } },
})
const recorded = event('call.recording.saved', '2026-11-23T03:30:40.000000Z', {
  recording_id: '10cd86ac-0000-4765-b203-000000000003',
  channels: 'dual',
  recording_started_at: '2026-11-23T03:30:01.000000Z',
  recording_ended_at: '2026-11-23T03:30:30.000000Z',
  recording_urls: { wav: 'https://s3.amazonaws.com/telephony-recorder-prod/1/2.wav?X-Amz-Expires=600' },
})

describe('the events of a session', () => {
  it('are one call', () => {
    const spoken = event('call.speak.started', '2026-11-23T03:30:02.000000Z', { speak_id: 'x' })
    expect(spoken).toEqual([])
    expect(callsOf([...initiated, ...answered, ...hangup, ...recorded])?.calls).toEqual([
      {
        externalCallId: session,
        direction: 'inbound',
        status: 'answered',
        callerNumber: '+18125550101',
        callerName: 'ADA B',
        trackingNumber: '+13055550102',
        startedAt: '2026-11-23T03:30:00.076Z',
        answeredAt: '2026-11-23T03:30:00.996Z',
        endedAt: '2026-11-23T03:30:30.816Z',
        hangupBy: 'caller',
        hangupCause: 'normal_clearing',
        codec: 'PCMU',
        mos: 4.5,
        recordingUrl: 'https://s3.amazonaws.com/telephony-recorder-prod/1/2.wav?X-Amz-Expires=600',
        routeTrace: [],
      },
    ])
  })

  it('are in progress before the hangup', () => {
    expect(callsOf([...answered, ...initiated])?.calls).toMatchObject([{ status: 'in-progress' }])
  })

  it('make a leg that went out of it the one that was answered', () => {
    const other = {
      call_leg_id: 'b0e6224c-0000-11f0-afbb-000000000009',
      to: '+12125550186',
      from: '+18125550101',
    }
    const second = [
      ...event('call.initiated', '2026-11-23T03:30:05.000000Z', {
        ...other,
        direction: 'outgoing',
        start_time: '2026-11-23T03:30:05.000000Z',
      }),
      ...event('call.answered', '2026-11-23T03:30:12.000000Z', {
        ...other,
        start_time: '2026-11-23T03:30:05.000000Z',
      }),
    ]
    expect(callsOf([...second, ...hangup, ...answered, ...initiated])?.calls).toMatchObject([
      {
        direction: 'inbound',
        status: 'answered',
        answeredAt: '2026-11-23T03:30:12.000Z',
        targetNumber: '+12125550186',
        routeTrace: [{ at: '2026-11-23T03:30:05.000Z', step: 'answered' }],
      },
    ])
  })

  it.each([
    ['user_busy', 'busy'],
    ['call_rejected', 'failed'],
    ['not_found', 'failed'],
    ['originator_cancel', undefined],
    ['no_answer', undefined],
    ['timeout', undefined],
    ['normal_clearing', undefined],
    ['a new word', undefined],
  ])('that end with %s make it %s', (hangup_cause, status) => {
    const end = event('call.hangup', '2026-11-23T03:30:30.816307Z', { hangup_cause, sip_hangup_cause: 487 })
    const [call] = callsOf([...initiated, ...end])?.calls ?? []
    expect(call).toMatchObject({ endedAt: '2026-11-23T03:30:30.816Z', hangupCause: hangup_cause })
    expect(call?.status).toBe(status)
    expect(call?.answeredAt).toBeUndefined()
  })

  it('end in the same call in every order, however often they come', { tags: ['soak'] }, () => {
    const all = [...initiated, ...answered, ...hangup, ...recorded]
    const expected = callsOf(all)
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom(...all), { maxLength: 20 })
          .chain((more) => fc.shuffledSubarray([...all, ...more], { minLength: all.length + more.length })),
        (events) => {
          expect(callsOf(events)).toEqual(expected)
        },
      ),
      { numRuns: times(100, 10_000) },
    )
  })
})

describe('a hangup alone', () => {
  it('says neither the direction nor when somebody answered: the own numbers decide which way it went', () => {
    expect(callsOf(hangup)?.calls).toEqual([])
    expect(callsOf(hangup)?.problem).toMatch(/does not say its direction/)
    const [call] = callsOf(hangup, { ownNumbers: ['+1305*'] })?.calls ?? []
    expect(call).toMatchObject({
      direction: 'inbound',
      startedAt: '2026-11-23T03:30:00.076Z',
      endedAt: '2026-11-23T03:30:30.816Z',
      hangupBy: 'caller',
    })
    expect(call?.answeredAt).toBeUndefined()
  })
})

describe('signatures', () => {
  const body = JSON.stringify(eventBody('call.initiated', started))
  const verify = (request: WebhookRequest, given = source) => telnyx.webhook?.verify(request, given, {})
  const now = Math.floor(Date.now() / 1000)

  it('are Ed25519 over the time and the body', () => {
    expect(() => verify(requestOf(body))).not.toThrow()
    expect(() => verify(requestOf(body, {}, now - 800))).not.toThrow()
  })

  it.each([
    ['an old one', requestOf(body, {}, now - 1000)],
    ['one of the future', requestOf(body, {}, now + 1000)],
    ['another body', requestOf(body, { body: Buffer.from(body.replace('+1812', '+1813')) })],
    [
      'another time',
      requestOf(body, { headers: { ...requestOf(body).headers, 'telnyx-timestamp': String(now - 1) } }),
    ],
    ['none', requestOf(body, { headers: {} })],
    [
      'a cut one',
      requestOf(body, { headers: { 'telnyx-timestamp': String(now), 'telnyx-signature-ed25519': 'AAAA' } }),
    ],
  ])('refuse %s', (_, request) => {
    expect(() => verify(request)).toThrow(WebhookRefused)
  })

  it.each(['', 'AAAA', 'no key at all'])('refuse all while the public key is %j', (key) => {
    expect(() => verify(requestOf(body), sourceContext({ settings: { publicKey: key } }))).toThrow(
      'No public key',
    )
  })
})

describe('bodies', () => {
  it.each([
    ['no JSON', '{', 'The body is not JSON.'],
    ['no event', '{"hello":1}', 'The body is no event of Telnyx (data.event_type).'],
    [
      'an event of no call',
      JSON.stringify({ data: { id: '1', event_type: 'call.hangup', payload: {} } }),
      /call_session_id/,
    ],
  ])('that are %s are unreadable', (_, body, words) => {
    expect(() => telnyx.webhook?.events(requestOf(body), source)).toThrow(words)
  })

  it('about messages are nothing that is kept', () => {
    expect(eventsOf({ data: { event_type: 'message.received', id: '1', payload: {} } })).toEqual([])
  })
})

describe('recordings', () => {
  const rules = (url: string) => telnyx.recordings?.rules(new URL(url), source, {})

  it('are fetched from the provider’s own hosts, without a key', () => {
    expect(rules('https://s3.amazonaws.com/telephony-recorder-prod/1/2.wav')).toEqual({
      hosts: ['s3.amazonaws.com'],
      keys: new Map(),
    })
    expect(rules('https://api.telnyx.com/v2/recordings/1')).toMatchObject({ keys: new Map() })
  })

  it.each([
    'https://s3.amazonaws.com/another-bucket/2.wav',
    'http://s3.amazonaws.com/telephony-recorder-prod/1/2.wav',
    'https://telnyx.com.evil.example.com/2.wav',
    'https://eviltelnyx.com/2.wav',
  ])('are not fetched from %s', (url) => {
    expect(rules(url)).toBeUndefined()
  })
})

describe('TeXML', () => {
  const form = new URLSearchParams({
    AccountSid: 'f5586561-0000-4291-a51b-000000000001',
    CallSid: 'v3:abc',
    CallStatus: 'completed',
    CallInitiatedAt: '2026-11-23T03:30:00.000Z',
    AnsweredTime: '2026-11-23T03:30:10.000Z',
    EndTime: '2026-11-23T03:31:00.000Z',
    Timestamp: '2026-11-23T03:31:01.000Z',
    CallDuration: '50',
    From: '+18125550101',
    To: '+13055550102',
    HangupCause: 'normal_clearing',
    HangupSource: 'callee',
    CallQualityStats: '{"mos":4.2,"jitter":10}',
    ShakenStirAttestation: 'B',
    Codec: 'PCMU',
  }).toString()
  const request = requestOf(form, { contentType: 'application/x-www-form-urlencoded' })

  it('is signed as Telnyx signs, in the words of Twilio', () => {
    expect(() => texml.webhook?.verify(request, source, {})).not.toThrow()
    const events = texml.webhook?.events(request, source) ?? []
    const ownNumbers = ['+13055550102']
    expect(texml.callsOf?.(events, { ...source, ownNumbers }).calls).toEqual([
      {
        externalCallId: 'v3:abc',
        direction: 'inbound',
        status: 'answered',
        callerNumber: '+18125550101',
        trackingNumber: '+13055550102',
        startedAt: '2026-11-23T03:30:00.000Z',
        answeredAt: '2026-11-23T03:30:10.000Z',
        endedAt: '2026-11-23T03:31:00.000Z',
        hangupBy: 'callee',
        hangupCause: 'normal_clearing',
        mos: 4.2,
        codec: 'PCMU',
        stirVerdict: 'B',
        routeTrace: [],
      },
    ])
    expect(texml.callsOf?.(events, source).problem).toMatch(/does not say its direction/)
  })
})

const samples = samplesIn('telnyx/')

samples.describe('published samples', () => {
  const sample = (name: string) => samples.read(name).toString()
  const call = {
    externalCallId: 'b0e6141e-c81c-11f0-abac-02420aef93a0',
    direction: 'inbound',
    status: 'answered',
    callerNumber: '+18124040101',
    trackingNumber: '+13057860102',
    startedAt: '2025-11-23T03:30:00.076Z',
    answeredAt: '2025-11-23T03:30:00.996Z',
    endedAt: '2025-11-23T03:30:30.816Z',
    hangupBy: 'caller',
    hangupCause: 'normal_clearing',
    codec: 'PCMU',
    mos: 4.5,
    routeTrace: [],
  }

  it('five events are one inbound call that the caller ended', () => {
    const lines = sample('telnyx_events.ndjson').trim().split('\n')
    expect(lines).toHaveLength(5)
    const events = lines.flatMap((line) => telnyx.webhook?.events(requestOf(line), source) ?? [])
    expect(callsOf(events)).toEqual({ calls: [call] })
    expect(callsOf(events.toReversed())).toEqual({ calls: [call] })
  })

  it('so are those of the log', () => {
    const bodies = sample('telnyx_webhook_log.txt').matchAll(/^Full payload: (\{[\s\S]*?^\})/gm)
    const events = [...bodies].flatMap(
      ([, body = '']) => telnyx.webhook?.events(requestOf(body), source) ?? [],
    )
    expect(callsOf(events)).toEqual({ calls: [call] })
  })

  it('from the hangup alone, no answer and no direction are known', () => {
    const events = telnyx.webhook?.events(requestOf(sample('telnyx_call_hangup.json')), source) ?? []
    expect(callsOf(events)?.problem).toMatch(/does not say its direction/)
    const [found] = callsOf(events, { ownNumbers: ['+13057860102'] })?.calls ?? []
    expect(found).toMatchObject({ direction: 'inbound', endedAt: call.endedAt })
    expect(found?.answeredAt).toBeUndefined()
  })
})
