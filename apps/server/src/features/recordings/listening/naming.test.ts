import { uploadRecording } from '@callboard/contract/recordings'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWavHeader } from '#server/audio/wav-header.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import type { Person } from '#test/portal.ts'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { fileNameOfCall } from './file-name.ts'

let client: RecordingClient
const tones = soundFixture('tones.wav')
const quiet = Buffer.from(tones).fill(0, readWavHeader(tones, tones.length).start)

beforeAll(async () => {
  client = await RecordingClient.open()
})

const callOf = async (given: object) => (await client.portal.addCalls(client.key, [given]))[0] ?? ''

const say = async (id: string, more: object = {}) => {
  const path = `/api/callrecording/${id}/transcript`
  const body = { turns, ...more }
  const said = await client.portal.ask({ method: 'PUT', path, body, token: client.key })
  expect(said.status, said.text).toBe(204)
}

const order = async (channelOrder: string, { token } = client.admin) =>
  await client.portal.ask({
    method: 'PUT',
    path: `/api/customer/${client.customer.id}`,
    body: { channelOrder },
    token,
  })

const transcriptOf = async (id: string, user: Person, query = '') =>
  await user.ask({ method: 'GET', path: `/api/callrecording/${id}/transcript${query}` })

const turns = [
  { speaker: 'agent', start: 0.2, end: 0.8, text: 'Good morning <you> & all.' },
  { speaker: 'right 2', start: 1, end: 1.9, text: 'My card is 4111 1111 1111 1111.' },
]

describe('the channels of a stereo recording', () => {
  it('are Agent and Caller as the source says, else as the customer says by direction, else nobody’s', async () => {
    const inbound = await client.uploadReady(tones, await callOf({ direction: 'inbound' }))
    const outbound = await client.uploadReady(tones, await callOf({ direction: 'outbound' }))
    const mono = await client.uploadReady(soundFixture('keys-gsm.wav'), await callOf({}))
    const parties = async (id: string) => (await client.get(id, client.listener)).parties
    expect([await parties(inbound), await parties(mono)]).toEqual([null, null])
    for (const [chosen, inLeft, outLeft] of [
      ['agentLeft', 'agent', 'agent'],
      ['agentRight', 'caller', 'caller'],
      ['dialingLeft', 'caller', 'agent'],
      ['dialingRight', 'agent', 'caller'],
    ]) {
      expectOk(await order(chosen ?? ''))
      expect([chosen, await parties(inbound), await parties(outbound), await parties(mono)]).toMatchObject([
        chosen,
        { left: inLeft, knownBy: 'customer' },
        { left: outLeft, knownBy: 'customer' },
        null,
      ])
    }
    const callId = await callOf({})
    const sent = await client.portal.ask({
      method: 'PUT',
      path: `/api/calls/${callId}/recording?agentChannel=left`,
      body: tones,
      token: client.key,
      headers: { 'content-type': 'audio/wav' },
    })
    const { id } = uploadRecording.response.parse(sent.json())
    const bySource = { left: 'agent', right: 'caller', knownBy: 'source' }
    await expect.poll(async () => await parties(id)).toEqual(bySource)
    await say(inbound, { agentChannel: 'left' })
    expect(await parties(inbound)).toEqual(bySource)
    await say(inbound)
    await client.worked(inbound)
    expect(await parties(inbound)).toEqual(bySource)
    expectOk(await order('unknown'))
    expect(await parties(outbound)).toBeNull()
  })

  it('are said by administrators alone, and as nothing else', async () => {
    const editor = await client.portal.make.user({
      customerId: client.customer.id,
      claims: ['client.view', 'client.edit'],
    })
    expectError(await order('agentLeft', editor), 403, 'forbidden')
    expectError(await order('middle'), 400, 'invalid')
    const path = `/api/calls/${await callOf({})}/recording?agentChannel=middle`
    const headers = { 'content-type': 'audio/wav' }
    const sent = await client.portal.ask({ method: 'PUT', path, body: tones, token: client.key, headers })
    expectError(sent, 400, 'invalid')
  })
})

