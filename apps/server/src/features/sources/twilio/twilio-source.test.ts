import { randomUUID } from 'node:crypto'
import { listCallRecordings } from '@callboard/contract/recordings'
import type { Source } from '@callboard/contract/sources'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { soundFixture } from '#test/clients/recordings.ts'
import { putClockForward } from '#test/clock.ts'
import { assertCases } from '#test/soak.ts'
import { SourceClient } from '#test/clients/sources.ts'
import { accountSid, authToken, formOf, signForm } from '#test/sources/twilio-callbacks.ts'
import { TwilioApi } from '#test/sources/twilio-api.ts'

let client: SourceClient
let api: TwilioApi
let source: Source

beforeAll(async () => {
  client = await SourceClient.open({ allowedAddresses: ['127.0.0.1'] })
  api = await TwilioApi.start(accountSid)
  afterFile(() => api.close())
  source = await client.make({ kind: 'twilio', settings: { accountSid }, secrets: { authToken } })
})

const newSid = () => `CA${randomUUID().replaceAll('-', '')}`
const formType = 'application/x-www-form-urlencoded'
const hourMs = 3_600_000

const post = async (
  form: string,
  { to = source, type = formType, ...given }: { to?: Source; type?: string; signature?: string } = {},
) => {
  const { signature = signForm(client.addressOf(to), form) } = given
  return await client.post(to, {
    headers: { 'content-type': type, 'x-twilio-signature': signature },
    body: form,
  })
}

const mailDate = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000')

/** Of all calls: a fetch looks back for an hour, and the portal may have fetched before a test says what there is. */
const startMs = Math.floor(Date.now() / 1000) * 1000 - 600_000

/** Call-backs of a call that rang at one person, was answered by another and recorded. */
function callbacksOf(sid: string, child = newSid()): string[] {
  const at = (second: number) => ({ Timestamp: mailDate(startMs + second * 1000) })
  const parent = { CallSid: sid, Direction: 'inbound', From: '+17345550110', To: '+18325550157' }
  const leg = {
    CallSid: child,
    ParentCallSid: sid,
    Direction: 'outbound-dial',
    From: '+17345550110',
    To: '+12125550186',
  }
  const recording = {
    CallSid: sid,
    RecordingSid: `RE${sid.slice(2)}`,
    RecordingDuration: '60',
    RecordingChannels: '2',
  }
  return [
    {
      ...parent,
      CallStatus: 'ringing',
      ...at(0),
      StirVerstat: 'TN-Validation-Passed-A',
      ForwardedFrom: '+13125550142',
    },
    { ...parent, CallStatus: 'in-progress', ...at(2) },
    { ...leg, CallStatus: 'initiated', ...at(3) },
    { ...leg, CallStatus: 'in-progress', ...at(10) },
    { ...leg, CallStatus: 'completed', ...at(70), CallDuration: '60' },
    {
      ...parent,
      CallStatus: 'completed',
      ...at(70),
      CallDuration: '68',
      Duration: '2',
      FromCity: 'WAYNE',
      FromState: 'MI',
    },
    { ...recording, RecordingStatus: 'in-progress', RecordingDuration: '-1' },
    { ...recording, RecordingStatus: 'completed', RecordingSource: 'DialVerb' },
  ].map((fields) => formOf(fields))
}

async function recordingsOf(id: string) {
  const path = `/api/calls/${id}/recordings`
  return listCallRecordings.response.parse((await client.portal.admin.ask({ path })).json())
}

const rowOf = async (sid: string, of = source) =>
  (await client.storedCallsOf(of)).find((row) => row['external_call_id'] === sid)

/** What differs between calls of which the same was said. */
const ofOne = new Set([
  'id',
  'external_call_id',
  'content_hash',
  'version',
  'received_at',
  'seen_from',
  'seen_to',
  'first_time',
  'prior_calls',
  'sounds',
])

const said = (row: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofOne.has(name)))

