import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { sourceContext } from '#test/sources/source-context.ts'
import { asteriskFixture, samplesIn } from '#test/sources/samples.ts'
import type { FileBatch, SourceContext } from '../adapter.ts'
import { readCdr } from './read-cdr.ts'
import { startBytes } from '../../../lib/files/start-of-file.ts'
import { firstLines, recogniseLayout } from './recognise-layout.ts'
import { readingOf } from './source-rules.ts'

/** In pieces of any size, so that a line or a letter may lie in two. */
async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file: Uint8Array | string, given: Partial<SourceContext> = {}, pieceSize = 1000) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const batches: FileBatch[] = []
  const context = sourceContext(given)
  const recognised = recogniseLayout(firstLines(bytes.subarray(0, startBytes)), context, readingOf(context))
  for await (const batch of readCdr(piecesOf(bytes, pieceSize), context, recognised)) {
    batches.push(batch)
  }
  const calls = batches.flatMap((batch) => batch.calls.map(({ call }) => CallInput.parse(call)))
  const sum = (of: (batch: FileBatch) => number) => batches.reduce((total, batch) => total + of(batch), 0)
  return {
    batches,
    calls,
    rejected: batches.flatMap((batch) => batch.rejected),
    legs: sum((batch) => batch.rows),
    bytes: sum((batch) => batch.bytes),
    warnings: batches.at(-1)?.warnings,
  }
}

const lines = asteriskFixture('master-21-fields.csv').toString().trimEnd().split('\n')
const textOf = (some: readonly string[]) => some.map((line) => `${line}\n`).join('')

describe('readCdr', () => {
  it.each([21, 18, 16])('makes thirteen calls of twenty-one legs of %i fields', async (fields) => {
    const { calls, rejected, legs } = await read(asteriskFixture(`master-${fields}-fields.csv`))
    expect({ calls: calls.length, rejected, legs }).toEqual({ calls: 13, rejected: [], legs: 21 })
    const statuses = calls.map((call) => call.status)
    expect(
      Object.fromEntries(
        Map.groupBy(statuses, (status) => status)
          .entries()
          .map(([k, v]) => [k, v.length]),
      ),
    ).toEqual({ answered: 7, missed: 2, abandoned: 1, voicemail: 1, busy: 1, failed: 1 })
    expect(calls.reduce((total, call) => total + (call.talkDuration ?? 0), 0)).toBe(
      180 + 60 + 120 + 90 + 60 + 30 + 30,
    )
    expect(calls.find((call) => call.callerNumber === '+14155550101')).toMatchObject({
      trackingNumber: '+12125550142',
      callerName: 'Ada Example',
      startedAt: '2026-03-10T13:00:00.000Z',
      answeredAt: '2026-03-10T13:00:08.000Z',
      endedAt: '2026-03-10T13:03:08.000Z',
    })
  })

  it('names a call by its linked id, and without ids by its channel and start', async () => {
    const idsOf = async (name: string) =>
      (await read(asteriskFixture(name))).calls.map((call) => call.externalCallId)
    expect(await idsOf('master-21-fields.csv')).toContain('pbx1-1773153000.45')
    expect(await idsOf('master-16-fields.csv')).toContain('PJSIP/trunk-00000045@2026-03-10 10:30:00')
  })

  it('does not depend on where the stream is cut', async () => {
    const file = asteriskFixture('master-21-fields.csv')
    const whole = await read(file, {}, file.length)
    for (const size of [1, 7, 512, 1023, 1025]) {
      const { calls, bytes } = await read(file, {}, size)
      expect(calls).toEqual(whole.calls)
      expect(bytes).toBe(file.length)
    }
  })

  it('gives the same calls of a file that has grown, and the rest of those that were not over', async () => {
    const grown = new Map((await read(textOf(lines))).calls.map((call) => [call.externalCallId, call]))
    for (let length = 1; length < lines.length; length++) {
      const { calls } = await read(textOf(lines.slice(0, length)))
      for (const call of calls) {
        const later = grown.get(call.externalCallId)
        expect(later?.startedAt).toBe(call.startedAt)
        expect(later?.duration).toBeGreaterThanOrEqual(call.duration ?? 0)
      }
    }
  })

  it('reads Windows line ends, a byte order mark, empty lines and no line end at the end', async () => {
    const { calls, rejected } = await read(`\ufeff${lines.join('\r\n\r\n')}`)
    expect(calls).toEqual((await read(textOf(lines))).calls)
    expect(rejected).toEqual([])
  })

  it('gives at most a thousand calls in a batch', async () => {
    const line = lines[0] ?? ''
    const many = Array.from({ length: 2500 }, (_, n) =>
      line.replaceAll('1773147600.1', `17731476${n + 1000}.1`),
    )
    const { batches, calls } = await read(textOf(many))
    expect(calls).toHaveLength(2500)
    expect(Math.max(...batches.map((batch) => batch.calls.length))).toBe(1000)
  })

  it('finds out by the ids that the zone is another one', async () => {
    expect((await read(textOf(lines))).warnings).toEqual([])
    expect((await read(textOf(lines), { timeZone: 'America/Los_Angeles' })).warnings).toEqual([
      expect.stringContaining('differ from its ids by 180 minutes'),
    ])
    expect((await read(asteriskFixture('master-16-fields.csv'))).warnings).toEqual([])
  })
})

