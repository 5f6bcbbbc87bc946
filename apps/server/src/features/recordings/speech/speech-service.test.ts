import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pageOf } from '@callboard/contract/paging'
import { Setting } from '@callboard/contract/settings'
import { SpeechTrial } from '@callboard/contract/speech-to-text'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { resumeRecordings } from '#server/features/recordings/recordings.ts'
import { changesOf } from '#test/changes-of.ts'
import { expectError } from '#test/expect-errors.ts'
import { type RecordingClient, samplesOf } from '#test/clients/recordings.ts'
import { isRight, numberOf, silentLeft, soundOf, SpeechClient, spoken, tones } from '#test/clients/speech.ts'
import { answerSegments, type SpeechService } from '#test/speech-service.ts'

let speaking: SpeechClient
let service: SpeechService
let client: RecordingClient

beforeAll(async () => {
  speaking = await SpeechClient.open()
  ;({ client, service } = speaking)
})

beforeEach(() => speaking.reset())

describe('a recording without a transcript', () => {
  it('has it made by the service, channel by channel, and is redacted by it', async () => {
    const call = await client.call()
    await speaking.set('speechLanguage', 'en')
    onTestFinished(async () => void (await speaking.set('speechLanguage', null)))
    service.answer = (response, { wav }) => {
      const text = isRight(wav) ? 'my card is 4111 1111 1111 1111 \u0000 thanks' : 'The number please'
      const start = isRight(wav) ? 1.6 : 0.2
      response.end(JSON.stringify({ text, segments: [{ start, end: 9, text }] }))
    }
    const id = await client.upload(soundOf(1), call)
    const recording = await speaking.asked(id)
    expect(recording).toMatchObject({
      transcriptBy: `whisper-1 at ${service.host}`,
      speech: { state: 'done', error: null, mayStart: true },
      isSpeechChecked: true,
      redactionStatus: 'redacted',
      transcript: [
        { speaker: 'left', start: 0.2, end: 2, text: 'The number please' },
        { speaker: 'right', start: 1.6, end: 2, text: 'my card is •••   thanks' },
      ],
    })
    expect(recording.spans.map(({ kind }) => kind)).toContain('card')
    const [first, second] = service.heard
    expect(service.heard).toHaveLength(2)
    expect(first).toMatchObject({
      authorization: 'Bearer a-secret-key',
      fields: { model: 'whisper-1', response_format: 'verbose_json', language: 'en' },
    })
    expect([first, second].map((heard) => samplesOf(heard?.wav ?? tones)[0])).toEqual(samplesOf(soundOf(1)))
    expect(await changesOf(client.portal, call)).toMatchObject([
      {
        user_name: 'system',
        changes: [{ field: 'originalSentTo', from: null, to: `whisper-1 at ${service.host}` }],
      },
    ])
    const found = await client.admin.ask({ path: '/api/search?keyword=thanks' })
    expect(found.text).toContain(id)
    expect((await client.get(id, client.listener)).speech.mayStart).toBe(false)
  })

  it('is pending where the customer wants its speech checked, until it was, or could not be', async () => {
    await speaking.requireCheck()
    const release = speaking.hold()
    const id = await client.upload(soundOf(3))
    await speaking.heardOnce()
    const shown = await client.get(id, client.listener)
    expect(shown).toMatchObject({
      redactionStatus: 'pending',
      isAudible: false,
      speech: { state: 'waiting', error: null },
    })
    release()
    await speaking.asked(id)
    expect(await client.get(id, client.listener)).toMatchObject({ isAudible: true, isSpeechChecked: true })

    service.answer = (response) => response.writeHead(401).end('{"error":{"message":"No."}}')
    const other = await client.upload(soundOf(4))
    expect(await speaking.asked(other)).toMatchObject({
      redactionStatus: 'redacted',
      speech: { state: 'failed' },
    })
    expect(await client.get(other, client.listener)).toMatchObject({
      isAudible: false,
      isSpeechChecked: false,
      speech: { error: 'Speech to text could not be asked.' },
    })
  })

  it('keeps the one that was given meanwhile, which nothing that is made replaces', async () => {
    const release = speaking.hold()
    const id = await client.upload(silentLeft(5))
    await speaking.heardOnce()
    const turns = [{ speaker: 'agent', start: 0, end: 1, text: 'As a person wrote it' }]
    const path = `/api/callrecording/${id}/transcript`
    expect((await speaking.ask('PUT', path, { turns })).status).toBe(204)
    release()
    const folder = join(client.portal.folder, 'recordings-in-work')
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]))
    expect(await client.worked(id)).toMatchObject({
      transcript: turns,
      transcriptBy: null,
      speech: { state: 'none', mayStart: false },
    })
    const again = await client.auditor.ask({ method: 'POST', path })
    expectError(again, 409, 'conflict')
  })

  it('is told why there is none, whatever the service answers, and can be sent again', async () => {
    const cases: [answer: (response: ServerResponse) => void, error: string][] = [
      [(response) => response.writeHead(401).end(), 'answered 401'],
      [(response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'answered 302'],
      [(response) => response.end('<html>'), 'neither JSON nor WebVTT'],
      [(response) => response.end('['.repeat(50_000)), 'neither JSON nor WebVTT'],
      [(response) => response.end('{"text":"a"}'), 'has no segments'],
      [(response) => response.end('{"segments":[{"start":-1,"end":1e999,"text":7}]}'), 'has no segments'],
      // In milliseconds, of a recording of nine seconds.
      [(response) => response.end('{"segments":[{"start":1600,"end":1900,"text":"a"}]}'), 'cannot be used'],
      [(response) => response.end(spoken('x'.repeat(20_000))), 'longer than a transcript'],
      [(response) => response.end('x'.repeat(1 << 20)), 'larger than'],
    ]
    service.answer = (response) => response.writeHead(403).end()
    const id = await client.upload(silentLeft(9))
    expect((await speaking.asked(id)).redactionStatus).toBe('redacted')
    const path = `/api/callrecording/${id}/transcript`
    const again = async ({ token } = client.auditor) =>
      await client.portal.ask({ method: 'POST', path, token })
    expectError(await again(client.listener), 403, 'forbidden')
    for (const [answer, error] of cases) {
      service.answer = answer
      expect((await again()).status).toBe(204)
      await vi.waitFor(async () => {
        const { speech } = await client.get(id, client.auditor)
        expect(speech).toMatchObject({ state: 'failed', mayStart: true })
        expect(speech.error).toContain(error)
      })
    }
    service.answer = answerSegments
    expect((await again()).status).toBe(204)
    await speaking.expectDone(id)
    const { callId } = await client.get(id, client.auditor)
    expect((await changesOf(client.portal, callId)).at(-1)).toMatchObject({
      user_name: client.auditor.userName,
      changes: [{ field: 'transcript', from: null, to: 'asked of speech to text' }],
    })
  })

  it('is sent again by itself where that may help', async () => {
    const answers: ((response: ServerResponse) => unknown)[] = [
      () => undefined,
      (response) => response.writeHead(503).end(),
      (response) =>
        response.writeHead(200, { 'content-length': 99 }).write('{"seg', () => response.destroy()),
    ]
    service.answer = (response, { wav }) => answers[numberOf(wav) - 100]?.(response)
    const ids = await Promise.all(answers.map(async (_, at) => await client.upload(silentLeft(100 + at))))
    const shown = await Promise.all(ids.map(async (id) => await speaking.asked(id)))
    const error = [/took too long|no answer within/, /answered 503/, /broke off/]
    for (const [at, { speech, redactionStatus }] of shown.entries()) {
      expect([speech.state, speech.mayStart, redactionStatus]).toEqual(['waiting', false, 'redacted'])
      expect(speech.error).toMatch(error[at] ?? '')
    }
    service.answer = answerSegments
    for (const id of ids) await speaking.makeNow(id)
    for (const id of ids) await speaking.expectDone(id)
  })

  it('is given up after ten attempts, and taken up again where an earlier process ended', async () => {
    const { runtime } = client.portal
    service.answer = (response) => response.writeHead(503).end()
    const id = await client.upload(soundOf(6))
    await speaking.asked(id)
    await runtime.db.updateTable('recording').set({ speech_attempts: 9 }).where('id', '=', id).execute()
    await speaking.makeNow(id)
    expect((await speaking.asked(id)).speech.state).toBe('failed')

    service.answer = answerSegments
    const leftAt = new Date(Date.now() + 3_600_000)
    await runtime.db
      .updateTable('recording')
      .set({ speech_state: 'waiting', speech_until: leftAt })
      .where('id', '=', id)
      .execute()
    await resumeRecordings(runtime, { hasPeers: false })
    await speaking.expectDone(id)
  })

  it('is not sent where its customer does not want that, or it was redacted for good', async () => {
    const path = `/api/customer/${client.customer.id}`
    await speaking.ask('PUT', path, { usesSpeechToText: false })
    onTestFinished(
      async () => void (await speaking.ask('PUT', path, { usesSpeechToText: true, redactsForGood: false })),
    )
    const id = await client.uploadReady(soundOf(7))
    const again = async () =>
      await client.auditor.ask({ method: 'POST', path: `/api/callrecording/${id}/transcript` })
    expectError(await again(), 409, 'conflict')
    await speaking.ask('PUT', path, { usesSpeechToText: true, redactsForGood: true })
    const turns = [{ speaker: 'agent', start: 0, end: 1, text: 'Good morning' }]
    await speaking.ask('PUT', `/api/callrecording/${id}/transcript`, { turns })
    await vi.waitFor(async () => expect((await client.get(id, client.auditor)).isOriginalGone).toBe(true))
    expectError(await again(), 403, 'notAudible')
    const { runtime } = client.portal
    await runtime.db.updateTable('recording').set({ speech_state: 'waiting' }).where('id', '=', id).execute()
    await speaking.makeNow(id)
    expect((await client.get(id, client.auditor)).speech.state).toBe('none')
    expect(service.heard).toEqual([])
  })
})

