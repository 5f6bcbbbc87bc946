import { callDetails } from '@callboard/contract/calls'
import { CallersAnswer, type CallersQuery, callerSorts, listCallers } from '@callboard/contract/callers'
import { type AskedFigure, countedCallers, countedCalls } from '@callboard/contract/report-drill'
import type { ReportDefinition } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { csvRows } from '#test/csv-rows.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import type { SentCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let customer: string

const march = { from: '2026-03-01', to: '2026-04-01' }
const at = (day: number, hour = 15) =>
  `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`
const [ada, bea, cal] = ['+12125550101', '+12125550102', '+12125550103'] as const

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  const usd = { currency: 'USD' }
  const calls: Partial<SentCall>[] = [
    {
      callerNumber: ada,
      source: 'radio',
      campaign: 'spring',
      startedAt: at(2),
      value: '10.00',
      ...usd,
      callerName: 'A. L.',
    },
    { callerNumber: ada, source: 'radio', campaign: 'spring', startedAt: at(9), status: 'missed' },
    {
      callerNumber: ada,
      source: 'web',
      campaign: 'autumn',
      startedAt: at(5),
      value: '2.50',
      ...usd,
      callerName: 'Ada King',
    },
    { callerNumber: bea, source: 'radio', campaign: 'autumn', startedAt: at(3), status: 'missed' },
    {
      callerNumber: cal,
      source: 'tv',
      campaign: null,
      startedAt: at(10),
      value: '4.00',
      currency: 'CAD',
      callerName: 'Cal',
    },
    { callerNumber: 'front desk', source: 'tv', startedAt: at(11) },
    { callerNumber: 'Front Desk', source: 'print', startedAt: at(12) },
    { callerNumber: null, source: 'radio', campaign: 'spring', startedAt: at(4) },
    { callerNumber: 'anonymous', source: 'web', startedAt: at(4) },
    { callerNumber: '+12125550199', direction: 'outbound', source: 'radio', startedAt: at(4) },
    { callerNumber: bea, source: 'radio', startedAt: '2026-02-10T15:00:00.000Z', callerName: 'Bea' },
    { callerNumber: '+12125550177', source: 'flyer', startedAt: '2026-02-11T15:00:00.000Z' },
  ]
  customer = await test.customerWith(calls)
})

type Asked = Partial<z.input<typeof CallersQuery>>

async function ask(asked: Asked, { token = admin.token, accept = 'application/json' } = {}) {
  return await test.ask({
    path: listCallers.path,
    body: { ...(asked.period === undefined && march), ...asked },
    token,
    headers: { accept },
  })
}

async function callers(asked: Asked = {}) {
  return CallersAnswer.parse(expectOk(await ask(asked)))
}

async function run(definition: z.input<typeof ReportDefinition>) {
  const body = { definition, parameters: { dateRange: march, customer } }
  return await test.runReport(body, admin.token)
}

const direction = (op: 'eq' | 'in', values: string[]) => ({ field: 'direction', op, values })

