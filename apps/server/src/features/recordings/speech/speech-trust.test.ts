import { OlderSpeech } from '@callboard/contract/speech-to-text'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { putClockForward } from '#test/clock.ts'
import { expectError } from '#test/expect-errors.ts'
import type { RecordingClient } from '#test/clients/recordings.ts'
import { isRight, silentLeft, soundOf, SpeechClient, spoken, tones } from '#test/clients/speech.ts'
import { answerSegments, type SpeechService } from '#test/speech-service.ts'

let speaking: SpeechClient
let service: SpeechService
let client: RecordingClient

beforeAll(async () => {
  speaking = await SpeechClient.open()
  ;({ client, service } = speaking)
})

beforeEach(() => speaking.reset())

describe('a recording', () => {
  it.each([
    { where: 'in no channel', left: '{"segments":[],"text":""}', right: '{"segments":[]}', texts: [] },
    {
      where: 'in one of them',
      left: '{"segments":[{"start":0,"end":1,"text":"..."}]}',
      right: spoken('Good morning'),
      texts: ['...', 'Good morning'],
    },
  ])(
    'is not checked, and held back, when the engine wrote down no word $where',
    async ({ left, right, texts }) => {
      await speaking.requireCheck()
      service.answer = (response, { wav }) => response.end(isRight(wav) ? right : left)
      const id = await client.upload(soundOf(2))
      await speaking.asked(id)
      const shown = await client.get(id, client.auditor)
      expect(shown).toMatchObject({ isSpeechChecked: false, speech: { state: 'incomplete', mayStart: true } })
      expect(shown.transcript.map(({ text }) => text)).toEqual(texts)
      const heldBack = { isAudible: false, isSpeechChecked: false, transcript: [], peaks: [] }
      expect(await client.get(id, client.listener)).toMatchObject(heldBack)
      expectError(await client.ask(id, client.listener), 403, 'notAudible')

      // Not by being worked on again meanwhile either.
      const release = speaking.hold()
      const path = `/api/callrecording/${id}`
      await client.auditor.ask({ method: 'POST', path: `${path}/transcript` })
      const edit = { found: [], byHand: [{ start: 0.5, end: 1 }], revision: shown.revision }
      await client.auditor.ask({ method: 'PUT', path: `${path}/spans`, body: edit })
      await speaking.heardOnce()
      expect(await client.get(id, client.listener)).toMatchObject({
        isAudible: false,
        isSpeechChecked: false,
      })
      release()
      await speaking.expectDone(id)
      await client.worked(id)
      expect(await client.get(id, client.listener)).toMatchObject({ isAudible: true, isSpeechChecked: true })
    },
  )

  it('is not sent what is silent, and not checked where nothing else is', async () => {
    const id = await client.upload(silentLeft(2))
    expect((await speaking.asked(id)).isSpeechChecked).toBe(true)
    expect(service.heard).toHaveLength(1)
    const silent = await client.upload(
      Buffer.concat([tones.subarray(0, 44), Buffer.alloc(tones.length - 44)]),
    )
    expect(await speaking.asked(silent)).toMatchObject({ isSpeechChecked: false, speech: { state: 'done' } })
    expect(service.heard).toHaveLength(1)
  })

  it('is sent only after its source had time to send one, which then goes nowhere', async () => {
    await speaking.set('speechWaitMinutes', 5)
    onTestFinished(async () => void (await speaking.set('speechWaitMinutes', 0)))
    const [given, late] = [await client.upload(soundOf(31)), await client.upload(soundOf(32))]
    for (const id of [given, late]) {
      const { speech } = await client.worked(id)
      expect(speech).toMatchObject({ state: 'waiting', mayStart: false })
      expect(Date.parse(speech.notBefore ?? '') - Date.now()).toBeGreaterThan(4 * 60_000)
    }
    const turns = [{ speaker: 'agent', start: 0, end: 1, text: 'From the source' }]
    await speaking.ask('PUT', `/api/callrecording/${given}/transcript`, { turns })
    for (const id of [given, late]) await speaking.makeNow(id)
    expect(service.heard).toEqual([])
    putClockForward(6 * 60_000)
    for (const id of [given, late]) await speaking.makeNow(id)
    await speaking.expectDone(late)
    expect(service.heard).toHaveLength(2)
    expect(await client.worked(given)).toMatchObject({ transcript: turns, transcriptBy: null })
    expect((await client.get(given, client.auditor)).speech).toMatchObject({ state: 'none', notBefore: null })
  })

  it('takes the one that its source sends after one was made, and is redacted by it', async () => {
    const id = await client.upload(silentLeft(33))
    await speaking.expectDone(id)
    expect(JSON.stringify(await client.worked(id))).not.toContain('"card"')
    const turns = [{ speaker: 'caller', start: 0, end: 1, text: 'My card is 4111 1111 1111 1111' }]
    const body = { turns }
    await client.portal.ask({
      method: 'PUT',
      path: `/api/callrecording/${id}/transcript`,
      body,
      token: client.key,
    })
    const shown = await client.worked(id)
    expect(shown).toMatchObject({
      transcript: [{ text: 'My card is •••' }],
      transcriptBy: null,
      isSpeechChecked: true,
    })
    expect(shown.spans.map(({ kind }) => kind)).toContain('card')
  })
})

