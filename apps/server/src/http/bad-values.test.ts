import { callDetails } from '@callboard/contract/calls'
import { RunReportAnswer } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { csvRows } from '#test/csv-rows.ts'
import { expectOk, expectError, errorsOf } from '#test/expect-errors.ts'
import { inChunks } from '#test/in-chunks.ts'
import { some } from '#test/soak.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  await test.customerWith([{}, {}])
})

const period = { from: '2026-03-01', to: '2026-04-01' }

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

describe('a period', () => {
  const noTimes = [
    '2026-02-30',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    '20260301',
    '2026-03-01 ',
    'now',
    '',
    ' ',
    'last7Days',
    '2026-03-01T00:00:00',
    '2026-03-01T00:00:00+05:00',
    '2026-03-01T25:00:00Z',
    '2026-03-01T00:00:60Z',
    '0000-01-01',
    '-000001-01-01',
    '1899-12-31',
    '2300-01-01',
    '9999-12-31',
    '9999-12-31T23:59:59.999Z',
    1,
    1.5,
    true,
    null,
    {},
    [],
    ['2026-03-01'],
  ]

  it.each(noTimes)('that names %j as a time is refused', async (time) => {
    for (const range of [
      { from: time, to: '2026-03-01' },
      { from: '2026-03-01', to: time },
    ]) {
      for (const body of [range, { from: undefined, to: undefined, period: range }]) {
        expect(errorsOf(await details(body))[0]).toMatchObject({ code: 'invalid' })
      }
      expect(errorsOf(await report({ parameters: { dateRange: range } }))[0]).toMatchObject({
        code: 'invalid',
      })
    }
  })

  it.each([
    [{ from: '2026-03-01', to: '2026-03-01' }, 'emptyPeriod'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'emptyPeriod'],
    [{ from: '2026-03-01T00:00:00.001Z', to: '2026-03-01' }, 'emptyPeriod'],
    [{ from: '2001-01-01', to: '2026-01-01' }, 'invalid'],
    [{ from: '1900-01-01', to: '2299-12-31' }, 'invalid'],
    [{ relative: 'last9Days' }, 'invalid'],
    [{ from: '2026-03-01' }, 'invalid'],
  ] as const)('such as %j is refused', async (dateRange, code) => {
    expectError(await report({ parameters: { dateRange } }), 400, code)
    expectError(await details({ from: undefined, to: undefined, period: dateRange }), 400, code)
  })

  it('is given once', async () => {
    for (const body of [{ from: undefined }, { to: undefined }, { period: { relative: 'today' } }]) {
      expectError(await details(body), 400, 'invalid')
    }
  })

  it.each([
    { from: '1900-01-01', to: '1900-01-02' },
    { from: '1969-12-31', to: '1970-01-01' },
    { from: '2100-02-28', to: '2100-03-01' },
    { from: '2299-12-30', to: '2299-12-31' },
  ])('at the end of what can be told apart has figures, of its past as well: %o', async (dateRange) => {
    for (const compare of ['previousPeriod', 'previousYear']) {
      const answer = RunReportAnswer.parse(expectOk(await report({ parameters: { dateRange, compare } })))
      expect([answer.rows.length, answer.rows.every(([, calls]) => calls === 0)]).toEqual([24, true])
    }
    expectOk(await details(dateRange))
  })

  it('that cannot be is told by what is wrong in it', async () => {
    const errors = [
      [{ from: '2026-02-30', to: '2026-03-01' }, 'From must be a day (YYYY-MM-DD) or an instant in UTC.'],
      [{ relative: 'last9Days' }, 'Relative must be one of today, yesterday, '],
    ] as const
    for (const [dateRange, words] of errors) {
      const [error] = errorsOf(await report({ parameters: { dateRange } }))
      expect(error?.description).toContain(words)
      expect(error?.field).toBe(`parameters.dateRange.${Object.keys(dateRange)[0]}`)
    }
  })

  it('of five years by the hour is no endless work, of twenty an error', async () => {
    const from = (year: number) => ({
      parameters: { dateRange: { from: `${year}-03-11`, to: '2026-03-11' }, compare: 'previousPeriod' },
    })
    expectOk(await report(from(2021)))
    const [error] = errorsOf(await report(from(2006)))
    expect(error).toMatchObject({ code: 'invalid', field: 'definition.dimensions' })
  })
})