describe('a line that cannot be read', () => {
  it('costs nothing but itself', async () => {
    const broken = [
      '"a quote that is open',
      'no line at all',
      lines[3]?.replace('2026-03-10', 'yesterday') ?? '',
    ]
    const file = textOf([...lines.slice(0, 2), ...broken, ...lines.slice(2)])
    const { calls, rejected, legs } = await read(file)
    expect(calls).toEqual((await read(textOf(lines))).calls)
    expect(legs).toBe(21)
    expect(rejected.map(({ line, raw, code }) => ({ line, raw, code }))).toEqual([
      { line: 3, raw: broken[0], code: 'unbalancedQuote' },
      { line: 4, raw: broken[1], code: 'fieldCount' },
      { line: 5, raw: broken[2], code: 'badTime' },
    ])
  })

  it('is rejected with its text when the file ends in it, wherever that is', async () => {
    const last = lines.at(-1) ?? ''
    const before = textOf(lines.slice(0, -1))
    // Behind the last comma only figures are missing, which nobody can tell.
    for (let length = 1; length <= last.lastIndexOf(','); length += 3) {
      const cut = last.slice(0, length)
      const { rejected, legs } = await read(before + cut, {}, 10_000)
      expect(legs).toBe(20)
      expect(rejected).toMatchObject([{ line: 21, raw: cut, code: 'cutLine' }])
    }
  })

  it('may be a field with a line break in it', async () => {
    const broken = lines[0]?.replace('Ada Example', 'Ada\nExample') ?? ''
    const { calls, rejected } = await read(textOf([broken, ...lines.slice(1)]))
    expect(calls[0]?.callerName).toBe('Ada\nExample')
    expect(rejected).toEqual([])
  })

  it('holds bytes that are no UTF-8 in a name', async () => {
    const [before, after] = textOf(lines).split('Ada Example')
    const bytes = Buffer.concat([Buffer.from(`${before}Jos`), Buffer.from([0xe9]), Buffer.from(after ?? '')])
    expect((await read(bytes)).calls[0]?.callerName).toBe('Jos\ufffd')
  })

  it('may be the zeros that a crash leaves', async () => {
    const { calls, rejected } = await read(textOf([...lines, '\0'.repeat(100)]))
    expect(calls).toHaveLength(13)
    expect(rejected).toMatchObject([{ code: 'binary', raw: '␀'.repeat(100) }])
  })

  it('is given as rejected when it is all there is', async () => {
    const { calls, rejected } = await read('Dear Sir,\nplease find attached\n')
    expect(calls).toEqual([])
    expect(rejected).toMatchObject([{ line: 1, code: 'fieldCount' }, { line: 2 }])
  })
})