describe('the settings of speech to text', () => {
  const attempt = async () => SpeechTrial.parse((await speaking.ask('POST', '/api/speechtotext/try')).json())

  it('are tried with a conversation of the demo, and tell what is wrong but no key', async () => {
    expect(await attempt()).toMatchObject({
      engine: `whisper-1 at ${service.host}`,
      error: null,
      transcript: [{ speaker: 'left', text: 'Good morning' }, { speaker: 'right' }],
    })
    service.answer = (response) =>
      response.writeHead(401).end('{"error":{"message":"The key a-secret-key\\n is wrong."}}')
    expect(await attempt()).toMatchObject({
      transcript: [],
      error: `${service.host} answered 401.`,
      detail: 'The key ••• is wrong.',
    })
    const { status } = await client.auditor.ask({ method: 'POST', path: '/api/speechtotext/try' })
    expect(status).toBe(403)
  })

  it('name no host of private networks, and none by http, but for those of the environment', async () => {
    for (const url of [
      'http://127.0.0.1:1/x',
      'ftp://elsewhere.test',
      'elsewhere.test',
      'https://a:b@x.test',
    ])
      expectError(await speaking.set('speechUrl', url), 400, 'invalid')
    const before = `http://${service.host}/v1/audio/transcriptions`
    onTestFinished(async () => void (await speaking.set('speechUrl', before)))
    expect((await speaking.set('speechUrl', 'http://elsewhere.test/')).status).toBe(200)
    expect((await speaking.set('speechUrl', 'https://127.0.0.1:1/')).status).toBe(200)
    expect((await attempt()).error).toBe('127.0.0.1:1: Its host has a private address.')
  })

  it('offer a command only where the environment names one, and are off at first', async () => {
    expectError(await speaking.set('speechToText', 'command'), 400, 'invalid')
    const body = { keyword: 'speech' }
    const answer = await client.admin.ask({ path: '/api/settings/search', body })
    expect(answer.text).not.toContain('a-secret-key')
    const setting = pageOf(Setting)
      .parse(answer.json())
      .items.find(({ key }) => key === 'speechToText')
    expect(setting).toMatchObject({ default: 'none' })
    expect(setting?.choices?.map(({ value }) => value)).toEqual(['none', 'service'])
    await speaking.set('speechToText', 'none')
    onTestFinished(async () => void (await speaking.set('speechToText', 'service')))
    expect((await attempt()).error).toBe('Speech to text is off.')
    expect((await client.worked(await client.upload(soundOf(8)))).speech.state).toBe('none')
    expect(service.heard).toEqual([])
  })
})
