import { randomUUID } from 'node:crypto'
import { claims, type Claim } from '@callboard/contract/claims'
import { dashboardReports, standardReports } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportToInstall } from '#server/setup/dashboard-reports.ts'
import { bytesOf, expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const caller = '+12125550147'
const callerName = 'Nell Gwyn'

let test: Portal
let customerId: string

beforeAll(async () => {
  test = await openPortal()
  const customer = await test.make.customer()
  customerId = customer.id
  await test.sendCalls(await test.make.apiKey(customerId), [
    buildCall({ callerNumber: caller, callerName, source: 'radio' }),
  ])
})

async function run(token: string, body: object, accept = 'application/json') {
  return await test.ask({ path: '/api/reporting/runreport', body, token, headers: { accept } })
}

/** A user of the customer who finds these reports in a group of theirs. */
async function userWith(userClaims: readonly Claim[], reports: readonly string[]): Promise<Person> {
  const user = await test.make.user({ claims: userClaims, customerId })
  const setIds = reports.length === 0 ? [] : [await test.make.reportSet(reports)]
  await test.make.group({ userIds: [user.id], setIds })
  return user
}

describe('who called', () => {
  const withoutDetails: readonly Claim[] = claims.filter((claim) => claim !== 'reporting.call.details')
  const definition = { measures: ['calls' as const] }
  const dateRange = { from: '2026-03-01', to: '2026-04-01' }

  const revealing: [string, Partial<ReportToInstall>][] = [
    [
      'a dimension of whom one called',
      { definition: { ...definition, dimensions: [{ field: 'targetNumber' }] } },
    ],
    ['a dimension', { definition: { ...definition, dimensions: [{ field: 'callerNumber' }] } }],
    ['a dimension of names', { definition: { ...definition, dimensions: [{ field: 'callerName' }] } }],
    [
      'a column it is sorted by',
      {
        definition: {
          ...definition,
          dimensions: [{ field: 'source' }, { field: 'callerNumber' }],
          sort: [{ field: 'callerNumber' }],
        },
      },
    ],
    [
      'a filter',
      { definition: { ...definition, filters: [{ field: 'callerNumber', op: 'eq', values: [caller] }] } },
    ],
    [
      'a filter by name',
      { definition: { ...definition, filters: [{ field: 'callerName', op: 'startsWith', values: ['N'] }] } },
    ],
    [
      'a filter that asks only whether there is one',
      { definition: { ...definition, filters: [{ field: 'callerName', op: 'isNull', values: [] }] } },
    ],
    ['a parameter with a default', { parameters: [{ name: 'callerNumber', default: [caller] }] }],
  ]

  it.each(revealing)('is not told by %s of a report to whoever may not see calls', async (_of, report) => {
    const id = await test.make.report({ ...report, name: 'Callers' })
    const { token } = await userWith(withoutDetails, [id])
    for (const accept of ['application/json', 'text/csv']) {
      expectError(await run(token, { reportId: id }, accept), 403, 'forbidden')
    }
    const entitled = await userWith(['reporting.view', 'reporting.call.details'], [id])
    expect((await run(entitled.token, { reportId: id })).status).toBe(200)
  })

  it('is not told by a value given for a parameter', async () => {
    const id = await test.make.report({ parameters: [{ name: 'dateRange' }, { name: 'callerNumber' }] })
    const { token } = await userWith(withoutDetails, [id])
    expect((await run(token, { reportId: id, parameters: { dateRange } })).status).toBe(200)
    for (const callerNumber of [caller, [caller], [null], '+19995550100']) {
      const answer = await run(token, { reportId: id, parameters: { dateRange, callerNumber } })
      expectError(answer, 403, 'forbidden')
      expect(answer.text).not.toContain('5550147')
    }
  })

  it('is not told by the values of a parameter', async () => {
    const { token } = await userWith(withoutDetails, [])
    const path = `/api/reporting/callerNumber/${emptyGuid}`
    for (const query of ['', '?keyword=555', '?page=2'])
      expectError(await test.ask({ path: path + query, token }), 403, 'forbidden')
    const entitled = await userWith(['reporting.call.details'], [])
    const answer = await entitled.ask({ path })
    expect(answer.json()).toEqual({ items: [{ value: caller, label: caller }], total: 1 })
  })

  it('is not told by a report of calls, whatever its columns', async () => {
    const id = await test.make.report({ kind: 'details', definition: { columns: ['startedAt', 'source'] } })
    const { token } = await userWith(withoutDetails, [id, standardReports.callDetails])
    for (const reportId of [id, standardReports.callDetails]) {
      for (const accept of ['text/csv', 'application/json']) {
        expectError(await run(token, { reportId }, accept), 403, 'forbidden')
      }
    }
    const entitled = await userWith(['reporting.view', 'reporting.call.details'], [id])
    const answer = await run(entitled.token, { reportId: id, parameters: { dateRange } }, 'text/csv')
    expect(answer.text).toContain('radio')
  })

  it('is in no part of the dashboard and in no standard report but those of calls and of callers', async () => {
    const { token } = await userWith(withoutDetails, Object.values(standardReports))
    const ofCallers: string[] = [standardReports.callDetails, standardReports.callBack]
    for (const reportId of ofCallers) expectError(await run(token, { reportId }), 403, 'forbidden')
    const reports = [...Object.values(dashboardReports), ...Object.values(standardReports)]
    for (const reportId of reports.filter((id) => !ofCallers.includes(id))) {
      for (const accept of ['application/json', 'text/csv']) {
        const answer = await run(token, { reportId, parameters: { dateRange } }, accept)
        expect(answer.status).toBe(200)
        expect(answer.text).not.toMatch(/5550147|Gwyn/)
      }
    }
  })
})

describe('a report', () => {
  it('of one’s own making takes the right to save reports', async () => {
    const { token } = await userWith(
      claims.filter((claim) => claim !== 'reporting.save'),
      [],
    )
    const body = { definition: { measures: ['calls'] } }
    expectError(await run(token, body), 403, 'forbidden')
    expectError(await run(token, body, 'text/csv'), 403, 'forbidden')
    expect((await run(test.admin.token, body)).status).toBe(200)
  })

  it('outside the sets of one’s groups answers to the byte as one that there is not', async () => {
    const id = await test.make.report()
    await userWith(claims, [id])
    const unrelated = await userWith(claims, [])
    const inactiveGroup = await test.make.user({ claims, customerId })
    const setIds = [await test.make.reportSet([id])]
    await test.make.group({ userIds: [inactiveGroup.id], setIds, isActive: false })
    const paths = (report: string) => [
      { path: '/api/reporting/runreport', body: { reportId: report } },
      { path: '/api/reporting/runreport', body: { savedReportId: report } },
      { path: `/api/reporting/${report}` },
      { path: `/api/reporting/source/${report}` },
      { path: `/api/reporting/customer/${report}?keyword=x` },
    ]
    for (const { token } of [unrelated, inactiveGroup]) {
      const unknown = paths(randomUUID())
      for (const [at, request] of paths(id).entries()) {
        for (const accept of ['application/json', 'text/csv']) {
          const asked = { token, headers: { accept } }
          const answer = await test.ask({ ...request, ...asked })
          expectError(answer, 404, 'notFound')
          expect(bytesOf(answer)).toEqual(bytesOf(await test.ask({ path: '/', ...unknown[at], ...asked })))
        }
      }
    }
  })

  it('is run by the members of a group that has it', async () => {
    const id = await test.make.report()
    const { token } = await userWith(['reporting.view'], [id])
    expect((await run(token, { reportId: id })).status).toBe(200)
    expect((await test.ask({ path: `/api/reporting/${id}`, token })).status).toBe(200)
  })

  it('of the library is not run by whoever has the dashboard only', async () => {
    const { token } = await userWith(['dashboard.view'], [standardReports.bySource])
    expectError(await run(token, { reportId: standardReports.bySource }), 404, 'notFound')
    expect((await run(token, { reportId: dashboardReports.summary })).status).toBe(200)
  })

  it('is found in one’s own menu only, and others’ menus answer as those of nobody', async () => {
    const owner = await userWith(['reporting.view'], [await test.make.report({ name: 'Their report' })])
    const other = await userWith(claims, [])
    const menuOf = async (userId: string, token: string) =>
      await test.ask({ path: `/api/reporting/reportmenu/${userId}`, token })
    expect((await menuOf(owner.id, owner.token)).text).toContain('Their report')
    expect((await menuOf(owner.id, test.admin.token)).text).toContain('Their report')
    expect((await menuOf(other.id, other.token)).text).not.toContain('Their report')
    const refused = await menuOf(owner.id, other.token)
    expectError(refused, 404, 'notFound')
    expect(bytesOf(refused)).toEqual(bytesOf(await menuOf(randomUUID(), other.token)))
    for (const path of ['/api/user/me', '/api/settings/menu']) {
      expect((await owner.ask({ path })).text).toContain('Their report')
      expect((await other.ask({ path })).text).not.toContain('Their report')
    }
  })

  it('that tells of calls is in no menu of whoever may not see them', async () => {
    const calls = await test.make.report({
      name: 'The calls',
      kind: 'details',
      definition: { columns: ['startedAt'] },
    })
    const callers = await test.make.report({
      name: 'The callers',
      definition: { measures: ['calls'], dimensions: [{ field: 'callerNumber' }] },
    })
    const sources = await test.make.report({ name: 'The sources' })
    const reports = [calls, callers, sources]
    const without = await userWith(['reporting.view'], reports)
    const entitled = await userWith(['reporting.view', 'reporting.call.details'], reports)
    const namesIn = async (path: string, token: string) =>
      (await test.ask({ path, token })).text.match(/The (calls|callers|sources)(?=")/g)?.toSorted()
    for (const [user, names] of [
      [without, ['The sources']],
      [entitled, ['The callers', 'The calls', 'The sources']],
    ] as const) {
      const path = `/api/reporting/reportmenu/${user.id}`
      expect(await namesIn(path, user.token)).toEqual(names)
      expect(await namesIn(path, test.admin.token)).toEqual(names)
      expect([...new Set(await namesIn('/api/user/me', user.token))]).toEqual(names)
    }
  })

  it('with a row for each call is run by nobody who may not see them, as JSON or a file', async () => {
    const reportId = await test.make.report({ kind: 'details', definition: { columns: ['startedAt'] } })
    for (const accept of ['application/json', 'text/csv']) {
      const without = await userWith(['reporting.view'], [reportId])
      expectError(await run(without.token, { reportId }, accept), 403, 'forbidden')
      const entitled = await userWith(['reporting.view', 'reporting.call.details'], [reportId])
      expect((await run(entitled.token, { reportId }, accept)).status).toBe(200)
    }
  })

  it('takes no entity group that the user is not in', async () => {
    const entityId = await test.make.entity({ type: 'network', code: 'n1', customerId })
    const entityGroup = await test.make.entityGroup({ entityIds: [entityId] })
    const { token } = await userWith(claims, [])
    const runWith = async (id: string) =>
      await run(token, { reportId: dashboardReports.summary, parameters: { entityGroup: [id] } })
    const refused = await runWith(entityGroup)
    expectError(refused, 400, 'invalid')
    const unknown = randomUUID()
    expect(refused.text.replace(entityGroup, '')).toBe((await runWith(unknown)).text.replace(unknown, ''))
  })
})
