import { describe, expect, it } from 'vitest'
import { answeredCall, detailRecord, plainEvent } from '#test/sources/freeswitch-records.ts'
import { readSourceFile } from '#test/sources/read-source-file.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { SourceEvent } from '../adapter.ts'
import { freeswitch } from './freeswitch.ts'

async function read(content: string | Buffer) {
  const result = await readSourceFile(freeswitch, content, sourceContext())
  expect(result.bytes).toBe(Buffer.byteLength(content))
  return result
}

const [caller, dialled] = answeredCall
const keys = [
  ['a-leg', 'a-leg'],
  ['a-leg', 'b-leg'],
]

function keysOf(events: readonly SourceEvent[]): string[][] {
  return events.map(({ callKey, eventKey }) => [callKey, eventKey])
}

/** Base64 in lines of 72 characters, as FreeSWITCH writes it. */
function base64Of(text: string): string {
  return `${Buffer.from(text).toString('base64').replaceAll(/.{72}/g, '$&\n')}\n`
}

/** Other lines than those of the rest of a line in Base64. */
function urlEncoded(text: string): string {
  return encodeURIComponent(text)
}

describe('a file of detail records', () => {
  const texts = answeredCall.map((record) => JSON.stringify(record))

  it.each([
    ['put together', texts.join('')],
    ['one a line, with Windows line ends', texts.join('\r\n')],
    ['as an array', JSON.stringify(answeredCall)],
    ['for people', answeredCall.map((record) => JSON.stringify(record, null, 2)).join('\n\n')],
    ['encoded for a form, as the error folder has those', texts.map(urlEncoded).join('\n')],
    ['in Base64, as the error folder has those', texts.map(base64Of).join('')],
    ['with a byte order mark', `\ufeff${texts.join('\n')}`],
  ])('is read %s', async (_, text) => {
    const { events, rejected, rows } = await read(text)
    expect(rejected).toEqual([])
    expect(keysOf(events)).toEqual(keys)
    expect(events.map(({ body }) => body)).toEqual(answeredCall)
    expect(rows).toBe(2)
  })

  it('is kept without the log of applications, keys of the media and what may be a card', async () => {
    const [record = detailRecord({ uuid: 'x', to: '1', start: 0, end: 1 })] = answeredCall
    const sdp = {
      switch_r_sdp: 'a=crypto:1 AES_CM_128 inline:c2VjcmV0',
      rtp_last_audio_crypto_key: 'c2VjcmV0',
    }
    const card = { digits_dialed: '1#4111111111111111' }
    const more = { app_log: { applications: [] }, callStats: { audio: {} } }
    const { events } = await read(
      JSON.stringify({ ...record, ...more, variables: { ...record.variables, ...sdp, ...card } }),
    )
    expect(events.map(({ body }) => body)).toEqual([
      { ...record, variables: { ...record.variables, digits_dialed: 'hidden' } },
    ])
  })

  it('is read whole when it is longer than what is read at a time', async () => {
    const many = Array.from({ length: 400 }, (_, n) =>
      JSON.stringify(detailRecord({ uuid: `leg ${n} é"{`, to: '1002', start: n, end: n + 1 })),
    )
    const { events, rejected } = await read(many.join('\n'))
    expect(rejected).toEqual([])
    expect(new Set(events.map(({ eventKey }) => eventKey)).size).toBe(400)
  })

  it('keeps what is broken with the line where it began, and reads the rest', async () => {
    const [first = '', second = ''] = texts
    const broken = [
      first,
      '{"variables": {"a": }}',
      'no record',
      '{"other": 1}',
      second,
      second.slice(0, 100),
    ]
    const { events, rejected } = await read(broken.join('\n'))
    expect(keysOf(events)).toEqual(keys)
    expect(rejected.map(({ line, code, raw }) => ({ line, code, raw }))).toEqual([
      { line: 2, code: 'malformedJson', raw: broken[1] },
      { line: 3, code: 'notALeg', raw: 'no record' },
      { line: 4, code: 'notALeg', raw: '{"other": 1}' },
      { line: 6, code: 'cutRecord', raw: broken[5] },
    ])
    for (const { description } of rejected) expect(description).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    ['emptyFile', ''],
    ['emptyFile', '\n \n'],
    ['notText', '\0\0\0\0'],
    ['notText', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
    ['wrongFormat', 'accountcode,src,dst\n'],
    ['wrongFormat', '<?xml version="1.0"?><cdr></cdr>'],
  ])('is refused as %s', async (code, content) => {
    await expect(read(content)).rejects.toMatchObject({ name: 'ImportFileError', code })
  })
})

describe('what an event socket sent', () => {
  const greeting = 'Content-Type: auth/request\n\nContent-Type: command/reply\nReply-Text: +OK accepted\n\n'

  it('has the same legs, whose values are decoded', async () => {
    const { events, rejected, warnings } = await read(greeting + answeredCall.map(plainEvent).join(''))
    expect(rejected).toEqual([])
    expect(warnings).toEqual([])
    expect(keysOf(events)).toEqual(keys)
    const { calls } = freeswitch.callsOf?.(events, sourceContext()) ?? { calls: [] }
    expect(calls).toMatchObject([
      {
        externalCallId: 'a-leg',
        callerName: 'Grace Hopper',
        trackingNumber: '+18005550100',
        talkDuration: 60,
      },
    ])
  })

  it('may be printed, with session descriptions in several lines', async () => {
    const printed = answeredCall
      .map((record) => decodeURIComponent(plainEvent(record)).replace(/^Content[^]*?\n\n/, ''))
      .map(
        (text) =>
          `RECV EVENT\n${text}variable_switch_r_sdp: v=0\no=root 1 1 IN IP4 198.51.100.7\n\na=ptime:20\n\n`,
      )
    const { events, rejected } = await read(printed.join(''))
    expect(rejected).toEqual([])
    expect(keysOf(events)).toEqual(keys)
  })

  it('has events that end no leg, which are counted and left out', async () => {
    const other = plainEvent(
      answeredCall[0] ?? detailRecord({ uuid: 'x', to: '1', start: 0, end: 1 }),
    ).replace('CHANNEL_HANGUP_COMPLETE', 'CHANNEL_ANSWER')
    const { events, warnings, rejected } = await read(`${greeting}${other}${other}`)
    expect({ events, rejected }).toEqual({ events: [], rejected: [] })
    expect(warnings).toEqual(['2 events do not end a leg (CHANNEL_HANGUP_COMPLETE), and were left out.'])
  })

  it('is rejected where it says no channel', async () => {
    const { events, rejected } = await read(
      'Event-Name: CHANNEL_HANGUP_COMPLETE\nHangup-Cause: NORMAL_CLEARING\n',
    )
    expect(events).toEqual([])
    expect(rejected).toMatchObject([{ line: 1, code: 'notALeg' }])
  })
})

describe('a file is recognised', () => {
  const recognises = (name: string, text: string) =>
    freeswitch.file?.recognises({ name, bytes: Buffer.from(text) })

  it('by its name and by how it begins', () => {
    expect(recognises('a_8f2a.cdr.json', '')).toBe(true)
    expect(recognises('x.json', JSON.stringify(caller))).toBe(true)
    expect(recognises('x.txt', urlEncoded(JSON.stringify(dialled)))).toBe(true)
    expect(recognises('x.txt', `Content-Length: 1\n\nEvent-Name: CHANNEL_ANSWER\n`)).toBe(true)
    expect(recognises('x.json', '{"calls": []}')).toBe(false)
    expect(recognises('Master.csv', '"","1001","1002"')).toBe(false)
  })
})
