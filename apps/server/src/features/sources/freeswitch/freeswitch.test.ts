import type { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Posted, SourceClient } from '#test/clients/sources.ts'
import { expectError } from '#test/expect-errors.ts'
import { answeredCall, detailRecord } from '#test/sources/freeswitch-records.ts'

const password = 'correct horse'

let client: SourceClient

beforeAll(async () => {
  client = await SourceClient.open()
})

async function newSource(more: Partial<Parameters<SourceClient['make']>[0]> = {}): Promise<Source> {
  return await client.make({ kind: 'freeswitch', secrets: { password }, ...more })
}

function basic(user: string, word: string): string {
  return `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`
}

function bodyOf(json: string, encode: 'false' | 'true' | 'base64'): [type: string, body: string] {
  if (encode === 'false') return ['application/json', json]
  if (encode === 'true') return ['application/x-www-form-urlencoded', `cdr=${encodeURIComponent(json)}`]
  const lines = Buffer.from(json).toString('base64').replaceAll(/.{72}/g, '$&\n')
  return ['application/x-www-form-base64-encoded', `cdr=${lines}`]
}

/** As `mod_json_cdr` posts a record, with the encoding that its `encode` asks for. */
function posted(record: object, encode: 'false' | 'true' | 'base64' = 'false'): Posted {
  const [type, body] = bodyOf(JSON.stringify(record), encode)
  const headers = {
    'content-type': type,
    'user-agent': 'freeswitch-json/1.0',
    authorization: basic('callboard', password),
  }
  return { headers, body, query: '?uuid=a-leg' }
}

/** As it is with `encode-values`, which FreeSWITCH does unless told otherwise. */
function withEncodedValues(record: ReturnType<typeof detailRecord>) {
  const variables = Object.fromEntries(
    Object.entries(record.variables).map(([name, value]) => [name, encodeURIComponent(value)]),
  )
  return { ...record, variables }
}

describe('a detail record', () => {
  it.each(['false', 'true', 'base64'] as const)(
    'is taken with encode=%s, values encoded or not',
    async (encode) => {
      const calls = []
      for (const records of [answeredCall, answeredCall.map(withEncodedValues)]) {
        const source = await newSource({ settings: { recordingVariable: 'record_file' } })
        for (const { variables, ...record } of records) {
          const file =
            records === answeredCall ? 'https://x.example/a b.wav' : 'https%3A%2F%2Fx.example%2Fa%20b.wav'
          const sent = { ...record, variables: { ...variables, record_file: file } }
          expect((await client.post(source, posted(sent, encode))).status).toBe(204)
        }
        calls.push(await client.callsOf(source))
      }
      for (const found of calls)
        expect(found).toMatchObject([
          {
            externalCallId: 'a-leg',
            status: 'answered',
            callerName: 'Grace Hopper',
            callerNumber: '+13125550142',
            trackingNumber: '+18005550100',
            agent: '1002',
            startedAt: '2026-03-10T14:00:00.250Z',
            answeredAt: '2026-03-10T14:00:10.500Z',
            endedAt: '2026-03-10T14:01:10.750Z',
            duration: 71,
            talkDuration: 60,
            hangupBy: 'caller',
          },
        ])
    },
  )

  it('is one call with that of the other leg, in either order, and sent again changes nothing', async () => {
    for (const records of [answeredCall, answeredCall.toReversed()]) {
      const source = await newSource()
      for (const record of [...records, ...records]) {
        await client.post(source, posted(record))
        expect(await client.callsOf(source)).toHaveLength(1)
      }
      const [call] = await client.callsOf(source)
      expect(call).toMatchObject({
        externalCallId: 'a-leg',
        startedAt: '2026-03-10T14:00:00.250Z',
        ringDuration: 10,
      })
    }
  })

  it('of a call that nobody answered is missed or abandoned by its time', async () => {
    const source = await newSource()
    const unanswered = { to: '+18005550100', start: 0, cause: 'ORIGINATOR_CANCEL' }
    await client.post(source, posted(detailRecord({ ...unanswered, uuid: 'short', end: 9 })))
    await client.post(source, posted(detailRecord({ ...unanswered, uuid: 'long', end: 40 })))
    const calls = await client.callsOf(source)
    expect(new Map(calls.map(({ externalCallId, status }) => [externalCallId, status]))).toEqual(
      new Map([
        ['short', 'abandoned'],
        ['long', 'missed'],
      ]),
    )
  })
})

