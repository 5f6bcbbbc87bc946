import { callFields } from '@callboard/contract/calls'
import { dimensionNames } from '@callboard/contract/field-names'
import { dashboardReports, standardReports } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CallStore } from '#server/db/calls/call-store.ts'
import { buildCall } from '#test/factory.ts'
import { inChunks } from '#test/in-chunks.ts'
import { assertCases, some, times } from '#test/soak.ts'
import { type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'
import { RecordedStore } from '#test/http/recorded-store.ts'

let test: Portal
let store: RecordedStore
let restricted: Person & { customerId: string }

beforeAll(async () => {
  test = await openPortal({
    wrapCalls(calls: CallStore) {
      store = new RecordedStore(calls)
      return store
    },
  })
  const customer = await test.make.customer()
  const claims = ['dashboard.view', 'reporting.view', 'reporting.call.details'] as const
  restricted = { ...(await test.make.user({ claims, customerId: customer.id })), customerId: customer.id }
  const { id } = restricted
  await test.make.group({ userIds: [id] })
  const entityId = await test.make.entity({ type: 'location', code: "O'Hare", customerId: customer.id })
  await test.make.entityGroup({ entityIds: [entityId], userIds: [id] })
  await test.sendCalls(await test.make.apiKey(customer.id), [
    buildCall({ location: "O'Hare", source: 'radio' }),
  ])
})

beforeEach(() => {
  store.reads.length = 0
})

/** Every way to read calls, with texts of the user's in every place that takes one. */
function requestsWith(texts: readonly string[], timeZone: string): AskedRequest[] {
  const [one = '', two = '', three = ''] = texts
  const filters = [...callFields, ...dimensionNames, one].flatMap((field, at) => {
    const all = [
      { field, op: 'eq', values: [one] },
      { field, op: 'notIn', values: texts },
      { field, op: 'contains', values: [two] },
    ]
    // In turns, or each of them.
    return all.filter((_, turn) => (at + turn) % times(3, 1) === 0)
  })
  const period = { from: '2026-03-01', to: '2026-04-01' }
  const details = { ...period, timeZone, keyword: two, columns: ['source', 'customerName'] }
  const lists = filters.map((filter) => ({ ...details, filters: [filter], withTotal: true }))
  const parameters = { dateRange: period, source: [one, two, null], campaign: three, location: texts }
  const { summaryByDay, bySource, byHourAndWeekday, callDetails } = standardReports
  const standard = [summaryByDay, bySource, byHourAndWeekday, callDetails]
  const reports = [...Object.values(dashboardReports), ...standard]
  const runs = [
    ...reports.flatMap((reportId) => [
      { reportId, timeZone, parameters: { dateRange: period } },
      { reportId, timeZone, parameters },
      { reportId, timeZone, parameters: { dateRange: { relative: one } } },
    ]),
    { definition: { dimensions: [{ field: one }], measures: ['calls'] } },
    { definition: { dimensions: [{ field: 'source' }], measures: ['calls'], sort: [{ field: one }] } },
    { definition: { dimensions: [{ field: 'time', grain: one }], measures: [two] } },
    { definition: { measures: ['calls'], filters: [{ field: one, op: 'eq', values: [two] }] } },
    { definition: { columns: [one, 'source'] } },
  ]
  const encoded = encodeURIComponent(one)
  return [
    ...lists.map((body) => ({ path: '/api/reporting/calldetails', body })),
    { path: '/api/reporting/calldetails', body: { ...details, sort: one } },
    { path: '/api/reporting/calldetails', body: { ...details, cursor: one } },
    { path: '/api/reporting/calldetails', body: { ...details, columns: [one] } },
    ...runs.flatMap((body) => [
      { path: '/api/reporting/runreport', body },
      { path: '/api/reporting/runreport', body, headers: { accept: 'text/csv' } },
    ]),
    ...['source', 'location', 'number', 'customer', 'callerNumber', 'entityGroup'].map((parameter) => ({
      path: `/api/reporting/${parameter}/${emptyGuid}?keyword=${encoded}`,
    })),
    { path: `/api/reporting/${encoded}/${emptyGuid}` },
    { path: `/api/calls/${encoded}` },
    { path: `/api/calls/${emptyGuid}` },
  ]
}

/** Texts that are found again wherever they turn up, with what breaks out of a quoted text or a name. */
const marked = fc.array(
  fc
    .tuple(
      fc.constantFrom("'", '"', '`', '\\', ')', '{p0:String}', ' OR 1=1 --', '\u0000', '%', ';'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    .map(([sign, rest]) => `qx${sign}zw${rest}`),
  { minLength: 3, maxLength: 3 },
)

describe('the text of a query', () => {
  it('holds no byte that a user gives', { tags: ['soak'] }, async () => {
    const property = fc.asyncProperty(marked, async (texts) => {
      store.reads.length = 0
      const requests = requestsWith(texts, 'Pacific/Chatham')
      await inChunks([...requests.entries()], async ([at, request]) => {
        // In turns, or each of them.
        for (let turn = at; turn < at + times(1, 2); turn++) {
          const token = turn % 2 === 0 ? test.admin.token : restricted.token
          const { status, text } = await test.ask({ ...request, token })
          expect(status, text).toBeLessThan(500)
        }
      })
      expect(store.reads.length).toBeGreaterThan(100)
      const bound = JSON.stringify(store.reads.map(({ params }) => params))
      expect(bound).not.toContain('Chatham')
      expect(bound).toContain('qx')
      for (const { sql } of store.reads) {
        expect(sql).not.toMatch(/qx|zw|Chatham|O'Hare|2026|[^\x20-\x7e]/i)
      }
    })
    await assertCases(property, { few: 1, many: 20 })
  })

  it('reads calls only under the condition of what its user may see', { tags: ['soak'] }, async () => {
    const requests = some(requestsWith(['radio', 'web', 'x'], 'America/New_York').slice(0, 200), 60)
    await inChunks(requests, async (request) => {
      await restricted.ask(request)
    })
    for (const path of [`/api/calls/${emptyGuid}`, `/api/reporting/source/${emptyGuid}`]) {
      await restricted.ask({ path })
    }
    expect(store.reads.length).toBeGreaterThan(50)
    for (const read of store.reads) expectScoped(read, restricted.customerId)
  })

  it('reads nothing for a user without customers, and everything for nobody but an administrator', async () => {
    const user = await test.make.user({ claims: ['reporting.call.details', 'dashboard.view'] })
    const body = { from: '2026-03-01', to: '2026-04-01' }
    const asked = [
      { path: '/api/reporting/calldetails', body },
      { path: '/api/reporting/calldetails', body, headers: { accept: 'text/csv' } },
      { path: '/api/reporting/runreport', body: { reportId: dashboardReports.summary } },
      { path: `/api/reporting/source/${emptyGuid}` },
      { path: `/api/calls/${emptyGuid}` },
    ]
    for (const request of asked) await user.ask(request)
    for (const { sql } of store.reads) {
      for (const condition of conditionsOf(sql))
        expect(condition).toMatch(/^(id = \{p\d+:UUID\} AND )?false\b/)
    }
    expect(store.reads.length).toBeGreaterThanOrEqual(asked.length)
  })
})

const rowKey = 'customer_id, toDate(started_at), location, started_at, id'

/** What stands behind each WHERE of the table of calls; a look-up of rows by their keys stands for the query of the keys. */
function conditionsOf(sql: string): string[] {
  const [, ...reads] = sql.split(/\bFROM calls\b/)
  expect(reads.length).toBeGreaterThan(0)
  return reads.flatMap((rest) => {
    expect(rest).toMatch(/^ WHERE /)
    const condition = rest.slice(' WHERE '.length)
    return condition === `(${rowKey}) IN (SELECT ${rowKey} ` ? [] : [condition]
  })
}

const Bound = z.record(z.string(), z.unknown())

function expectScoped({ sql, params }: { sql: string; params: unknown }, customerId: string): void {
  const pattern =
    /^(?:id = \{p\d+:UUID\} AND )?customer_id IN \{(p\d+):Array\(UUID\)\} AND \(\(customer_id, location\) IN arrayZip\(\{(p\d+):Array\(UUID\)\}, \{(p\d+):Array\(String\)\}\)\)(?: AND |$| GROUP| LIMIT|\) WHERE )/
  for (const condition of conditionsOf(sql)) {
    const [, ...names] = pattern.exec(condition) ?? []
    const bound = Bound.parse(params)
    expect({ sql, values: names.map((name) => bound[name]) }).toEqual({
      sql,
      values: [[customerId], [customerId], ["O'Hare"]],
    })
    // Nothing beside it lets more through.
    expect([condition, topLevelOr(condition)]).toEqual([condition, false])
  }
}

/** Whether an OR stands outside of all brackets. */
function topLevelOr(condition: string): boolean {
  let depth = 0
  for (const [word] of condition.matchAll(/[()]|\bOR\b/g)) {
    if (word === '(') depth++
    else if (word === ')') depth--
    else if (depth === 0) return true
    // What follows is of the query around it, which reads only what came through.
    if (depth < 0) return false
  }
  return false
}