describe('a file that is no Master.csv', () => {
  it.each([
    ['emptyFile', ''],
    ['emptyFile', '\n\n  \n'],
    ['emptyFile', '\n'.repeat(5000)],
    ['notText', '\x1f\x8b\x08\x00\x00'],
    ['notText', 'PK\x03\x04rest'],
    ['notText', '%PDF-1.7'],
    ['notText', '\0'.repeat(3000)],
    ['notText', '\x01\x02\x03\x04\x05\x06 some letters'],
    ['wrongFormat', '<!doctype html>\n<html></html>'],
    ['wrongFormat', '  {"calls": []}'],
    ['wrongFormat', '[\n1\n]'],
    ['wrongFormat', 'Date,Caller,Number\n'.repeat(60)],
  ])('is refused as %s', async (code, file) => {
    const reading = read(Buffer.from(file, 'latin1'))
    await expect(reading).rejects.toMatchObject({ name: 'ImportFileError', code })
    await expect(reading).rejects.toThrow(/^[A-Z].*\.$/)
  })

  it('may be in UTF-16', async () => {
    const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('"a","b"\n', 'utf16le')])
    await expect(read(file)).rejects.toMatchObject({ code: 'notText' })
  })
})

const samples = samplesIn('asterisk/')

samples.describe('real files', () => {
  const russian = { timeZone: 'UTC', country: 'RU' } as const

  it('make 36 calls of 84 legs', async () => {
    const { calls, rejected, legs, warnings } = await read(samples.read('master-21-fields.csv'), russian)
    expect({ calls: calls.length, legs, rejected, warnings }).toEqual({
      calls: 36,
      legs: 84,
      rejected: [],
      warnings: [],
    })
    const count = (status: string) => calls.filter((call) => call.status === status).length
    expect(['answered', 'missed', 'abandoned', 'busy'].map(count)).toEqual([24, 5, 6, 1])
    expect(new Set(calls.map((call) => call.externalCallId)).size).toBe(36)
  })

  it('know the Russian trunk prefix and the Local halves', async () => {
    const { calls } = await read(samples.read('master-21-fields.csv'), russian)
    const answered = calls.find((call) => call.externalCallId === '1706407446.50')
    expect(answered?.callerNumber).toMatch(/^\+79\d{9}$/)
    expect(answered).toMatchObject({
      trackingNumber: '211553',
      targetNumber: '301',
      agent: '301',
      status: 'answered',
      startedAt: '2024-01-28T02:04:06.000Z',
      answeredAt: '2024-01-28T02:04:12.000Z',
      duration: 23,
      ringDuration: 6,
      talkDuration: 17,
    })
    expect(calls.find((call) => call.externalCallId === 'mainserverdss-1706443058.100')).toMatchObject({
      status: 'busy',
    })
  })

  it('make the same calls without linkedid, and without any id', async () => {
    const file = samples.read('master-21-fields.csv').toString()
    const withUniqueId = file.replace(/,"","[^"]*",\d+$/gm, '')
    const withoutIds = withUniqueId.replace(/,"[^"]*",""$/gm, '')
    const { calls } = await read(file, russian)
    const shapeOf = (some: typeof calls) =>
      some
        .map((one) => ({ ...one, externalCallId: '' }))
        .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
    expect(shapeOf((await read(withUniqueId, russian)).calls)).toEqual(shapeOf(calls))
    expect(shapeOf((await read(withoutIds, russian)).calls)).toEqual(shapeOf(calls))
  })

  it('make two calls of two lines with 18 fields', async () => {
    const { calls, rejected } = await read(samples.read('master-18-fields.csv'))
    expect(calls.map((call) => call.externalCallId)).toEqual(['1270167992.0', '1270168442.0'])
    expect(rejected).toEqual([])
  })

  it('keep the malformed line', async () => {
    const { calls, rejected } = await read(samples.read('malformed.csv'))
    expect(calls).toEqual([])
    expect(rejected).toMatchObject([{ line: 1, code: 'unbalancedQuote' }])
    expect(`${rejected[0]?.raw}\n`).toBe(samples.read('malformed.csv').toString())
  })
})