describe('files of a recording', () => {
  it('are called by when, who and whose the call was, and say that they are redacted', async () => {
    const given = { startedAt: '2026-03-10T15:04:05.000Z', callerName: 'Ada Byron', location: 'clark-street' }
    const id = await client.uploadReady(tones, await callOf(given))
    const user = await client.portal.make.user({
      customerId: client.customer.id,
      claims: ['reporting.call.details', 'recording.unredacted'],
      timeZone: 'America/Chicago',
    })
    const name = 'Northside Dental'
    const path = `/api/customer/${client.customer.id}`
    expectOk(await client.admin.ask({ method: 'PUT', path, body: { name } }))
    const saved = async (asked: object) => {
      const url = await client.ticketUrl(id, user, { ...asked, isDownload: true })
      return (await client.portal.ask({ method: 'GET', path: url })).headers['content-disposition']
    }
    const plain = `2026-03-10 10.04 Ada Byron, ${name}, clark-street`
    const disposition = (file: string) =>
      `attachment; filename="${file.replaceAll(/[^\w. -]/g, '')}"; filename*=UTF-8''${encodeURIComponent(file).replaceAll('(', '%28').replaceAll(')', '%29')}`
    expect(await saved({})).toBe(disposition(`${plain} (redacted).wav`))
    expect(await saved({ redacted: false })).toBe(disposition(`${plain}.wav`))
    await say(id)
    await client.worked(id)
    const file = await transcriptOf(id, user)
    expect(file.headers['content-disposition']).toBe(disposition(`${plain} (redacted).txt`))
  })

  it('do not say that they are redacted where nothing was', async () => {
    const id = await client.uploadReady(quiet, await callOf({}))
    await say(id, { turns: turns.slice(0, 1) })
    expect(await client.worked(id)).toMatchObject({ redactionStatus: 'clean' })
    const named = async () => {
      const url = await client.ticketUrl(id, client.listener, { isDownload: true })
      const sound = await client.portal.ask({ method: 'GET', path: url })
      const played = await client.ask(id, client.listener)
      const text = await transcriptOf(id, client.listener)
      return [sound, played, text].map(({ headers }) =>
        String(headers['content-disposition']).includes('redacted'),
      )
    }
    expect(await named()).toEqual([false, false, false])
    const { text } = await transcriptOf(id, client.listener)
    expect(text).toContain('Redacted version, in which nothing had to be hidden')
    await say(id)
    expect(await client.worked(id)).toMatchObject({ redactionStatus: 'redacted' })
    expect(await named()).toEqual([true, true, true])
  })

  it('of a transcript say so where a number is masked that may be heard', async () => {
    const id = await client.uploadReady(quiet, await callOf({}))
    await say(id)
    await client.worked(id)
    const { revision, spans } = await client.get(id, client.auditor, '?redacted=false')
    const body = { revision, byHand: [], found: spans.map((span) => ({ id: span.id, isLifted: true })) }
    const path = `/api/callrecording/${id}/spans`
    expectOk(await client.auditor.ask({ method: 'PUT', path, body }))
    expect(await client.worked(id)).toMatchObject({ redactionStatus: 'clean' })
    const file = await transcriptOf(id, client.listener)
    expect(file.text).toContain('•••')
    expect(file.headers['content-disposition']).toContain('redacted')
  })

  it('have names that Windows and macOS take, whatever the caller is called', () => {
    const call = { startedAt: '2026-03-10T23:30:00Z', customer: 'AC/DC: "Plumbing"', location: undefined }
    const nameOf = (contact: string) =>
      fileNameOfCall({ ...call, contact }, { hasRedactions: true, timeZone: 'Asia/Tokyo' })
    expect(nameOf('withheld')).toBe('2026-03-11 08.30 withheld, AC-DC -Plumbing- (redacted)')
    expect(nameOf('  ..a\\b/c\u0000\u202egpj.exe. ')).toContain('08.30 a-b-c gpj.exe, AC-DC')
    expect(nameOf('\u200e\u202e')).toContain('08.30 withheld, ')
    expect(nameOf('محمد علي')).toContain('08.30 محمد علي, ')
    const long = nameOf('👩‍👩‍👧‍👦'.repeat(100))
    expect([long.isWellFormed(), long.includes('👩‍👩‍👧‍👦, '), Buffer.byteLength(`${long}.wav`) < 255]).toEqual([
      true,
      true,
      true,
    ])
    expect(Buffer.byteLength(nameOf('x'.repeat(300)))).toBeLessThan(200)
  })
})

describe('the transcript as a file', () => {
  it('calls speakers as the player does, masks what must not be read, and is recorded of an original', async () => {
    const id = await client.uploadReady(tones, await callOf({ callerName: 'Ada Byron' }))
    expectError(await transcriptOf(id, client.listener), 404, 'notFound')
    await say(id, { agentChannel: 'left' })
    await client.worked(id)
    const text = (await transcriptOf(id, client.listener)).text
    expect(text).toContain('Agent on the left channel, caller on the right, as its source says.')
    expect(text).toContain('0:00  Agent: Good morning <you> & all.')
    expect(text).toContain('0:01  Caller 2: My card is •••')
    expect(text).not.toContain('4111')
    const vtt = (await transcriptOf(id, client.listener, '?format=vtt')).text
    expect(vtt).toContain('00:00:00.200 --> 00:00:00.800\n<v Agent>Good morning &lt;you&gt; &amp; all.')

    expectError(await transcriptOf(id, client.listener, '?redacted=false'), 403, 'notAudible')
    const before = (await client.uses(id)).length
    expect((await transcriptOf(id, client.auditor, '?redacted=false')).text).toContain('4111 1111')
    expect((await client.uses(id)).length).toBeGreaterThanOrEqual(Math.max(before, 1))
    expectError(await transcriptOf(id, client.listener, '?format=pdf'), 400, 'invalid')
    const stranger = await client.portal.make.user({
      customerId: (await client.portal.make.customer()).id,
      claims: ['reporting.call.details', 'recording.unredacted'],
    })
    expectError(await transcriptOf(id, stranger), 404, 'notFound')
  })
})