describe('a request is refused, and nothing of it kept,', () => {
  it.each([
    ['with another password', { authorization: basic('callboard', 'wrong') }],
    ['with another user name', { authorization: basic('admin', password) }],
    ['with a password that begins right', { authorization: basic('callboard', password.slice(0, 5)) }],
    ['with digest authentication', { authorization: 'Digest username="callboard"' }],
    ['without authentication', { authorization: '' }],
  ])('%s', async (_, headers) => {
    const source = await newSource()
    const request = posted(answeredCall[0] ?? {})
    const answer = await client.post(source, { ...request, headers: { ...request.headers, ...headers } })
    expectError(answer, 403, 'forbidden')
    expect(await client.callsOf(source)).toEqual([])
    expect(await client.rejectedOf(source)).toEqual([])
  })

  it('while no password is set', async () => {
    const source = await newSource({ secrets: {} })
    const request = posted(answeredCall[0] ?? {})
    for (const authorization of [
      basic('callboard', ''),
      basic('callboard', 'undefined'),
      request.headers['authorization'] ?? '',
    ])
      expectError(
        await client.post(source, { ...request, headers: { ...request.headers, authorization } }),
        403,
        'forbidden',
      )
  })

  it('as another content type', async () => {
    const source = await newSource()
    const request = posted(answeredCall[0] ?? {})
    const answer = await client.post(source, {
      ...request,
      headers: { ...request.headers, 'content-type': 'text/xml' },
    })
    expectError(answer, 415, 'unsupportedMediaType')
    expect((await client.activityOf(source)).problem?.message).toBe(
      'A request was refused: Its content type was text/xml, which this system does not send.',
    )
  })

  it('with a compressed body', async () => {
    const source = await newSource()
    const request = posted(answeredCall[0] ?? {})
    const headers = { ...request.headers, 'content-encoding': 'gzip' }
    expectError(await client.post(source, { ...request, headers }), 415, 'unsupportedMediaType')
    expect((await client.activityOf(source)).problem?.message).toBe(
      'A request was refused: Its body was compressed.',
    )
  })

  it('with a body of more than 5.24 MB', async () => {
    const source = await newSource()
    const { headers } = posted({})
    expectError(await client.post(source, { headers, body: 'x'.repeat(6e6) }), 413, 'payloadTooLarge')
    expect((await client.activityOf(source)).problem?.message).toBe(
      'A request was refused: Its body was larger than 5.24 MB.',
    )
  })
})

describe('what nobody can understand', () => {
  it('is taken, and kept in the quarantine as it came', async () => {
    const source = await newSource()
    for (const body of ['{"variables": ', '{"other": 1}', '[]', ''])
      expect((await client.post(source, { ...posted({}), body })).status).toBe(204)
    const rejected = await client.rejectedOf(source)
    expect(rejected.map(({ code }) => code)).toEqual(Array(4).fill('unreadableWebhook'))
    expect(rejected.map(({ raw }) => raw)).toContain('{"variables": ')
    expect(await client.callsOf(source)).toEqual([])
  })

  it('is a leg without an end', async () => {
    const source = await newSource()
    const variables = { end_epoch: '0', end_uepoch: '0' }
    await client.post(source, posted(detailRecord({ uuid: 'a', to: '1002', start: 0, end: 1, variables })))
    expect(await client.rejectedOf(source)).toMatchObject([
      { code: 'unclearEvents', description: 'FreeSWITCH does not say when the call began and ended.' },
    ])
  })
})
