import { createHash } from 'node:crypto'
import { Overview } from '@callboard/contract/overview'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { putClockForward } from '#test/clock.ts'
import { bytesOf, expectError } from '#test/expect-errors.ts'
import { GatedFiles } from '#test/gated-files.ts'
import { RecordingClient, samplesOf, soundFixture } from '#test/clients/recordings.ts'

let client: RecordingClient
let files: GatedFiles
/** Two seconds in which keys are pressed, and its redacted version. */
let id: string
let redacted: Buffer
const tones = soundFixture('tones.wav')
const minuteMs = 60_000

beforeAll(async () => {
  client = await RecordingClient.open({ wrapRecordings: (folder) => (files = new GatedFiles(folder)) })
  id = await client.uploadReady()
  redacted = (await client.ask(id, client.listener)).bytes
})

const original = { query: '?redacted=false' }
const json = { accept: 'application/json' }

/** Changes a setting until the test ends. */
async function set(key: string, value: string | number): Promise<void> {
  const setting = await client.admin.ask({ path: '/api/settings', body: { key, value } })
  const path = `/api/settings/${z.object({ id: z.string() }).parse(setting.json()).id}`
  onTestFinished(async () => void (await client.admin.ask({ method: 'DELETE', path })))
}

describe('the sound of a recording', () => {
  it('can be had in parts, each with what it is a part of', async () => {
    const { listener } = client
    const part = async (range: string, headers = {}) =>
      await client.ask(id, listener, { headers: { range, ...headers } })
    const size = redacted.length
    const etag = `"${createHash('sha256').update(redacted).digest('hex')}"`
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=100-299', 100, 300],
      ['bytes=-50', size - 50, size],
      [`bytes=-${size * 2}`, 0, size],
      [`bytes=${size - 1}-`, size - 1, size],
      [`bytes=10-${size + 1000}`, 10, size],
    ]
    for (const [range, start, end] of ranges) {
      const { status, headers, bytes } = await part(range)
      expect([status, headers['content-range'], headers['content-length'], headers['etag']]).toEqual([
        206,
        `bytes ${start}-${end - 1}/${size}`,
        String(end - start),
        etag,
      ])
      expect(bytes.equals(redacted.subarray(start, end))).toBe(true)
    }
    for (const range of [
      'bytes=0-1,5-9',
      'bytes=0-9,5-19',
      'bytes=9-5',
      'bytes=',
      'bytes=-',
      'lines=1-2',
      'bytes=x-y',
      '-5',
    ]) {
      const { status, bytes } = await part(range)
      expect([range, status, bytes.equals(redacted)]).toEqual([range, 200, true])
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${'9'.repeat(30)}-`]) {
      const answer = await part(range)
      expectError(answer, 416, 'rangeNotSatisfiable')
      expect(answer.headers['content-range']).toBe(`bytes */${size}`)
    }
    expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206)
    for (const changed of ['"another"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT'])
      expect((await part('bytes=0-9', { 'if-range': changed })).status).toBe(200)
    const head = await client.ask(id, listener, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.headers['etag'], head.bytes.length]).toEqual([
      200,
      String(size),
      etag,
      0,
    ])
    expect(head.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-type': 'audio/wav',
      'x-content-type-options': 'nosniff',
    })
  })

  it('is that of the original for those with the right alone, who must say so plainly', async () => {
    const { listener, auditor } = client
    expectError(await client.ask(id, listener, original), 403, 'notAudible')
    expectError(await client.ticket(id, listener, { redacted: false }), 403, 'notAudible')
    const shown = await client.get(id, listener, '?redacted=false')
    expect(shown).toMatchObject({ isAudible: false, peaks: [], spans: [], keyTones: [], transcript: [] })
    expect((await client.ask(id, auditor)).bytes.equals(redacted)).toBe(true)
    expect((await client.ask(id, auditor, original)).bytes.equals(tones)).toBe(true)
    expect((await client.ask(id, auditor, { query: '?redacted=' })).bytes.equals(redacted)).toBe(true)
    const odd = ['redacted=false&redacted=true', 'redacted=true&redacted=true', 'redacted=0', 'red=1']
    for (const query of odd) {
      for (const headers of [{}, json]) {
        const answer = await client.ask(id, auditor, { query: `?${query}`, headers })
        expect([query, answer.status]).toEqual([query, 400])
      }
    }
  })

  it('is not told from that of no recording by whoever may not see the call', async () => {
    const stranger = await client.portal.make.user({
      customerId: (await client.portal.make.customer()).id,
      claims: ['reporting.call.details', 'recording.unredacted'],
    })
    const asking: Record<string, string>[] = [{}, json, { range: 'bytes=999999999-' }]
    for (const headers of asking) {
      for (const query of ['', '?redacted=false']) {
        const theirs = await client.ask(id, stranger, { query, headers })
        expectError(theirs, 404, 'notFound')
        expect(bytesOf(theirs)).toEqual(bytesOf(await client.ask(emptyGuid, stranger, { query, headers })))
      }
    }
    const asked = async (one: string) => bytesOf(await client.ticket(one, stranger))
    expect(await asked(id)).toEqual(await asked(emptyGuid))
    const uses = async (one: string) =>
      bytesOf(
        await client.portal.ask({
          path: `/api/callrecording/${one}/uses/search`,
          body: {},
          token: stranger.token,
        }),
      )
    expect(await uses(id)).toEqual(await uses(emptyGuid))
  })

  it('is 503 when the storage is gone, and then nobody has listened', async () => {
    const own = await client.uploadReady(soundFixture('tones.mp3'))
    files.isGone = true
    for (const query of ['', '?redacted=false'])
      expectError(await client.ask(own, client.auditor, { query }), 503, 'unavailable')
    files.isGone = false
    expect(await client.uses(own)).toEqual([])
  })
})

describe('a ticket', () => {
  const play = async (path: string, headers = {}) => await client.portal.ask({ path, headers })

  it('plays one version, in parts, for an hour, when it is used within a minute', async () => {
    const url = await client.ticketUrl(id, client.listener)
    const part = await play(url, { range: 'bytes=0-99' })
    expect([part.status, part.bytes.equals(redacted.subarray(0, 100))]).toEqual([206, true])
    expect((await play(`${url}?redacted=false`)).status).toBe(400)
    const unused = await client.ticketUrl(id, client.listener)
    putClockForward(minuteMs + 1)
    const ended = await play(unused)
    expectError(ended, 404, 'notFound')
    expect((await play(url)).status).toBe(200)
    expect(bytesOf(await play(`/api/callrecording/ticket/${'a'.repeat(43)}`))).toEqual(bytesOf(ended))
    putClockForward(59 * minuteMs)
    expectError(await play(url), 404, 'notFound')
  })

  it('is of no use beside the token of another session, not even of the same user', async () => {
    const { listener, auditor, portal } = client
    const url = await client.ticketUrl(id, listener)
    const withToken = async (token: string) => await play(url, { authorization: `Bearer ${token}` })
    expect((await withToken(listener.token)).status).toBe(200)
    for (const token of [auditor.token, await portal.make.session(listener.id), 'a'.repeat(43)])
      expectError(await withToken(token), 404, 'notFound')
  })

  it('is a download when that was asked for', async () => {
    const url = await client.ticketUrl(id, client.auditor, { redacted: false, isDownload: true })
    const { headers, bytes } = await play(url)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"]+\.wav"; filename\*=/)
    expect(bytes.equals(tones)).toBe(true)
  })

  it('ends with the rights and the session of its user', async () => {
    const { make } = client.portal
    const user = await make.user({ customerId: client.customer.id })
    const roleId = await make.role(user.id, ['reporting.call.details', 'recording.unredacted'])
    const url = await client.ticketUrl(id, user, { redacted: false })
    expect((await play(url)).status).toBe(200)
    await make.changeRole(roleId, { claims: ['reporting.call.details'] })
    expectError(await play(url), 403, 'notAudible')
    await make.changeRole(roleId, { claims: ['recording.unredacted'] })
    expectError(await play(url), 404, 'notFound')
    await make.changeRole(roleId, { claims: ['reporting.call.details', 'recording.unredacted'] })
    expect((await play(url)).status).toBe(200)
    await make.changeSession(user.token, { ended_at: new Date() })
    expectError(await play(url), 404, 'notFound')
  })
})

describe('who listened', () => {
  it('is recorded once a playback, with who, when, from where and which version', async () => {
    const own = await client.uploadReady(soundFixture('tones.opus'))
    const { auditor, listener } = client
    const url = await client.ticketUrl(own, auditor, { redacted: false, isDownload: true })
    expect(await client.uses(own)).toEqual([])
    for (const range of ['bytes=0-9', 'bytes=10-19', '']) {
      await client.portal.ask({ path: url, headers: range === '' ? {} : { range }, address: '203.0.113.9' })
    }
    for (const query of ['', '?redacted=false']) {
      for (const range of ['bytes=0-9', 'bytes=5-'])
        await client.ask(own, auditor, { query, headers: { range } })
    }
    await client.ask(own, listener, { method: 'HEAD' })
    await client.ask(own, listener, { headers: { range: 'bytes=99999999-' } })
    await client.get(own, listener)
    await client.get(own, auditor, '?redacted=false')
    const uses = await client.uses(own)
    const { userName } = auditor
    const by = { userName, fullName: userName, maskedUserName: null, maskedFullName: null, reason: null }
    expect(uses).toEqual([
      expect.objectContaining({ ...by, redacted: false, kind: 'data' }),
      expect.objectContaining({ ...by, redacted: false, kind: 'play', address: '127.0.0.1' }),
      expect.objectContaining({ ...by, redacted: true, kind: 'play' }),
      expect.objectContaining({ ...by, redacted: false, kind: 'download', address: '203.0.113.9' }),
    ])
    putClockForward(10 * minuteMs + 1)
    await client.ask(own, auditor)
    await client.portal.make.changeUser(auditor.id, { first_name: 'Otto', last_name: 'Berg' })
    const names = (await client.uses(own)).map((use) => [use.userName, use.fullName])
    expect(names).toEqual(names.map(() => [userName, 'Otto Berg']))
    expect(names).toHaveLength(5)
    await client.portal.make.changeUser(auditor.id, { first_name: '', last_name: '' })
  })

  it('is both people when one views the portal as another, who hear what both may', async () => {
    const own = await client.uploadReady(soundFixture('tones.m4a'))
    const { admin, listener, auditor } = client
    const viewing = { 'x-masked-user': listener.id }
    expectError(await client.ask(own, admin, { ...original, headers: viewing }), 403, 'notAudible')
    expect((await client.ask(own, admin, { headers: viewing })).status).toBe(200)
    const url = await client.ticketUrl(own, admin, { redacted: false, as: auditor.id })
    expect((await client.portal.ask({ path: url })).status).toBe(200)
    await client.portal.make.changeUser(listener.id, { first_name: 'Lise', last_name: 'Holm' })
    expect(await client.uses(own)).toEqual([
      expect.objectContaining({
        userName: admin.userName,
        maskedUserName: auditor.userName,
        maskedFullName: auditor.userName,
        redacted: false,
      }),
      expect.objectContaining({
        userName: admin.userName,
        maskedUserName: listener.userName,
        maskedFullName: 'Lise Holm',
        redacted: true,
      }),
    ])
  })

  it('is told why, once an hour, where a setting asks for it', async () => {
    const { auditor } = client
    const own = await client.uploadReady(soundFixture('keys-gsm.wav'))
    await set('recordingReason', 'originals')
    const shown = await client.get(own, auditor, '?redacted=false')
    expect(shown).toMatchObject({
      isAudible: false,
      isReasonRequired: true,
      mayHearOriginal: true,
      keyTones: [],
    })
    expectError(await client.ask(own, auditor, original), 403, 'reasonRequired')
    expectError(await client.ticket(own, auditor, { redacted: false }), 403, 'reasonRequired')
    expect((await client.ask(own, auditor)).status).toBe(200)
    const reason = 'Complaint of the caller'
    await client.portal.ask({ path: await client.ticketUrl(own, auditor, { redacted: false, reason }) })
    expect((await client.ask(own, auditor, original)).status).toBe(200)
    const another = { ...auditor, token: await client.portal.make.session(auditor.id) }
    expectError(await client.ask(own, another, original), 403, 'reasonRequired')
    expect(await client.get(own, auditor, '?redacted=false')).toMatchObject({
      isAudible: true,
      isReasonRequired: false,
    })
    expect((await client.uses(own)).map(({ kind, reason: given }) => [kind, given])).toEqual([
      ['data', reason],
      ['play', reason],
      ['play', null],
    ])
    putClockForward(62 * minuteMs)
    expectError(await client.ask(own, auditor, original), 403, 'reasonRequired')
  })

  it('waits for a transcript where the customer says so, but for those who may hear the original', async () => {
    const { portal, admin, auditor, customer, key, listener } = client
    const own = await client.uploadReady(soundFixture('keys-gsm.wav'))
    const { callId } = await client.get(own, listener)
    const require = async (requiresSpeechCheck: boolean, { token } = admin) => {
      const path = `/api/customer/${customer.id}`
      return await portal.ask({ method: 'PUT', path, body: { requiresSpeechCheck }, token })
    }
    onTestFinished(async () => void (await require(false)))
    const url = await client.ticketUrl(own, listener)
    expect((await require(true)).json()).toMatchObject({ requiresSpeechCheck: true })
    const editor = await portal.make.user({ customerId: customer.id, claims: ['client.view', 'client.edit'] })
    expectError(await require(false, editor), 403, 'forbidden')

    expectError(await client.ask(own, listener), 403, 'notAudible')
    expectError(await client.ticket(own, listener), 403, 'notAudible')
    expectError(await portal.ask({ path: url }), 403, 'notAudible')
    const silent = { isAudible: false, isSpeechChecked: false, peaks: [], spans: [], transcript: [] }
    expect(await client.get(own, listener)).toMatchObject(silent)
    const listed = async ({ token } = listener) =>
      (await portal.ask({ path: `/api/calls/${callId}/recordings`, token })).json()
    expect(await listed()).toMatchObject({ items: [{ isAudible: false }] })
    expect(await listed(auditor)).toMatchObject({ items: [{ isAudible: true }] })
    expect((await client.ask(own, auditor)).status).toBe(200)
    // What a list has a button for.
    const toPlay = async ({ token } = listener) => {
      const filters = [{ field: 'id', op: 'eq', values: [callId] }]
      const body = { from: '2026-03-01', to: '2026-04-01', columns: ['audibleRecordingId'], filters }
      const list = await portal.ask({ path: '/api/reporting/calldetails', body, token })
      const call = await portal.ask({ path: `/api/calls/${callId}`, token })
      return [list.json(), call.json()]
    }
    const playing = (audibleRecordingId: string | null) => [
      { items: [{ audibleRecordingId }] },
      { audibleRecordingId },
    ]
    expect(await toPlay()).toMatchObject(playing(null))
    expect(await toPlay(auditor)).toMatchObject(playing(own))

    const turns = [{ speaker: 'agent', start: 0, end: 1, text: 'Good morning' }]
    const path = `/api/callrecording/${own}/transcript`
    await portal.ask({ method: 'PUT', path, body: { turns }, token: key })
    await client.worked(own)
    expect((await client.ask(own, listener)).status).toBe(200)
    expect(await listed()).toMatchObject({ items: [{ isAudible: true }] })
    expect(await toPlay()).toMatchObject(playing(own))
  })

  it('beeps instead of being silent where a setting says so', async () => {
    const { auditor, listener } = client
    const loudest = async (one: string) => {
      const [span] = (await client.get(one, auditor)).spans
      const [samples = new Int16Array()] = samplesOf((await client.ask(one, listener)).bytes)
      return Math.max(...samples.subarray((span?.start ?? 0) * 8000, (span?.end ?? 0) * 8000))
    }
    expect(await loudest(id)).toBe(0)
    await set('redactedSound', 'beep')
    expect(await loudest(await client.uploadReady())).toBeGreaterThan(5000)
    expect(await loudest(id)).toBe(0)
  })

  it('is shown to administrators when it is unusually much', async () => {
    const { make } = client.portal
    const claims = ['reporting.call.details', 'recording.unredacted'] as const
    const curious = await make.user({ customerId: client.customer.id, claims })
    await set('usualOriginalsPerHour', 1)
    const listed = async () => {
      const answer = await client.admin.ask({ path: '/api/overview' })
      const { unusualListening } = Overview.parse(answer.json())
      return unusualListening.find(({ userName }) => userName === curious.userName)
    }
    await client.ask(id, curious, original)
    await client.ask(id, curious)
    await client.get(id, curious, '?redacted=false')
    expect(await listed()).toBeUndefined()
    await client.portal.ask({ path: await client.ticketUrl(id, curious, { redacted: false }) })
    const { id: userId, userName } = curious
    expect(await listed()).toEqual({ userName, fullName: userName, originals: 2 })
    await make.changeUser(userId, { first_name: 'Rosa', last_name: 'Lind' })
    expect(await listed()).toEqual({ userName, fullName: 'Rosa Lind', originals: 2 })
  })

  it('is recorded before the first byte, and nothing is played when it cannot be', async () => {
    const { db } = client.portal.runtime
    const { auditor } = client
    const url = await client.ticketUrl(id, auditor, { redacted: false })
    const other = { ...auditor, token: await client.portal.make.session(auditor.id) }
    await db.schema.alterTable('recording_use').renameTo('recording_use_away').execute()
    try {
      expectError(await client.portal.ask({ path: url }), 503, 'unavailable')
      expectError(await client.ask(id, other), 503, 'unavailable')
      expectError(await client.ask(id, other, { ...original, headers: json }), 503, 'unavailable')
    } finally {
      await db.schema.alterTable('recording_use_away').renameTo('recording_use').execute()
    }
  })
})
