import { runReport, RunReportAnswer } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const march = { from: '2026-03-01', to: '2026-04-01' }

let test: Portal
let admin: Person
let customer: { id: string }

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  customer = await test.make.customer({ name: 'Acme Inc.' })
  const other = await test.make.customer({ name: 'Zeta Inc.' })
  await test.make.entity({ type: 'location', code: 'location-1', name: 'Main Street' })
  const radio = {
    source: 'radio',
    location: 'location-1',
    tags: ['new', 'loud'],
    value: '12.5',
    currency: 'USD',
  }
  await test.sendCalls(await test.make.apiKey(customer.id), [
    buildCall(radio),
    buildCall({
      source: 'web',
      duration: 30,
      status: 'missed',
      startedAt: '2026-03-11T15:00:00.000Z',
      value: '7',
      currency: 'CAD',
    }),
    buildCall({ startedAt: '2026-03-12T15:00:00.000Z' }),
  ])
  await test.sendCalls(await test.make.apiKey(other.id), [buildCall({ source: 'tv' })])
})

describe('the calls of a report as JSON', () => {
  const columns = ['startedAt', 'customer', 'location', 'source', 'duration', 'value', 'tags', 'answered']
  const makeReport = async (definition: object) =>
    await test.make.report({ kind: 'details', definition, parameters: [{ name: 'dateRange' }] })
  const run = async (definition: object, page?: { number: number; size: number }, token = admin.token) => {
    const reportId = await makeReport(definition)
    const body = { reportId, parameters: { dateRange: march }, ...(page && { page }) }
    return await test.ask({ path: runReport.path, body, token })
  }
  const read = async (definition: object, page?: { number: number; size: number }) => {
    return RunReportAnswer.parse(expectOk(await run(definition, page)))
  }

  it('are rows with the types and labels of their columns', async () => {
    const filters = [{ field: 'source', op: 'in', values: ['radio', 'web'] }]
    const answer = await read({ columns, filters })
    expect(answer.columns.map(({ name, type, unit, role }) => [name, type, unit, role].join(' '))).toEqual([
      'startedAt time  dimension',
      'customer text  dimension',
      'location text  dimension',
      'source text  dimension',
      'duration duration seconds dimension',
      'value money  dimension',
      'tags text  dimension',
      'answered boolean  dimension',
    ])
    expect(answer.rows).toEqual([
      [
        '2026-03-11T15:00:00.000Z',
        customer.id,
        null,
        'web',
        30,
        [{ currency: 'CAD', amount: '7.00' }],
        null,
        false,
      ],
      [
        '2026-03-10T15:00:00.000Z',
        customer.id,
        'location-1',
        'radio',
        60,
        [{ currency: 'USD', amount: '12.50' }],
        'new, loud',
        true,
      ],
    ])
    expect(answer.labels).toEqual({
      customer: { [customer.id]: 'Acme Inc.' },
      location: { 'location-1': 'Main Street' },
    })
    expect(answer.totals).toBeNull()
  })

  it('come page by page in the order of the report, up to its limit', async () => {
    const definition = { columns: ['customer', 'source'], sort: [{ field: 'source' }] }
    const sources = async (more: object, page?: { number: number; size: number }) => {
      const { rows, meta } = await read({ ...definition, ...more }, page)
      return [meta.rowCount, ...rows.map(([, source]) => source)]
    }
    expect(await sources({})).toEqual([4, 'radio', 'tv', 'web', null])
    expect(await sources({ sort: [{ field: 'source', desc: true }] })).toEqual([
      4,
      'web',
      'tv',
      'radio',
      null,
    ])
    expect(await sources({}, { number: 2, size: 3 })).toEqual([4, null])
    expect(await sources({}, { number: 3, size: 3 })).toEqual([4])
    expect(await sources({ limit: 3 }, { number: 2, size: 2 })).toEqual([3, 'web'])
    const byCustomer = await sources({ sort: [{ field: 'customer' }, { field: 'source', desc: true }] })
    expect(byCustomer).toEqual([4, 'web', 'radio', null, 'tv'])
  })

  it('are shown in another order, of which a limit leaves the same', async () => {
    const sources = async (definition: object, sort: object[]) => {
      const reportId = await makeReport({ columns: ['source', 'duration'], ...definition })
      const body = { reportId, parameters: { dateRange: march }, sort }
      const answer = await admin.ask({ path: runReport.path, body })
      return RunReportAnswer.parse(expectOk(answer)).rows.map(([source]) => source)
    }
    const down = [{ field: 'source', desc: true }]
    expect(await sources({}, down)).toEqual(['web', 'tv', 'radio', null])
    expect(await sources({ sort: [{ field: 'source' }], limit: 2 }, down)).toEqual(['tv', 'radio'])
    const reportId = await makeReport({ columns: ['source'] })
    const unknown = { reportId, parameters: { dateRange: march }, sort: [{ field: 'duration' }] }
    const refused = await admin.ask({ path: runReport.path, body: unknown })
    expect(refused.status, refused.text).toBe(400)
  })

  it('refuses a cursor that is not of these rows', async () => {
    const shown = ['source']
    const page = { number: 1, size: 2 }
    const { meta } = await read({ columns: shown }, page)
    const ofOthers = { filters: [{ field: 'source', op: 'in', values: ['radio'] }] }
    for (const [definition, cursor] of [
      [{ columns: shown, ...ofOthers }, meta.cursor],
      [{ columns: ['duration'] }, meta.cursor],
      [{ columns: shown }, 'nonsense'],
      [{ dimensions: [{ field: 'source' }], measures: ['calls'] }, meta.cursor],
    ] as const) {
      const body = { definition, parameters: { dateRange: march }, page, cursor }
      const answer = await admin.ask({ path: runReport.path, body })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalidCursor')])
    }
  })
})
