import { Mapping } from '@callboard/contract/mappings'
import type { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { sourceContext } from '#test/sources/source-context.ts'
import type { FileBatch } from '../adapter.ts'
import { callsOfRows } from './calls-of-rows.ts'
import { readMapped } from './read-mapped.ts'
import { memoryBytes } from './rows/bytes-source.ts'

const source = sourceContext({ ownNumbers: ['+12125550100'] })

const column = (name: string) => ({ origin: { kind: 'columns' as const, columns: [name] } })

const plain: z.input<typeof Mapping> = {
  format: 'csv',
  timeFormats: ['iso'],
  numbers: { as: 'fromAndTo', from: column('from'), to: column('to') },
  fields: {
    externalCallId: [column('id')],
    startedAt: [column('start')],
    direction: [{ origin: { kind: 'constant', value: 'inbound' } }],
    talkDuration: [column('talk')],
    note: [column('note')],
  },
}

async function read(text: string | Uint8Array, mapping: z.input<typeof Mapping> = plain): Promise<FileBatch> {
  const batches: FileBatch[] = []
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for await (const batch of readMapped(memoryBytes(bytes), Mapping.parse(mapping), source))
    batches.push(batch)
  return {
    calls: batches.flatMap(({ calls }) => calls),
    events: batches.flatMap(({ events = [] }) => events),
    rejected: batches.flatMap(({ rejected }) => rejected),
    warnings: batches.flatMap(({ warnings = [] }) => warnings),
    rows: batches.reduce((sum, { rows }) => sum + rows, 0),
    bytes: batches.reduce((sum, batch) => sum + batch.bytes, 0),
  }
}

const head = 'id,start,from,to,talk,note\n'
const row = (id: string, start: string, note = '') => `${id},${start},+14155550142,+12125550100,5,${note}\n`
const fine = row('1', '2026-11-03 10:00:00')

async function idsAndReasons(text: string | Uint8Array, mapping?: z.input<typeof Mapping>) {
  const { calls, rejected } = await read(text, mapping)
  return {
    ids: calls.map(({ call }) => call.externalCallId),
    reasons: rejected.map(({ line, code }) => [line, code]),
  }
}

describe('a file in more than one encoding', () => {
  const windows = (text: string) => Buffer.from(text, 'latin1')
  const file = Buffer.concat([
    Buffer.from(head),
    windows(row('1', '2026-11-03 10:00:00', 'Grüße')),
    Buffer.from(row('2', '2026-11-03 10:05:00', 'Grüße')),
    Buffer.from(row('3', '2026-11-03 10:10:00', 'plain')),
    windows(row('4', '2026-11-03 10:15:00', 'SÃO PAULO')),
  ])

  it.each([
    [
      'windows-1252',
      'Letters are wrong in 1 line, where the file is UTF-8 and not Windows-1252 as the mapping says.',
    ],
    ['utf-8', 'Letters are missing in 2 lines, where the file is not UTF-8 as the mapping says.'],
  ] as const)('is read as %s with a warning of the other lines', async (encoding, warning) => {
    expect((await read(file, { ...plain, encoding })).warnings).toEqual([warning])
  })
})

it('a file with columns alone says so', async () => {
  expect((await read(head)).warnings).toEqual(['The file has columns, and no rows below them.'])
  expect((await read(`${head}${fine}`)).warnings).toEqual([])
})

describe('broken files', () => {
  it('a quoted field may span lines', async () => {
    const { calls, rejected } = await read(
      `${head}${row('1', '2026-11-03 10:00:00', '"two\nlines, ""one"" call"')}${fine}`,
    )
    expect(rejected).toEqual([])
    expect(calls[0]?.call.note).toBe('two\nlines, "one" call')
    expect(calls.map(({ line }) => line)).toEqual([2, 4])
  })

  it('a quote that is never closed costs its own line alone', async () => {
    expect(
      await idsAndReasons(
        `${head}${row('1', '2026-11-03 10:00:00', '"open')}${row('2', '2026-11-03 11:00:00')}${row('3', '2026-11-03 12:00:00', '"closed"')}`,
      ),
    ).toEqual({
      ids: ['2', '3'],
      reasons: [[2, 'unbalancedQuote']],
    })
  })

  it('a line with another number of columns is rejected, empty columns at its end are not', async () => {
    expect(
      await idsAndReasons(
        `${head}1,2026-11-03 10:00:00,+14155550142\n${row('2', '2026-11-03 10:00:00', ',,')}`,
      ),
    ).toEqual({
      ids: ['2'],
      reasons: [[2, 'columnCount']],
    })
  })

  it.each(['2026-02-31 10:00:00', '2026-11-03 24:00:00', '2026-13-01 10:00:00', 'yesterday'])(
    'a time that cannot be: %s',
    async (start) => {
      const { rejected } = await read(head + row('1', start))
      expect(rejected).toMatchObject([
        {
          line: 2,
          description: 'The value of “start” is not a time in the format ISO 8601.',
          value: JSON.stringify(start),
        },
      ])
    },
  )

  it('keys that somebody dialled are not shown beside what is wrong with them', async () => {
    const fields = { ...plain.fields, keysDialled: [column('note')] }
    const dialled = '4111'.repeat(60)
    const { rejected } = await read(head + row('1', '2026-11-03 10:00:00', dialled), { ...plain, fields })
    expect(rejected).toMatchObject([{ line: 2, code: 'invalidText', value: undefined }])
    expect(rejected[0]?.description).not.toContain('4111')
  })

  it('an hour that does not exist is read with the offset before the change', async () => {
    const { calls } = await read(head + row('1', '2026-03-08 02:30:00'))
    expect(calls[0]?.call.startedAt).toBe('2026-03-08T07:30:00.000Z')
  })

  it('a column that is gone fails the file, by name, before anything is read', async () => {
    const text = 'id,start,from,to,note\n1,2026-11-03 10:00:00,+14155550142,+12125550100,\n'
    await expect(read(text)).rejects.toThrow(
      'The column “talk” of the mapping is not in the file. Nothing of it was imported.',
    )
  })

  it.each([
    ['binary', Buffer.from([0, 1, 2, 3, 4, 5]), 'The file is not text.'],
    ['zip', Buffer.from('PK\u0003\u0004rest'), /ZIP archive/],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    ['UTF-16', Buffer.from([0xff, 0xfe, 0x61, 0]), /UTF-16/],
    ['empty', Buffer.alloc(0), 'The file is empty.'],
    ['blank', Buffer.from('\n\n'), 'The file has no lines.'],
  ])('%s', async (_, bytes, sentence) => {
    await expect(read(bytes)).rejects.toThrow(sentence)
  })

  it('a line without an end is cut, and costs itself alone', async () => {
    const long = row('1', '2026-11-03 10:00:00', 'x'.repeat(3_000_000))
    const { calls, rejected } = await read(head + long + fine)
    expect(calls).toHaveLength(1)
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([[2, 'lineTooLong']])
  })

  it('a number that a spreadsheet has rounded is not taken', async () => {
    const { rejected } = await read(`${head}1,2026-11-03 10:00:00,4.91713E+12,+12125550100,5,\n`)
    expect(rejected[0]?.code).toBe('roundedNumber')
  })
})

describe('JSON', () => {
  const mapping: z.input<typeof Mapping> = {
    ...plain,
    format: 'json',
    numbers: { as: 'fromAndTo', from: column('people[role=caller].number'), to: column('people.1.number') },
    fields: { ...plain.fields, externalCallId: [column('call.id')] },
  }
  const call = (id: number) => ({
    call: { id },
    start: '2026-11-03 10:00:00',
    talk: 5,
    people: [
      { role: 'caller', number: '+14155550142' },
      { role: 'callee', number: '+12125550100' },
    ],
  })
  const shapes: [string, string, string][] = [
    ['a call on each line', '', [1, 2].map((id) => JSON.stringify(call(id))).join('\n')],
    ['an array', '', JSON.stringify([call(1), call(2)])],
    ['an array over many lines', '', JSON.stringify([call(1), call(2)], null, 2)],
    ['objects one after another', '', [1, 2].map((id) => JSON.stringify(call(id), null, 2)).join('\n')],
    [
      'an array within a document',
      'data.calls',
      JSON.stringify({ data: { calls: [call(1), call(2)] } }, null, 1),
    ],
  ]

  it.each(shapes)('%s', async (_, rowsPath, text) => {
    const { calls, rejected } = await read(text, { ...mapping, rowsPath })
    expect(rejected).toEqual([])
    expect(calls.map((one) => one.call)).toMatchObject([
      { externalCallId: '1', callerNumber: '+14155550142', trackingNumber: '+12125550100', talkDuration: 5 },
      { externalCallId: '2' },
    ])
  })

  it('a line that is no JSON costs itself alone', async () => {
    const text = `${JSON.stringify(call(1))}\n{"broken": \n${JSON.stringify(call(2))}`
    expect(await idsAndReasons(text, mapping)).toEqual({ ids: ['1', '2'], reasons: [[2, 'malformedRow']] })
  })
})

describe('rows that are legs of one call', () => {
  const mapping: z.input<typeof Mapping> = {
    ...plain,
    fields: {
      ...plain.fields,
      status: [{ ...column('status'), otherwise: 'missed', words: [{ word: 'ok', value: 'answered' }] }],
      agent: [column('agent')],
      endedAt: [column('end')],
    },
    legsBy: ['id'],
  }
  const text = [
    'id,start,end,from,to,talk,note,status,agent',
    'a,2026-11-03 10:00:20,2026-11-03 10:01:00,+14155550142,+12125550100,40,,ok,Ada',
    'a,2026-11-03 10:00:00,2026-11-03 10:00:20,+14155550142,+12125550100,0,,no,Bob',
    'a,2026-11-03 10:01:00,2026-11-03 10:01:30,+14155550142,+12125550100,30,,ok,Eve',
  ].join('\n')

  it('begin with the first, end with the last, and were answered if one was', async () => {
    const { events = [], calls } = await read(text, mapping)
    expect(calls).toEqual([])
    expect(new Set(events.map(({ callKey }) => callKey))).toEqual(new Set(['a']))
    const orders = [events, events.toReversed(), [...events, ...events.slice(0, 1)].slice(1)]
    for (const order of orders)
      expect(callsOfRows(order, Mapping.parse(mapping), { ...source }).calls).toMatchObject([
        {
          externalCallId: 'a',
          startedAt: '2026-11-03T15:00:00.000Z',
          answeredAt: '2026-11-03T15:00:20.000Z',
          endedAt: '2026-11-03T15:01:30.000Z',
          talkDuration: 70,
          status: 'answered',
          agent: 'Ada',
        },
      ])
  })
})

describe('rules', () => {
  const call = async (rules: z.input<typeof Mapping>['fields'], cells: Record<string, string>) => {
    const all = {
      id: '1',
      start: '2026-11-03 10:00:00',
      from: '+14155550142',
      to: '+12125550100',
      talk: '5',
      note: '',
      ...cells,
    }
    const text = `${Object.keys(all).join('\t')}\n${Object.values(all).join('\t')}\n`
    const { calls, rejected } = await read(text, {
      ...plain,
      separator: '\t',
      fields: { ...plain.fields, ...rules },
    })
    return calls[0]?.call ?? rejected[0]?.description
  }

  it('the first that is not empty, a part of the text, and others only of some rows', async () => {
    expect(
      await call(
        {
          agent: [{ origin: { kind: 'columns', columns: ['a', 'b'] }, extract: '^(\\w+) \\(' }],
          status: [
            {
              origin: { kind: 'constant', value: 'voicemail' },
              when: { column: 'b', op: 'contains', values: ['101'] },
            },
            { origin: { kind: 'constant', value: 'failed' } },
          ],
        },
        { a: '', b: 'Ada (101)' },
      ),
    ).toMatchObject({ agent: 'Ada', status: 'voicemail' })
  })

  it('a date and a time in two columns, with the zone in a third', async () => {
    const { fields } = plain
    expect(
      await read('id,d,t,z,from,to,talk,note\n1,3.11.26,9:15 PM,EST,+14155550142,+12125550100,5,\n', {
        ...plain,
        timeFormats: ['D.M.YY h:mm A'],
        zone: { kind: 'column', column: 'z' },
        fields: { ...fields, startedAt: [{ origin: { kind: 'template', template: '{d} {t}' } }] },
      }),
    ).toMatchObject({ calls: [{ call: { startedAt: '2026-11-04T02:15:00.000Z' } }] })
  })

  it.each([
    ['2:35', 'm:ss', 155],
    ['1:02:03', 'h:mm:ss', 3723],
    ['1:30', 'h:mm', 5400],
    ['1.5', 'minutes', 90],
    ['2500', 'milliseconds', 3],
    ['1h 2m 3s', 'seconds', 3723],
    ['2 Min. 5 Sek.', 'seconds', 125],
    ['PT1M5S', 'seconds', 65],
    ['0', 'seconds', 0],
  ] as const)('the duration %s in %s', async (text, unit, seconds) => {
    expect(await call({ holdDuration: [{ ...column('hold'), unit }] }, { hold: text })).toMatchObject({
      holdDuration: seconds,
    })
  })

  it('a duration that is none is told with its column', async () => {
    expect(await call({ holdDuration: [{ ...column('hold'), unit: 'm:ss' }] }, { hold: '2:75' })).toBe(
      'The value of “hold” is not a duration.',
    )
  })

  it('a duration that is too long is told with the limit', async () => {
    expect(await call({ holdDuration: [column('hold')] }, { hold: '99999999' })).toBe(
      'The value of “hold” is longer than a call can last: 10,000,000 seconds at the most.',
    )
  })

  it('an id is made of columns, the same for the same values', async () => {
    const rule = { externalCallId: [{ origin: { kind: 'hash' as const, columns: ['start', 'from'] } }] }
    const [one, same, other] = [
      await call(rule, {}),
      await call(rule, {}),
      await call(rule, { from: '+14155550143' }),
    ]
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
  })

  it('the direction by one’s own numbers', async () => {
    const rule = { direction: [{ origin: { kind: 'ownNumbers' as const, from: 'from', to: 'to' } }] }
    expect(await call(rule, {})).toMatchObject({ direction: 'inbound', callerNumber: '+14155550142' })
    expect(await call(rule, { from: '2125550100', to: '4155550142' })).toMatchObject({
      direction: 'outbound',
      targetNumber: '+14155550142',
      trackingNumber: '+12125550100',
    })
    expect(await call(rule, { to: '+13125550186' })).toMatch(/^Neither “/)
  })
})