describe('the list of callers', () => {
  it('tells of each how many calls, how many answered, the first, the last and their value', async () => {
    const answer = await callers()
    expect(answer.columns.map(({ label, type }) => [label, type])).toEqual([
      ['Caller number', 'phone'],
      ['Calls', 'integer'],
      ['Answered', 'integer'],
      ['First call in period', 'time'],
      ['Last call in period', 'time'],
      ['Value', 'money'],
    ])
    expect(answer.rows[0]).toEqual([ada, 3, 2, at(2), at(9), [{ amount: '12.50', currency: 'USD' }]])
    expect(answer.rows.slice(1).map(([number, calls]) => [number, calls])).toEqual([
      [bea, 1],
      [cal, 1],
      ['Front Desk', 1],
      ['front desk', 1],
    ])
    expect(answer.totals?.slice(0, 5)).toEqual([null, 7, 5, at(2), at(12)])
    expect(answer.meta).toMatchObject({ rowCount: 5, reportName: 'Callers', timeZone: 'America/New_York' })
  })

  it('names each as the newest call did that has a name, of these calls alone', async () => {
    expect((await callers()).names).toEqual({ [ada]: 'Ada King', [cal]: 'Cal' })
    const page = { number: 1, size: 1 }
    expect((await callers({ page })).names).toEqual({ [ada]: 'Ada King' })
    const filters = [{ field: 'campaign', op: 'eq' as const, values: ['spring'] }]
    expect((await callers({ filters })).names).toEqual({ [ada]: 'A. L.' })
    const february = { period: { from: '2026-02-01', to: '2026-03-01' } }
    expect((await callers(february)).names).toEqual({ [bea]: 'Bea' })
  })

  it('is of inbound calls, whatever is asked: a number that calls were placed from is no caller', async () => {
    const numbers = async (filters: Asked['filters']) =>
      (await callers({ filters })).rows.map(([number]) => number)
    expect(await numbers([{ field: 'source', op: 'eq', values: ['radio'] }])).toEqual([ada, bea])
    expect(await numbers([direction('in', ['inbound', 'outbound'])])).toHaveLength(5)
    expect(await numbers([direction('eq', ['inbound'])])).toHaveLength(5)
    expect(await numbers([direction('eq', ['outbound'])])).toEqual([])
  })

  it('has as many callers as a figure of unique callers says: of a row, a column across, others and totals', async () => {
    const answer = await run({
      dimensions: [{ field: 'source' }],
      measures: ['calls', 'uniqueCallers', 'uniqueCallers:earlier'],
      pivot: { field: 'campaign', limit: 1 },
      sort: [{ field: 'calls', desc: true }],
      limit: 2,
      others: true,
      compare: 'previousPeriod',
    })
    const cells: { row: AskedFigure['row']; values: readonly unknown[] }[] = [
      ...answer.rows.map((row) => ({ row, values: row })),
      { row: 'others', values: answer.others?.cells ?? [] },
      { row: undefined, values: answer.totals ?? [] },
    ]
    let checked = 0
    for (const { row, values } of cells) {
      for (const [place, column] of answer.columns.entries()) {
        const asked = countedCallers({ answer, row, column })
        expect(asked === undefined).toBe(column.measure !== 'uniqueCallers')
        if (asked === undefined) continue
        const { period, timeZone, filters } = asked
        const list = await callers({ ...period, timeZone, filters, page: { number: 1, size: 1 } })
        expect(list.meta.rowCount, JSON.stringify(filters)).toBe(values[place])
        checked += 1
      }
    }
    expect(checked).toBe(4 * 3 * 2)
    expect(answer.totals?.slice(-2)).toEqual([5, 2])
  })

  it('leads from each figure of a caller to the calls behind it', async () => {
    const answer = await callers()
    const led = new Set<string>()
    for (const row of answer.rows) {
      for (const [place, column] of answer.columns.entries()) {
        const asked = countedCalls({ answer, row, column })
        if (asked === undefined) continue
        led.add(`${column.name} ${JSON.stringify(row[0])}`)
        const { period, ...same } = asked
        const body = { ...same, ...period, columns: ['id'], pageSize: 1, withTotal: true }
        const found = await admin.ask({ path: callDetails.path, body })
        expect(found.json()).toMatchObject({ total: row[place] })
      }
    }
    expect(led).toEqual(
      new Set(
        [ada, bea, cal, 'front desk', 'Front Desk'].flatMap((caller) =>
          ['calls', 'answered'].map((name) => `${name} ${JSON.stringify(caller)}`),
        ),
      ),
    )
  })

  it('is sorted by each of its columns, both ways, page by page without a caller twice or left out', async () => {
    const whole = await callers()
    for (const sort of callerSorts) {
      const orders = [true, false].map(async (desc) => {
        const pages = [1, 2, 3].map(async (number) => callers({ sort, desc, page: { number, size: 2 } }))
        return (await Promise.all(pages)).flatMap(({ rows }) => rows)
      })
      const [down = [], up = []] = await Promise.all(orders)
      expect(new Set(down.map(([number]) => number)).size).toBe(whole.rows.length)
      const place = whole.columns.findIndex(({ name }) => name === sort)
      const keys = (rows: typeof down) => rows.map((row) => row[place]).filter((cell) => cell !== null)
      const isSorted = (rows: typeof down) =>
        keys(rows).every((key, index) => {
          const next = keys(rows)[index + 1]
          if (key === undefined || next === undefined) return true
          return Array.isArray(key) || Array.isArray(next) || key <= next
        })
      expect(isSorted(up), sort).toBe(true)
      expect(isSorted(down.toReversed()), sort).toBe(true)
    }
    expect((await callers({ sort: 'lastCall', page: { number: 1, size: 1 } })).rows[0]?.[0]).toBe(
      'Front Desk',
    )
  })

  it.each([
    ['(212) 555-0101', [ada]],
    ['+1 212.555.010', [ada, bea, cal]],
    ['DESK', ['Front Desk', 'front desk']],
    ['%', []],
  ])('finds %j in the numbers, however they are written', async (keyword, numbers) => {
    const { rows, meta } = await callers({ keyword, sort: 'callerNumber', desc: false })
    expect(rows.map(([number]) => number)).toEqual(numbers)
    expect(meta.rowCount).toBe(numbers.length)
  })

  it('is a file with all of them, times in the zone of the reader', async () => {
    const file = await ask({ sort: 'callerNumber', desc: false }, { accept: 'text/csv' })
    expect(file.headers['content-disposition']).toContain('Callers')
    const [head, first, second] = csvRows(file.text)
    expect(head).toEqual([
      'Caller number',
      'Contact name',
      'Calls',
      'Answered',
      'First call in period (America/New York)',
      'Last call in period (America/New York)',
      'Value (CAD)',
      'Value (USD)',
    ])
    const times = ['2026-03-02 10:00:00', '2026-03-09 11:00:00']
    expect(first).toEqual([ada, 'Ada King', '3', '2', ...times, '', '12.50'])
    expect(second?.slice(0, 3)).toEqual([bea, '', '1'])
    const byCalls = csvRows((await ask({ sort: 'calls' }, { accept: 'text/csv' })).text)
    expect(byCalls.map(([number]) => number).slice(1, 3)).toEqual([ada, bea])
  })

  it('is of the caller’s own rows, and takes the right to see who called', async () => {
    const other = await test.make.customer()
    const reader = await test.make.user({ customerId: other.id, claims: ['reporting.call.details'] })
    const answer = await ask({}, { token: reader.token })
    expect(CallersAnswer.parse(answer.json())).toMatchObject({ rows: [], names: {} })
    const without = await test.make.user({ customerId: customer, claims: ['reporting.view'] })
    expectError(await ask({}, { token: without.token }), 403, 'forbidden')
  })

  it.each([
    [{ sort: 'city' }, 'sort'],
    [{ filters: [{ field: 'colour', op: 'eq', values: ['red'] }] }, 'colour'],
    [{ page: { number: 0, size: 10 } }, 'page.number'],
    [{ from: '2026-03-01', to: '2026-02-01' }, 'to'],
    [{ entityGroups: ['00000000-0000-4000-8000-000000000009'] }, 'entityGroups'],
  ])('names what is wrong: %j', async (wrong, field) => {
    const body = { ...march, ...wrong }
    const answer = await admin.ask({ path: listCallers.path, body })
    expect(errorsOf(answer)).toMatchObject([{ field }])
  })

  it('has no pages as a file', async () => {
    const answer = await ask({ page: { number: 1, size: 10 } }, { accept: 'text/csv' })
    expect(errorsOf(answer)).toMatchObject([{ field: 'page' }])
  })
})