describe('call-backs', () => {
  it('are one call, whose parts are of all that was said', async () => {
    const sid = newSid()
    for (const form of callbacksOf(sid)) expect((await post(form)).status).toBe(204)
    expect(await rowOf(sid)).toMatchObject({
      direction: 'inbound',
      status: 'answered',
      caller_number: '+17345550110',
      tracking_number: '+18325550157',
      target_number: '+12125550186',
      forwarded_from: '+13125550142',
      stir_verdict: 'A',
      city: 'Wayne',
      state: 'US-MI',
      duration: 70,
      talk_duration: 60,
      ring_duration: 10,
    })
  })

  it('are in progress while they are', async () => {
    const sid = newSid()
    const [ringing = '', ...rest] = callbacksOf(sid)
    await post(ringing)
    expect(await rowOf(sid)).toMatchObject({ status: 'in-progress' })
    for (const form of rest) await post(form)
    expect(await rowOf(sid)).toMatchObject({ status: 'answered' })
  })

  it('end in the same call in every order, however often they come', { tags: ['soak'] }, async () => {
    const order = fc
      .array(fc.integer({ min: 0, max: 7 }), { maxLength: 10 })
      .chain((more) => fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, ...more], { minLength: 8 + more.length }))
    const child = newSid()
    const inOrder = newSid()
    for (const form of callbacksOf(inOrder, child)) await post(form)
    const expected = said(await rowOf(inOrder))
    await assertCases(
      fc.asyncProperty(order, async (places) => {
        const sid = newSid()
        const forms = callbacksOf(sid, child)
        for (const place of places) expect((await post(forms[place] ?? '')).status).toBe(204)
        expect(said(await rowOf(sid))).toEqual(expected)
      }),
      { few: 6, many: 1000 },
    )
  })

  it('of other things, such as conferences, are taken and change nothing', async () => {
    const before = await client.keptEvents(source)
    const conference = {
      ConferenceSid: 'CF1',
      StatusCallbackEvent: 'conference-end',
      Timestamp: mailDate(Date.now()),
    }
    expect((await post(formOf(conference))).status).toBe(204)
    expect(await client.keptEvents(source)).toBe(before)
  })

  it('that are signed and say nothing of a call are kept in the quarantine', async () => {
    expect((await post(formOf({ CallStatus: 'completed' }))).status).toBe(204)
    expect((await client.activityOf(source)).problem?.message).toBe(
      'The call-back does not say which call it is about (CallSid).',
    )
  })
})

describe('what is refused, and not kept', () => {
  const late = () => mailDate(Date.now() - 25 * hourMs)
  const fields = (more: Record<string, string> = {}) =>
    formOf({
      CallSid: newSid(),
      CallStatus: 'completed',
      Timestamp: mailDate(Date.now()),
      CallDuration: '5',
      ...more,
    })

  it.each([
    [
      'a wrong signature',
      async () => await post(fields(), { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }),
      403,
    ],
    ['none', async () => await post(fields(), { signature: '' }), 403],
    [
      'what was changed',
      async () => await post(fields(), { signature: signForm(client.addressOf(source), fields()) }),
      403,
    ],
    [
      'what was signed for another address',
      async () => {
        const form = fields()
        return await post(form, { signature: signForm(`${client.addressOf(source)}/recording`, form) })
      },
      403,
    ],
    ['another account', async () => await post(fields({ AccountSid: accountSid.replace('1', '2') })), 403],
    ['what was sent too long ago', async () => await post(fields({ Timestamp: late() })), 403],
    ['another content type', async () => await post(fields(), { type: 'text/plain' }), 415],
    [
      'one that only other systems send',
      async () => await post(fields(), { type: 'application/x-www-form-base64-encoded' }),
      415,
    ],
    ['10 MB', async () => await post(fields({ Digits: '1'.repeat(10 << 20) })), 413],
  ])('%s', async (_, send, status) => {
    const before = await client.keptEvents(source)
    expect((await send()).status).toBe(status)
    expect(await client.keptEvents(source)).toBe(before)
  })

  it('is what somebody has recorded and sends again a day later', async () => {
    const form = fields()
    expect((await post(form)).status).toBe(204)
    putClockForward(25 * hourMs)
    expect((await post(form)).status).toBe(403)
  })
})

