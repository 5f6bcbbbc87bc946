import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { emptyGuid } from '@callboard/contract/scalars'
import { recordingBytesLimit, type Recording } from '@callboard/contract/recordings'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bytesOf, expectError } from '#test/expect-errors.ts'
import type { GatedFiles } from '#test/gated-files.ts'
import { GatedFiles as Gated } from '#test/gated-files.ts'
import { RecordingClient, samplesOf, soundFixture } from '#test/clients/recordings.ts'

let client: RecordingClient
let files: GatedFiles
const tones = soundFixture('tones.wav')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The tones with other bytes, so that they are another recording. */
function otherTones(): Buffer {
  made += 1
  const bytes = Buffer.from(tones)
  bytes.writeInt16LE(made, bytes.length - 2)
  return bytes
}
let made = 0

beforeAll(async () => {
  client = await RecordingClient.open({ wrapRecordings: (folder) => (files = new Gated(folder)) })
})

const storedFiles = () => readdirSync(join(client.portal.folder, 'recordings'))

function isIn(spans: Recording['spans'], second: number): boolean {
  return spans.some(({ start, end }) => second >= start && second < end)
}

const putTranscriptOf =
  (id: string) =>
  async (body: unknown, headers = {}) =>
    await client.portal.ask({
      method: 'PUT',
      path: `/api/callrecording/${id}/transcript`,
      body,
      token: client.key,
      headers,
    })