describe('recordings that were there before speech to text', () => {
  const path = '/api/speechtotext/older'
  const state = async () => OlderSpeech.parse((await speaking.ask('GET', path)).json())
  const send = async (isSending: boolean) => await speaking.ask('PUT', path, { isSending })

  it('are sent when an administrator says so, newest first and a few at a time, until all are', async () => {
    await speaking.set('speechToText', 'none')
    const ids: string[] = []
    for (let number = 40; number < 46; number += 1) ids.push(await client.uploadReady(silentLeft(number)))
    expectError(await send(true), 409, 'conflict')
    const before = await state()
    expect(before).toMatchObject({ isSending: false, unsent: 6, failed: 0, stoppedBy: null })
    expect(before.seconds).toBeCloseTo(12, 0)
    await speaking.set('speechToText', 'service')
    await client.auditor.ask({ path }).then((answer) => expectError(answer, 403, 'forbidden'))
    const release = speaking.hold()
    expect(OlderSpeech.parse((await send(true)).json())).toMatchObject({ isSending: true, unsent: 2 })
    await speaking.work('send-older-to-speech')
    expect(await state()).toMatchObject({ isSending: true, unsent: 2 })

    await send(false)
    release()
    await vi.waitFor(async () => expect(service.heard.length).toBe(4))
    expect(await state()).toMatchObject({ isSending: false, unsent: 2 })
    await send(true)
    for (const id of ids) await speaking.expectDone(id)
    await vi.waitFor(async () =>
      expect(await state()).toMatchObject({ isSending: false, unsent: 0, stoppedBy: null }),
    )
    const changes = await changesOf(client.portal, 'olderSpeech')
    expect(changes.map(({ user_name: name, changes: [one] }) => [name, one?.to])).toEqual([
      [client.admin.userName, true],
      [client.admin.userName, false],
      [client.admin.userName, true],
    ])
  })

  it('are sent no more when five in a row fail, which are sent again with the others', async () => {
    await speaking.set('speechToText', 'none')
    const ids: string[] = []
    for (let number = 50; number < 60; number += 1) ids.push(await client.uploadReady(silentLeft(number)))
    await speaking.set('speechToText', 'service')
    service.answer = (response) => response.writeHead(401).end()
    await send(true)
    await vi.waitFor(async () => expect((await state()).isSending).toBe(false))
    expect((await state()).stoppedBy).toMatch(/^5 recordings in a row .* answered 401\.$/)
    const left = async () => {
      const { failed, unsent } = await state()
      expect([failed + unsent, unsent > 0]).toEqual([10, true])
    }
    await vi.waitFor(left)
    service.answer = answerSegments
    await send(true)
    for (const id of ids) await speaking.expectDone(id)
    expect((await state()).failed).toBe(0)
  })

  it('are not sent of customers who do not want that', async () => {
    const customer = `/api/customer/${client.customer.id}`
    await speaking.ask('PUT', customer, { usesSpeechToText: false })
    onTestFinished(async () => void (await speaking.ask('PUT', customer, { usesSpeechToText: true })))
    await client.uploadReady(silentLeft(70))
    expect(await state()).toMatchObject({ unsent: 0 })
  })
})