describe('fetching', () => {
  // Every minute the portal fetches what sources before have left there.
  beforeEach(() => {
    api.calls = []
    api.recordings = []
  })

  const day = () => new Date(Date.now() - 24 * hourMs).toISOString().slice(0, 10)

  /** A source whose API is the test’s own. */
  const addFetched = async (name: string) =>
    await client.make({
      kind: 'twilio-compatible',
      name,
      settings: { accountSid, apiUrl: `${api.root}/2010-04-01`, fetchSince: day() },
      secrets: { authToken },
    })

  const fetchNow = async (of: Source) => {
    expect((await client.fetchNow(of)).status).toBe(204)
  }

  const rowsOf = (sid: string) => {
    const endMs = startMs + 70_000
    return {
      sid,
      parent_call_sid: null,
      status: 'completed',
      direction: 'inbound',
      from: '+17345550110',
      to: '+18325550157',
      start_time: mailDate(endMs - 68_000),
      end_time: mailDate(endMs),
      duration: '68',
      price: '-0.0170',
      price_unit: 'USD',
    }
  }

  it('brings the calls that call-backs told of as the same calls, and then changes nothing', async () => {
    api.keys.set(accountSid, authToken)
    const fetched = await addFetched('Both ways')
    const sid = newSid()
    for (const form of callbacksOf(sid)) await post(form, { to: fetched })
    const before = await rowOf(sid, fetched)
    api.calls = [rowsOf(sid)]
    await fetchNow(fetched)
    await expect.poll(async () => (await rowOf(sid, fetched))?.['cost']).toBeTruthy()
    const after = await rowOf(sid, fetched)
    expect(after).toMatchObject({ id: before?.['id'], status: 'answered', talk_duration: 60, city: 'Wayne' })
    const events = await client.keptEvents(fetched)
    const asked = api.requests.length
    await fetchNow(fetched)
    await expect.poll(() => api.requests.length).toBeGreaterThan(asked + 1)
    await client.portal.runtime.callAssembler.settled()
    expect(await client.keptEvents(fetched)).toBe(events)
    expect(await client.storedCallsOf(fetched)).toHaveLength(1)
  })

  it('is asked once more where that was wanted while it was being asked', async () => {
    api.keys.set(accountSid, authToken)
    const fetched = await addFetched('Wanted meanwhile')
    const sid = newSid()
    let answerLast: (() => void) | undefined
    api.calls = []
    api.misbehaviour = ({ pathname, search }, response) => {
      const isLast = pathname.endsWith('/Recordings.json') && !search.includes('%3C')
      if (!isLast || answerLast !== undefined) return false
      answerLast = () => response.end(JSON.stringify({ recordings: [], next_page_uri: null }))
      return true
    }
    await fetchNow(fetched)
    await expect.poll(() => answerLast).toBeDefined()
    api.calls = [rowsOf(sid)]
    await fetchNow(fetched)
    answerLast?.()
    await expect.poll(async () => await rowOf(sid, fetched)).toBeDefined()
  })

  it('says at the source that the key was revoked, and goes on with another', async () => {
    const fetched = await addFetched('Revoked')
    const sid = newSid()
    api.calls = [rowsOf(sid)]
    api.keys.clear()
    await fetchNow(fetched)
    await expect
      .poll(async () => (await client.activityOf(fetched)).problem?.message)
      .toMatch(/does not accept the key of this source \(401\). It may have been revoked/)
    api.keys.set(accountSid, authToken)
    await fetchNow(fetched)
    await expect.poll(async () => await rowOf(sid, fetched)).toBeDefined()
    expect((await client.activityOf(fetched)).problem).toBeNull()
  })

  it('has recordings fetched with the key of the account, which no other address is told', async () => {
    api.keys.set(accountSid, authToken)
    const fetched = await addFetched('Recorded')
    const sid = newSid()
    const recordingSid = `RE${sid.slice(2)}`
    api.sounds.set(recordingSid, soundFixture('tones.wav'))
    api.requests.splice(0)
    for (const form of callbacksOf(sid)) await post(form, { to: fetched })
    const id = String((await rowOf(sid, fetched))?.['id'])
    await expect.poll(async () => (await recordingsOf(id)).items.length).toBe(1)
    const path = `/2010-04-01/Accounts/${accountSid}/Recordings/${recordingSid}.wav`
    const auth = `Basic ${btoa(`${accountSid}:${authToken}`)}`
    expect(api.requests.filter((request) => request.path === path)).toMatchObject([{ auth }])
  })

  it('finds the recording of a leg, whichever comes first', async () => {
    api.keys.set(accountSid, authToken)
    const fetched = await addFetched('Legs recorded')
    for (const isFirst of [true, false]) {
      const [sid, child] = [newSid(), newSid()]
      const ids = [sid, child].map((id) => `RE${id.slice(2)}`)
      const sounds = ['tones.wav', 'tones.mp3']
      for (const [at, id] of ids.entries()) api.sounds.set(id, soundFixture(sounds[at] ?? ''))
      const ofLeg = formOf({ CallSid: child, RecordingSid: ids[1] ?? '', RecordingStatus: 'completed' })
      const forms = isFirst ? [ofLeg, ...callbacksOf(sid, child)] : [...callbacksOf(sid, child), ofLeg]
      for (const form of forms) {
        expect((await post(form, { to: fetched })).status).toBe(204)
        await client.portal.runtime.callAssembler.settled()
      }
      const id = String((await rowOf(sid, fetched))?.['id'])
      await expect.poll(async () => (await recordingsOf(id)).items.length).toBe(2)
      expect((await recordingsOf(id)).fetches).toEqual([])
    }
    expect(await client.storedCallsOf(fetched)).toHaveLength(2)
  })

  it('has no recordings of another customer’s account fetched', async () => {
    const { key } = await client.portal.make.sender()
    const recording = `/2010-04-01/Accounts/${accountSid}/Recordings/${newSid()}.wav`
    const recordingUrl = `${api.root}${recording}`
    const [id = ''] = await client.portal.addCalls(key, [{ recordingUrl }])
    await expect.poll(async () => (await recordingsOf(id)).fetches).toMatchObject([{ state: 'failed' }])
    expect(api.requests.filter((request) => request.path === recording)).toEqual([])
  })
})