describe('a recording', () => {
  it('is examined, and heard without what was pressed by those without the right to the original', async () => {
    const { listener, auditor } = client
    const id = await client.uploadReady()
    const shown = await client.get(id, listener)
    expect(shown).toMatchObject({
      duration: 2,
      channels: 2,
      redacted: true,
      redactionStatus: 'redacted',
      isAudible: true,
      isSpeechChecked: false,
      mayHearOriginal: false,
      isOriginalGone: false,
      keyTones: [],
      contentType: 'audio/wav',
    })
    expect(shown.spans.map(({ kind }) => kind)).toEqual(['keys'])
    const [samples, before] = [samplesOf((await client.ask(id, listener)).bytes), samplesOf(tones)]
    expect(samples.map(({ length }) => length)).toEqual(before.map(({ length }) => length))
    for (const [channel, heard] of samples.entries()) {
      const wrong = heard.findIndex((sample, at) => {
        const inside = isIn(shown.spans, (at + 0.5) / 8000)
        return sample !== (inside ? 0 : before[channel]?.[at])
      })
      expect(wrong).toBe(-1)
      const peaks = shown.peaks[channel] ?? []
      const flat = peaks.filter((_, at) => isIn(shown.spans, (Math.floor(at / 2) + 0.5) / 20))
      expect(new Set(flat)).toEqual(new Set([0]))
    }
    const original = await client.get(id, auditor, '?redacted=false')
    expect(original.keyTones.map(({ key }) => key).join('')).toBe('19#')
    expect(original.peaks).not.toEqual(shown.peaks)
    const bytes = (await client.ask(id, auditor, { query: '?redacted=false' })).bytes
    expect(bytes.equals(tones)).toBe(true)
  })

  it('is known again by its bytes, of which no second file is left', async () => {
    const call = await client.call()
    const sound = otherTones()
    const before = storedFiles().length
    const id = await client.uploadReady(sound, call)
    expect(await client.upload(sound, call)).toBe(id)
    expect(storedFiles().length).toBe(before + 2)
    const answer = await client.put(call, sound)
    expect(answer.json()).toMatchObject({ id, callId: call, bytes: sound.length, sha256: hashOf(sound) })
    const list = await client.portal.ask({
      path: `/api/calls/${call}/recordings`,
      token: client.listener.token,
    })
    expect(list.json()).toMatchObject({ items: [{ id, callId: call, duration: 2, isAudible: true }] })
  })

  it.each(['tones.mp3', 'tones.m4a', 'tones.opus', 'keys-gsm.wav'])('may be %s', async (name) => {
    const id = await client.upload(soundFixture(name))
    expect((await client.worked(id)).redactionStatus).toBe('redacted')
    const { headers, bytes } = await client.ask(id, client.listener)
    expect([headers['content-type'], bytes.toString('latin1', 0, 4)]).toEqual(['audio/wav', 'RIFF'])
  })

  it('is not taken when it is no sound, too large, cut off, empty or compressed, and leaves nothing', async () => {
    const call = await client.call()
    const before = storedFiles()
    const png = Buffer.from('\u0089PNG\r\n\u001a\n and so on'.padEnd(5000, 'x'), 'latin1')
    expectError(await client.put(call, png), 415, 'unsupportedMediaType')
    expectError(await client.put(call, png.subarray(0, 10)), 415, 'unsupportedMediaType')
    expectError(await client.put(call, tones, { type: 'image/png' }), 415, 'unsupportedMediaType')
    expectError(await client.put(call, Buffer.alloc(0)), 400, 'malformedBody')
    const path = `/api/calls/${call}/recording`
    const send = async (payload: Readable, headers = {}) => {
      const answer = await client.portal.app.inject({
        method: 'PUT',
        url: path,
        payload,
        headers: { authorization: `Bearer ${client.key}`, 'content-type': 'audio/wav', ...headers },
      })
      return { status: answer.statusCode, headers: answer.headers, text: answer.body }
    }
    const zipped = { 'content-encoding': 'gzip' }
    expectError(await send(Readable.from([tones]), zipped), 415, 'unsupportedMediaType')
    const long = { 'content-length': String(recordingBytesLimit + 1) }
    expectError(await send(Readable.from([tones]), long), 413, 'payloadTooLarge')
    async function* endless() {
      yield tones
      for (const chunk = Buffer.alloc(8 << 20); ;) yield chunk
    }
    expectError(await send(Readable.from(endless())), 413, 'payloadTooLarge')
    expect(storedFiles()).toEqual(before)
    const kept = await client.portal.runtime.db.selectFrom('recording_file').select('key').execute()
    expect(kept.length).toBe(before.length)
  })

  it('goes to no call that is unknown, or of another customer, and no answer tells which', async () => {
    const other = await client.portal.make.customer()
    const [theirs = ''] = await client.calls(1, await client.portal.make.apiKey(other.id))
    const unknown = await client.put(emptyGuid, tones)
    expectError(unknown, 404, 'notFound')
    expect(bytesOf(await client.put(theirs, tones))).toEqual(bytesOf(unknown))
    expect((await client.put(theirs, tones, { token: client.admin.token })).status).toBe(201)
    const { listener } = client
    const list = async (id: string) =>
      bytesOf(await client.portal.ask({ path: `/api/calls/${id}/recordings`, token: listener.token }))
    expect(await list(theirs)).toEqual(await list(emptyGuid))
  })

  it('is not lost when the storage is full, and answers so', async () => {
    const call = await client.call()
    // Recordings of before are worked on, which makes files.
    const pending = client.portal.runtime.db.selectFrom('recording').where('redaction_status', '=', 'pending')
    await expect.poll(async () => await pending.select('id').execute()).toEqual([])
    files.gate = async () => await Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    const before = storedFiles()
    expectError(await client.put(call, otherTones()), 507, 'storageFull')
    files.gate = async () => await Promise.reject(Object.assign(new Error('gone'), { code: 'EIO' }))
    expectError(await client.put(call, otherTones()), 503, 'unavailable')
    files.release()
    // What is not needed any more is deleted meanwhile.
    expect(before).toEqual(expect.arrayContaining(storedFiles()))
  })

  it('that cannot be read says so, and is heard by those with the right alone', async () => {
    const lying = Buffer.from(tones)
    lying.writeUInt32LE(0, 24)
    const id = await client.upload(lying)
    const { redactionStatus, error } = await client.worked(id)
    expect([redactionStatus, error]).toEqual(['failed', expect.stringContaining('cannot be read')])
    const shown = await client.get(id, client.listener)
    expect(shown).toMatchObject({
      isAudible: false,
      peaks: [],
      error: 'The recording could not be examined.',
    })
    expectError(await client.ask(id, client.listener), 403, 'notAudible')
    const original = await client.ask(id, client.auditor, { query: '?redacted=false' })
    expect(original.bytes.equals(lying)).toBe(true)
  })

  it('takes a transcript, by which spoken numbers are found', async () => {
    const id = await client.uploadReady(otherTones())
    const put = putTranscriptOf(id)
    const said = 'my card is 4111 1111 1111 1111 thanks'
    expect((await put({ turns: [{ speaker: 'caller', start: 1.6, end: 1.9, text: said }] })).status).toBe(204)
    await client.worked(id)
    const shown = await client.get(id, client.listener)
    expect(shown).toMatchObject({ isSpeechChecked: true, redactionStatus: 'redacted' })
    expect(shown.spans.map(({ kind }) => kind).toSorted()).toEqual(['card', 'keys'])
    expect(shown.transcript[0]?.text).toBe('my card is ••• thanks')
    expect((await client.get(id, client.auditor, '?redacted=false')).transcript[0]?.text).toBe(said)
    const vtt = 'WEBVTT\n\n00:01.600 --> 00:01.900\n<v agent>Good morning\n'
    expect((await put(vtt, { 'content-type': 'text/vtt' })).status).toBe(204)
    await client.worked(id)
    const { transcript, spans } = await client.get(id, client.listener)
    expect([transcript, spans.map(({ kind }) => kind)]).toEqual([
      [{ speaker: 'agent', start: 1.6, end: 1.9, text: 'Good morning' }],
      ['keys'],
    ])
    expectError(await put('no', { 'content-type': 'text/vtt' }), 400, 'malformedBody')
    const long = { speaker: 'caller', start: 0, end: 1, text: 'x'.repeat(10_000) }
    expectError(await put({ turns: Array.from({ length: 101 }, () => long) }), 400, 'invalid')
  })

  it('takes no transcript whose times cannot be right, and says which', async () => {
    const id = await client.uploadReady(otherTones())
    const put = putTranscriptOf(id)
    const turnsOf = (...times: [start: number, end: number][]) => ({
      turns: times.map(([start, end]) => ({
        speaker: 'caller',
        start,
        end,
        text: 'my pin is four one one one',
      })),
    })
    const wrong: [object, string][] = [
      [turnsOf([0, 900]), 'turns.0.end'],
      [turnsOf([0, 1], [1.5, 1]), 'turns.1.end'],
      [turnsOf([0, 1], [9, 9.5]), 'turns.1.start'],
      [turnsOf([0, 0]), 'turns.0.end'],
      [turnsOf([0, 90_000]), 'turns.0.end'],
    ]
    for (const [body, field] of wrong) {
      const answer = await put(body)
      expectError(answer, 400, 'invalid')
      expect(answer.text).toContain(`"field":"${field}"`)
    }
    const late = 'WEBVTT\n\n00:21.600 --> 00:21.900\n<v agent>Good morning\n'
    expectError(await put(late, { 'content-type': 'text/vtt' }), 400, 'invalid')
    expect(await client.get(id, client.listener)).toMatchObject({
      isSpeechChecked: false,
      redactionStatus: 'redacted',
    })
    const words = [
      { start: 1.2, end: 1.3, text: 'pin' },
      { start: 1.4, end: 1.5, text: '4111' },
    ]
    const timed = { turns: [{ speaker: 'caller', start: 0, end: 2, text: 'pin 4111', words }] }
    expect((await put(timed)).status).toBe(204)
    const { spans } = await client.worked(id)
    expect(spans.find(({ kind }) => kind === 'pin')?.start).toBeCloseTo(1.0)
  })

  it('is looked through as it is redacted by mails of reports, which say so to whoever finds more on the screen', async () => {
    const { portal } = client
    const id = await client.uploadReady(otherTones())
    const said = 'refund to 5555 5555 5555 4444'
    const body = { turns: [{ speaker: 'caller', start: 1.6, end: 1.9, text: said }] }
    await portal.ask({ method: 'PUT', path: `/api/callrecording/${id}/transcript`, body, token: client.key })
    await client.worked(id)
    const { id: userId, token } = await portal.make.user({ isAdmin: true, email: 'words@example.com' })
    const mailOf = async (word: string) => {
      const filters = [{ field: 'transcript', op: 'contains' as const, values: [word] }]
      const reportId = await portal.make.report({ name: word, definition: { measures: ['calls'], filters } })
      const parameters = { dateRange: { from: '2026-03-01', to: '2026-04-01' } }
      const idAt = async (path: string, asked: object) =>
        z.object({ id: z.string() }).parse((await portal.ask({ path, body: asked, token })).json()).id
      const saved = await idAt('/api/reporting/savereport', { reportId, name: word, parameters })
      const path = `/api/reporting/subscription/${saved}`
      const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
      const subscription = await idAt(path, { name: word, schedule, recipients: [{ userId }] })
      await portal.ask({ method: 'POST', path: `${path}/${subscription}/run`, token })
      const mails = portal.runtime.db
        .selectFrom('mail')
        .where('subject', 'like', `%${word}%`)
        .select('body_text')
      await expect.poll(async () => (await mails.execute()).length).toBe(1)
      const screen = await portal.ask({
        path: '/api/reporting/runreport',
        body: { reportId, parameters },
        token,
      })
      const { rows } = z.object({ rows: z.array(z.array(z.unknown())) }).parse(screen.json())
      return { text: (await mails.executeTakeFirst())?.body_text ?? '', onScreen: rows[0]?.[0] }
    }
    const note = 'Only redacted transcripts were searched'
    const hidden = await mailOf('5555')
    expect([hidden.onScreen, hidden.text]).toEqual([1, expect.stringContaining(note)])
    expect(hidden.text).toMatch(/Calls\s+0/)
    const heard = await mailOf('refund')
    expect([heard.onScreen, heard.text]).toEqual([1, expect.stringContaining(note)])
    expect(heard.text).toMatch(/Calls\s+1/)
  })
})
