import { CallInput } from '@callboard/contract/calls'
import { Mapping, type MappingEncoding } from '@callboard/contract/mappings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { assertCases } from '#test/soak.ts'
import { readSourceFile, sourceOf } from '#test/sources/read-source-file.ts'
import { mapped } from './mapped.ts'

const column = (name: string) => ({ origin: { kind: 'columns' as const, columns: [name] } })

/** What every call that is written here has. */
const callsToWrite = fc.array(
  fc.record({
    id: fc.uuid(),
    second: fc.integer({ min: 0, max: 3_000_000 }),
    direction: fc.constantFrom('inbound', 'outbound'),
    status: fc.constantFrom('answered', 'missed', 'busy', 'voicemail'),
    talk: fc.integer({ min: 0, max: 20_000 }),
    line: fc.integer({ min: 1000, max: 9999 }),
    note: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll(/[\0\r]/g, '').trim()),
  }),
  { minLength: 1, maxLength: 20 },
)

const shapes = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  encoding: fc.constantFrom<MappingEncoding>('utf-8', 'utf-16le', 'utf-16be'),
  hasHeader: fc.boolean(),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  order: fc.shuffledSubarray(['id', 'start', 'contact', 'own', 'way', 'end', 'talk', 'note'], {
    minLength: 8,
  }),
  isSplit: fc.boolean(),
  unit: fc.constantFrom('seconds' as const, 'm:ss' as const),
})

const words = { answered: 'Beantwortet', missed: 'Verpasst', busy: 'Besetzt', voicemail: 'AB' }

describe('any file', () => {
  it('that a mapping describes is read back as the calls that were written', { tags: ['soak'] }, async () => {
    await assertCases(
      fc.asyncProperty(callsToWrite, shapes, async (calls, shape) => {
        const { text, mapping } = written(calls, shape)
        const source = sourceOf(mapped, { mapping: Mapping.parse(mapping) })
        const { calls: found, rejected } = await readSourceFile(mapped, text, source)
        expect(rejected).toEqual([])
        expect(found.map((call) => CallInput.parse(call))).toMatchObject(
          calls
            .toSorted((a, b) => (a.id < b.id ? -1 : 1))
            .map(({ id, second, direction, status, talk, line, note }) => ({
              externalCallId: id,
              startedAt: new Date(Date.UTC(2026, 0, 15) + second * 1000).toISOString(),
              direction,
              status,
              talkDuration: talk,
              trackingNumber: '+12125550100',
              [direction === 'inbound' ? 'callerNumber' : 'targetNumber']: `+1415555${line}`,
              ...(note === '' ? {} : { note }),
            })),
        )
      }),
      { few: 60, many: 5000 },
    )
  })
})

type Written = typeof callsToWrite extends fc.Arbitrary<infer Calls> ? Calls : never
type Shape = typeof shapes extends fc.Arbitrary<infer One> ? One : never

function written(calls: Written, shape: Shape): { text: Uint8Array; mapping: z.input<typeof Mapping> } {
  const { separator, encoding, hasHeader, lineBreak, order, unit } = shape
  const quoted = (text: string) =>
    /["\n]/.test(text) || text.includes(separator) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text
  const rows = calls.map(({ id, second, direction, status, talk, line, note }) => {
    const start = new Date(Date.UTC(2026, 0, 15) + second * 1000).toISOString()
    const cells: Record<string, string> = {
      id,
      start: `${start.slice(8, 10)}.${start.slice(5, 7)}.${start.slice(0, 4)} ${start.slice(11, 19)}`,
      contact: `415 555-${line}`,
      own: '+12125550100',
      way: direction === 'inbound' ? 'IN' : 'OUT',
      end: words[status],
      talk:
        unit === 'seconds' ? String(talk) : `${Math.floor(talk / 60)}:${String(talk % 60).padStart(2, '0')}`,
      note,
    }
    return order.map((name) => quoted(cells[name] ?? '')).join(separator)
  })
  const all = `${[...(hasHeader ? [order.join(separator)] : []), ...rows].join(lineBreak)}${lineBreak}`
  const little = Buffer.from(all, encoding === 'utf-8' ? 'utf8' : 'utf16le')
  return {
    text: encoding === 'utf-16be' ? little.swap16() : little,
    mapping: {
      format: 'csv',
      separator,
      encoding,
      hasHeader,
      columns: order,
      timeFormats: ['D.M.YYYY H:mm:ss'],
      zone: { kind: 'fixed', timeZone: 'UTC' },
      numbers: { as: 'contactAndOwn', contact: column('contact'), own: column('own') },
      fields: {
        externalCallId: [column('id')],
        startedAt: [column('start')],
        direction: [{ ...column('way'), words: [{ word: 'in', value: 'inbound' }], otherwise: 'outbound' }],
        status: [
          { ...column('end'), words: Object.entries(words).map(([value, word]) => ({ word, value })) },
        ],
        talkDuration: [{ ...column('talk'), unit }],
        note: [column('note')],
      },
    },
  }
}
