import { callDetails, callFields, type Filter } from '@callboard/contract/calls'
import { dimensionNames } from '@callboard/contract/field-names'
import { filterOperators } from '@callboard/contract/fields'
import { canonicalFilter } from '@callboard/contract/filter-text'
import { RunReportAnswer } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvRows } from '#test/csv-rows.ts'
import { expectOk, errorsOf } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { inChunks } from '#test/in-chunks.ts'
import { some, times } from '#test/soak.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'
import { inOrder } from '#test/in-order.ts'

/** What a spreadsheet runs unless an apostrophe stands before it. */
const formulas = [
  '=1+1',
  '@sum',
  '-2+3',
  '+1 555 evil',
  '\ttabbed',
  ' =1+1',
  '\u00A0=1+2',
  '\u200B=1+3',
  '\uFEFF=1+4',
  ' \r\n=1+5',
  '\n@sum',
  '＝1+1',
  '＋1+2',
  '－1+3',
  '\u3000＠sum',
  '﹦1+1',
  '|=1',
  ' | calc',
  '｜=1',
  '−1',
  '➕1',
  '\t➖1',
  '⁼1',
]

/** Each the campaign, the source, the caller's name and the tag of one call. */
const oddTexts = [
  ...formulas,
  '+15551234567',
  '-12.50',
  'a=b',
  '50%_off',
  '50% off',
  '50xyoff',
  'a_b',
  'aXb',
  'back\\slash',
  'back\\\\slash',
  "quo'te",
  'dou"ble',
  'emo😀ji',
  'tab\there',
  'two\nlines',
  '{p0:String}',
  '${x}',
  "'; DROP TABLE calls; --",
  'NULL',
  '\\N',
  'ÜNÏcode',
  '%',
  '_',
]

let test: Portal
let admin: Person
let customer: { id: string; code: string; name: string }

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  customer = await test.make.customer({ name: '=HYPERLINK("x")' })
  await test.make.entity({ type: 'location', code: 'main', name: '@evil', customerId: customer.id })
  const calls = oddTexts.map((text) =>
    buildCall({
      campaign: text,
      source: text,
      callerName: text,
      tags: [text],
      location: 'main',
      value: '10.50',
      currency: 'USD',
    }),
  )
  await test.sendCalls(await test.make.apiKey(customer.id), calls)
})

const period = { from: '2026-03-10', to: '2026-03-11' }

async function details(body: object, accept = 'application/json'): Promise<Answer> {
  return await admin.ask({
    path: callDetails.path,
    body: { ...period, columns: ['campaign'], ...body },
    headers: { accept },
  })
}

async function report(body: object, accept = 'application/json'): Promise<Answer> {
  const definition = { dimensions: [{ field: 'time', grain: 'hour' }], measures: ['calls'] }
  const asked = { definition, parameters: { dateRange: { from: '2026-03-10', to: '2026-03-11' } }, ...body }
  return await admin.ask({ path: '/api/reporting/runreport', body: asked, headers: { accept } })
}