describe('a time zone', () => {
  const noZones = [
    'Mars/Olympus',
    'us/eastern',
    'america/new_york',
    '+05:00',
    '-08',
    'UTC+5',
    'GMT+5',
    'PST',
    'ACT',
    'local',
    '',
    ' UTC',
    'UTC ',
    'America/New York',
    'Etc/Unknown',
    'Factory',
    'SystemV/PST8',
    'US/Pacific-New',
    '../../etc/passwd',
    'America/../UTC',
    'A'.repeat(65),
    'UTC\u0000',
    'UTC\n',
    null,
    5,
    {},
  ]

  it.each(noZones)('%j is refused', async (timeZone) => {
    for (const answer of [await details({ timeZone }), await report({ timeZone })]) {
      expect(errorsOf(answer)[0]).toMatchObject({ code: 'invalid', field: 'timeZone' })
    }
    const relative = { parameters: { dateRange: { relative: 'today' } }, timeZone }
    expect(errorsOf(await report(relative))[0]).toMatchObject({ code: 'invalid', field: 'timeZone' })
  })

  it('that this process knows is one in which days and hours are told', { tags: ['soak'] }, async () => {
    const older = [
      'US/Eastern',
      'EST5EDT',
      'Etc/GMT+5',
      'GMT',
      'UTC',
      'Asia/Calcutta',
      'Europe/Kiev',
      'W-SU',
      'NZ-CHAT',
    ]
    const filters = [{ field: 'hourOfDay', op: 'ge', values: [0] }]
    await inChunks([...some(Intl.supportedValuesOf('timeZone'), 40), ...older], async (timeZone) => {
      const { totals } = RunReportAnswer.parse(expectOk(await report({ timeZone })))
      expect(totals?.[0]).toBeNull()
      expectOk(await details({ timeZone, filters, pageSize: 1 }))
    })
    const csv = await details({ timeZone: 'Asia/Kathmandu', columns: ['startedAt'] }, 'text/csv')
    expect(csvRows(csv.text).slice(0, 2)).toEqual([['Started at (Asia/Kathmandu)'], ['2026-03-10 20:45:00']])
  })
})

describe('a cursor', () => {
  it('that is none, or of another list, is refused', async () => {
    const first = callDetails.response.parse(expectOk(await details({ sort: 'duration', pageSize: 1 })))
    const cursor = first.nextCursor ?? ''
    expectOk(await details({ sort: 'duration', cursor }))
    const parts = z.array(z.unknown()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    const forged = ['1.5', '9'.repeat(400), '99999999999999999999', '-', '', 'NaN', "'", null].map(
      (value) => [value, ...parts.slice(1)],
    )
    const ids = ['x', '', "' OR 1=1", null].map((id) => [parts[0], id, parts[2]])
    const made = [...forged, ...ids, [], {}, null, 'x', [...parts, 'more']].map((one) =>
      Buffer.from(JSON.stringify(one)).toString('base64url'),
    )
    for (const bad of [...made, 'x', '', '%', '\u0000', cursor.slice(1), '{', 'ZZZZ'.repeat(400)]) {
      expectError(await details({ sort: 'duration', cursor: bad }), 400, 'invalidCursor')
    }
    for (const other of [{ sort: 'value' }, { desc: false }, { keyword: 'x' }]) {
      expectError(await details({ sort: 'duration', ...other, cursor }), 400, 'invalidCursor')
    }
  })
})