describe('a filter', () => {
  const oddValues = [
    ...oddTexts.slice(0, 16),
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(500),
    'NaN',
    'Infinity',
    '-0',
    '0x10',
    '1e5',
    '99999999999999.9999',
    '999999999999999',
    '9999999999999999',
    -1,
    0.1,
    1e308,
    1e-7,
    2 ** 53,
    -(2 ** 53) + 1,
    null,
    true,
    'false',
    '2026-03-10T15:00:00.000Z',
    '0001-01-01T00:00:00Z',
    '2026-03-10',
    '9999-12-31T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
    'not-an-id',
    '10.50',
    '10.5',
    70_000,
  ]

  it(
    'by any field, with any operator and any value, finds calls or is refused',
    { tags: ['soak'] },
    async () => {
      const names = [
        ...new Set<string>([...callFields, ...dimensionNames, 'missed', 'missedNotReturned', 'tag']),
      ]
      let at = 0
      const filters = names.flatMap((field): object[] =>
        filterOperators.flatMap((op): object[] => {
          if (op === 'isNull' || op === 'notNull') return [{ field, op, values: [] }]
          if (op === 'in' || op === 'notIn')
            return [
              { field, op, values: oddValues },
              { field, op, values: [null] },
            ]
          // Over the fields and operators every value has its turn.
          return Array.from({ length: times(1, oddValues.length) }, () => ({
            field,
            op,
            values: [oddValues[at++ % oddValues.length]],
          }))
        }),
      )
      // Each field with a third of the operators, another third than the field before; or all.
      await inChunks(some(filters, filters.length / 3), async (filter) => {
        const answer = await details({ filters: [filter], pageSize: 1 })
        if (answer.status === 200) return
        expect([filter, answer.status]).toEqual([filter, 400])
        expect(['invalid', 'unknownReportField']).toContain(errorsOf(answer)[0]?.code)
      })
    },
  )

  it('by each kind of field finds what is the same', async () => {
    const same: [string, unknown][] = [
      ['value', '10.5'],
      ['value', 10.5],
      ['value', '10.5000'],
      ['duration', 60],
      ['duration', '60'],
      ['startedAt', '2026-03-10T15:00:00Z'],
      ['answered', true],
      ['firstTime', 'false'],
      ['customer', customer.id.toUpperCase()],
      ['hourOfDay', 15],
    ]
    for (const [field, value] of same) {
      for (const op of ['eq', 'in'] as const) {
        const page = callDetails.response.parse(
          expectOk(await details({ filters: [{ field, op, values: [value] }], withTotal: true })),
        )
        expect([field, value, page.total]).not.toEqual([field, value, 0])
      }
    }
  })

  it('finds the same calls in the form that addresses have', async () => {
    const count = async (filter: Filter) => {
      const answer = await details({ filters: [filter], withTotal: true, pageSize: 1 })
      return callDetails.response.parse(expectOk(answer)).total
    }
    const written: Filter[] = [
      { field: 'firstTime', op: 'ne', values: [true] },
      { field: 'firstTime', op: 'notIn', values: ['false', null] },
      { field: 'answered', op: 'ne', values: ['false'] },
      { field: 'missedNotReturned', op: 'eq', values: ['true'] },
      { field: 'campaign', op: 'eq', values: [null] },
      { field: 'campaign', op: 'notIn', values: [null] },
      { field: 'campaign', op: 'in', values: ['%', '%', null] },
      { field: 'duration', op: 'ne', values: ['60'] },
      { field: 'value', op: 'in', values: [10.5] },
      { field: 'tag', op: 'notIn', values: ['NULL'] },
    ]
    for (const filter of written) {
      const canonical = canonicalFilter(filter)
      expect(canonical).not.toEqual(filter)
      expect([filter, await count(canonical)]).toEqual([filter, await count(filter)])
    }
  })

  it('leaves what it denies to its opposite, and no call to neither, also those without a value', async () => {
    const startedAt = '2026-04-10T15:00:00.000Z'
    const full = { startedAt, value: '10.50', currency: 'USD', talkDuration: 30, campaign: 'a', tags: ['a'] }
    const other = { ...full, value: '7', talkDuration: 31, campaign: 'b', tags: ['b'] }
    await test.customerWith([full, other, { startedAt }])
    const count = async (filter: object) => {
      const april = { from: '2026-04-10', to: '2026-04-11' }
      const answer = await details({ ...april, filters: [filter], withTotal: true, pageSize: 1 })
      return callDetails.response.parse(expectOk(answer)).total
    }
    for (const [field, value] of [
      ['value', '10.5'],
      ['talkDuration', 30],
      ['campaign', 'a'],
      ['tag', 'a'],
    ] as const) {
      const counts = [
        await count({ field, op: 'isNull', values: [] }),
        await count({ field, op: 'eq', values: [value] }),
        await count({ field, op: 'ne', values: [value] }),
        await count({ field, op: 'in', values: [value, null] }),
        await count({ field, op: 'notIn', values: [value, null] }),
      ]
      expect([field, ...counts]).toEqual([field, 1, 1, 2, 2, 1])
    }
  })

  it('of many values at once is taken', async () => {
    const lists: [string, (at: number) => unknown][] = [
      ['startedAt', (at) => new Date(Date.UTC(2026, 2, 1) + at * 1000).toISOString()],
      ['source', (at) => `${'é'.repeat(5)}${at}`],
      ['value', (at) => `${at}.50`],
      ['id', (at) => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`],
    ]
    for (const [field, value] of lists) {
      const values = Array.from({ length: 1000 }, (_, at) => value(at))
      expectOk(await details({ filters: Array.from({ length: 15 }, () => ({ field, op: 'in', values })) }))
    }
  })

  it('takes every sign of a text for itself', { tags: ['soak'] }, async () => {
    const fields = ['campaign', 'callerName', 'tag']
    const holds: Record<string, (one: string, text: string) => boolean> = {
      eq: (one, text) => one === text,
      ne: (one, text) => one !== text,
      contains: (one, text) => one.toLowerCase().includes(text.toLowerCase()),
      startsWith: (one, text) => one.toLowerCase().startsWith(text.toLowerCase()),
    }
    const texts = [...oddTexts, '%_', '0%', '_o', '\\', "'", '\u0000', 'ünï', 'EMO😀']
    const asked = texts.flatMap((text, at) =>
      Object.entries(holds).flatMap(([op, isHeld], turn) => {
        const wanted = oddTexts.filter((one) => isHeld(one, text))
        // In turns: each text with each operator, each field with each operator.
        const taken = times(0, 1) === 1 ? fields : fields.slice((at + turn) % 3).slice(0, 1)
        return taken.map((field) => ({ filter: { field, op, values: [text] }, wanted }))
      }),
    )
    await inChunks(asked, async ({ filter, wanted }) => {
      const page = callDetails.response.parse(expectOk(await details({ filters: [filter], pageSize: 100 })))
      const found = page.items.map((call) => call.campaign)
      expect([filter, inOrder(found)]).toEqual([filter, inOrder(wanted)])
    })
  })

  it('and a keyword and a parameter take them for themselves as well', async () => {
    // Digits are looked for in numbers as well, and space around a keyword is none of it.
    const words = oddTexts.filter((one) => one.trim() === one && !/^[\d\s().+-]{3,}$/.test(one))
    await inChunks(words, async (text) => {
      const byKeyword = callDetails.response.parse(expectOk(await details({ keyword: text, pageSize: 100 })))
      const wanted = oddTexts.filter((one) => one.toLowerCase().includes(text.toLowerCase()))
      expect(byKeyword.items).toHaveLength(wanted.length)
      const parameters = { dateRange: period, campaign: [text] }
      const body = { definition: { measures: ['calls'] }, parameters }
      expect(RunReportAnswer.parse(expectOk(await report(body))).rows).toEqual([[1]])
    })
  })
})

it('a keyword finds a number however it is written, whole or in part', async () => {
  const found = async (keyword: string) => {
    const answer = await details({ keyword, withTotal: true, pageSize: 1 })
    return callDetails.response.parse(expectOk(answer)).total
  }
  for (const keyword of ['+1 (212) 555-0147', '212.555.0147', '12125550147', '555 0147'])
    expect([keyword, await found(keyword)]).toEqual([keyword, oddTexts.length])
  expect(await found('+1 (212) 555-0148')).toBe(0)
})

describe('a cell of a file', () => {
  const neutral = (text: string) => (formulas.includes(text) ? `'${text}` : text)

  it('is no formula, and a number of a telephone stays one', async () => {
    const columns = ['callerName', 'source', 'tags', 'customerName', 'trackingNumber', 'callerNumber']
    const [, ...rows] = csvRows((await details({ columns }, 'text/csv')).text)
    const wanted = oddTexts.map((text) => [
      neutral(text),
      neutral(text),
      neutral(text),
      customer.code,
      `'${customer.name}`,
      '+18005550100',
      '+12125550147',
    ])
    expect(inOrder(rows)).toEqual(inOrder(wanted))
  })

  it('is no formula in a report, for whatever stands in a name', async () => {
    const definition = {
      dimensions: [{ field: 'source' }, { field: 'customer' }, { field: 'location' }],
      measures: ['calls'],
    }
    const answer = await report({ definition, parameters: { dateRange: period } }, 'text/csv')
    const [, ...rows] = csvRows(answer.text)
    const wanted = oddTexts.map((text) => [
      neutral(text),
      customer.code,
      `'${customer.name}`,
      'main',
      "'@evil",
      '1',
    ])
    expect(inOrder(rows)).toEqual(inOrder(wanted))
  })
})
