import { dashboardReports, Report, ReportMenu, standardReports } from '@callboard/contract/reports'
import { ReportGroup } from '@callboard/contract/report-groups'
import { ReportSet } from '@callboard/contract/report-sets'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type AskedRequest, openPortal, type Portal } from '#test/portal.ts'

const path = '/api/reporting'
const csv = '0f000000-0000-7000-8000-000000000002'
const json = '0f000000-0000-7000-8000-000000000001'
const definition = { dimensions: [{ field: 'source' }], measures: ['calls'] }

let test: Portal
let token: string

beforeAll(async () => {
  test = await openPortal()
  token = (await test.make.user({ isAdmin: true, userName: 'ada' })).token
})

const ask = async (request: AskedRequest) => await test.ask({ token, ...request })
const put = async (to: string, body: object) => await ask({ method: 'PUT', path: to, body })
const remove = async (from: string) => await ask({ method: 'DELETE', path: from })

async function makeReport(body: object = {}): Promise<Report> {
  const answer = await ask({ path, body: { name: 'Calls by source', definition, ...body } })
  expect(answer.status, answer.text).toBe(201)
  return Report.parse(answer.json())
}

async function makeSet(body: object): Promise<ReportSet> {
  const answer = await ask({ path: `${path}/reportset`, body })
  expect(answer.status, answer.text).toBe(201)
  return ReportSet.parse(answer.json())
}

async function makeGroup(body: object): Promise<ReportGroup> {
  const answer = await ask({ path: `${path}/groups`, body })
  expect(answer.status, answer.text).toBe(201)
  return ReportGroup.parse(answer.json())
}

const getSet = async (id: string) => ReportSet.parse(expectOk(await ask({ path: `${path}/reportset/${id}` })))
const getGroup = async (id: string) =>
  ReportGroup.parse(expectOk(await ask({ path: `${path}/groups/${id}` })))
const getReport = async (id: string) => Report.parse(expectOk(await ask({ path: `${path}/${id}` })))

async function idsOf(to: string, body: object): Promise<string[]> {
  const Page = z.object({ items: z.array(z.object({ id: z.string() })), total: z.int() })
  return Page.parse(expectOk(await ask({ path: to, body }))).items.map(({ id }) => id)
}

describe('a report', () => {
  it('is created, read and changed, and two who change it at once are told of each other', async () => {
    const { id: setId } = await makeSet({ name: 'Own' })
    const report = await makeReport({ setIds: [setId], parameters: [{ name: 'dateRange', required: true }] })
    expect(report).toMatchObject({ kind: 'summary', isActive: true, exportTypeIds: null, setIds: [setId] })
    expect(report.exportTypes.map(({ extension }) => extension)).toContain('csv')
    expect(await getReport(report.id)).toEqual(report)
    const body = { id: report.id, name: 'By source', revision: report.revision }
    const changed = Report.parse(expectOk(await put(path, body)))
    expect(changed).toEqual({ ...report, name: 'By source', revision: report.revision + 1 })
    expectError(await put(path, body), 409, 'revisionConflict')
    expectError(await put(path, { id: emptyGuid, name: 'None' }), 404, 'notFound')
    expectOk(await put(path, { id: report.id, setIds: [] }))
    expect(await getSet(setId)).toMatchObject({ reportIds: [] })
    const changes = await changesOf(test, report.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it('is refused with the field named where running it would be', async () => {
    const { id } = await makeReport()
    for (const [given, field] of [
      [{ name: ' ' }, 'name'],
      [{ definition: { measures: ['profit'] } }, 'definition.measures.0'],
      [
        { definition: { dimensions: [{ field: 'colour' }], measures: ['calls'] } },
        'definition.dimensions.0.field',
      ],
      [{ definition: { measures: [] } }, 'definition.measures'],
      [{ definition: { ...definition, sort: [{ field: 'missed' }] } }, 'missed'],
      [
        { definition: { ...definition, filters: [{ field: 'duration', op: 'gt', values: ['x'] }] } },
        'duration',
      ],
      [{ definition: { ...definition, filters: [{ field: 'colour', op: 'eq', values: ['x'] }] } }, 'colour'],
      [
        { definition: { ...definition, filters: [{ field: 'source', op: 'like', values: ['x'] }] } },
        'definition.filters.0.op',
      ],
      [{ definition: { columns: ['startedAt'] } }, 'definition.columns'],
      [{ kind: 'details', definition: { columns: ['profit'] } }, 'profit'],
      [{ kind: 'details', definition: { columns: [] } }, 'definition.columns'],
      [
        { kind: 'details', definition: { columns: ['status'] }, parameters: [{ name: 'compare' }] },
        'parameters.compare',
      ],
      [{ parameters: [{ name: 'colour' }] }, 'parameters.0.name'],
      [{ parameters: [{ name: 'source' }, { name: 'source' }] }, 'parameters'],
      [{ parameters: [{ name: 'status', default: ['gone'] }] }, 'parameters.status'],
      [{ parameters: [{ name: 'dateRange', default: { from: '2026-02-01', to: '2026-01-01' } }] }, 'to'],
      [{ parameters: [{ name: 'entityGroup', default: [emptyGuid] }] }, 'parameters.entityGroup'],
      [{ exportTypeIds: [emptyGuid] }, 'exportTypeIds'],
      [{ setIds: [emptyGuid] }, 'setIds'],
    ] as const) {
      const created = await ask({ path, body: { name: 'Wrong', definition, ...given } })
      expect(created.status, JSON.stringify(given)).toBe(400)
      expect(errorsOf(created)[0]?.field, JSON.stringify(given)).toBe(field)
      const updated = await put(path, { id, ...given })
      expect([updated.status, errorsOf(updated)[0]?.field]).toEqual([400, field])
    }
    expect(await idsOf(`${path}/search`, { keyword: 'Wrong' })).toEqual([])
  })

  it('may ask for a value that it has no default for', async () => {
    const { parameters } = await makeReport({ parameters: [{ name: 'location', required: true }] })
    expect(parameters).toMatchObject([{ name: 'location', required: true, default: [] }])
  })

  it('allows all export types, or those that are named, one by one', async () => {
    const { id } = await makeReport()
    const run = async () =>
      (await ask({ path: `${path}/runreport`, body: { reportId: id }, headers: { accept: 'text/csv' } }))
        .status
    const link = (type: string) => `${path}/reportexporttype/${type}/report/${id}`
    expect(await run()).toBe(200)
    expect((await remove(link(csv))).status).toBe(204)
    expect(await run()).toBe(406)
    expectError(await remove(link(csv)), 404, 'notFound')
    expectError(await remove(link(json)), 409, 'conflict')
    expect((await put(link(csv), {})).status).toBe(204)
    expect((await put(link(json), {})).status).toBe(204)
    expect(await run()).toBe(200)
    expect((await getReport(id)).exportTypeIds).toContain(csv)
    expectOk(await put(path, { id, exportTypeIds: [] }))
    expect((await getReport(id)).exportTypeIds).toEqual([json])
    expectOk(await put(path, { id, exportTypeIds: null }))
    expect((await getReport(id)).exportTypeIds).toBeNull()
    expectError(await put(link(emptyGuid), {}), 404, 'notFound')
    expectError(await put(`${path}/reportexporttype/${csv}/report/${emptyGuid}`, {}), 404, 'notFound')
  })

  it('leaves subscriptions a type that it allows no more, which nobody chooses anew', async () => {
    const { id: reportId } = await makeReport()
    const { id: userId, token: own } = await test.make.user({ isAdmin: true, email: 'files@example.com' })
    const idOf = async (request: AskedRequest) =>
      z.object({ id: z.string() }).parse((await ask({ ...request, token: own })).json()).id
    const values = { reportId, name: 'Files', parameters: {} }
    const subscription = `${path}/subscription/${await idOf({ path: `${path}/savereport`, body: values })}`
    const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
    const body = { name: 'Daily', schedule, recipients: [{ userId }], exportTypeIds: [csv] }
    const id = await idOf({ path: subscription, body })
    await remove(`${path}/reportexporttype/${csv}/report/${reportId}`)
    expectOk(await put(subscription, { id, name: 'Every day', exportTypeIds: [csv] }))
    expectOk(await put(subscription, { id, exportTypeIds: [] }))
    const [error] = errorsOf(await put(subscription, { id, exportTypeIds: [csv] }))
    expect(error).toMatchObject({ field: 'exportTypeIds.0', description: 'The report does not allow CSV.' })
  })

  it('that is a part of the dashboard stays as it is', async () => {
    const id = dashboardReports.summary
    expectError(await put(path, { id, name: 'Mine' }), 409, 'conflict')
    expectError(await remove(`${path}/reportexporttype/${csv}/report/${id}`), 409, 'conflict')
    expect(await idsOf(`${path}/search`, { pageSize: 200 })).not.toContain(id)
    expectError(
      await ask({ path: `${path}/reportset`, body: { name: 'A', reportIds: [id] } }),
      400,
      'invalid',
    )
  })

  it('that another version stored is listed, says what cannot be read, and can be defined anew', async () => {
    const { id } = await makeReport({ name: 'Of tomorrow' })
    const stored = JSON.stringify({ measures: ['calls', 'mood'] })
    await change(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('report').set({ definition: stored }).where('id', '=', id).execute(),
    )
    expect(await idsOf(`${path}/search`, { keyword: 'Of tomorrow' })).toEqual([id])
    for (const answer of [
      await ask({ path: `${path}/${id}` }),
      await ask({ path: `${path}/runreport`, body: { reportId: id } }),
    ]) {
      expectError(answer, 409, 'outdatedReport')
      expect(errorsOf(answer)[0]?.field).toBe('definition.measures.1')
    }
    expectOk(await put(path, { id, definition }))
    expect(await getReport(id)).toMatchObject({ definition })
  })
})

describe('a report set', () => {
  it('has its reports in the order that was given, and new ones at the end', async () => {
    const [a, b, c, d] = [
      await makeReport({ name: 'a' }),
      await makeReport({ name: 'b' }),
      await makeReport({ name: 'c' }),
      await makeReport({ name: 'd' }),
    ].map(({ id }) => id)
    const set = await makeSet({ name: 'Ordered', reportIds: [c, a] })
    expect(set).toMatchObject({ reportIds: [c, a], isActive: true, description: '' })
    expect((await put(`${path}/reportset/${set.id}/report`, { reportId: b })).status).toBe(204)
    expect((await put(`${path}/reportset/${set.id}/report`, { reportId: c })).status).toBe(204)
    const { reportIds, revision } = await getSet(set.id)
    expect(reportIds).toEqual([c, a, b])
    const body = { id: set.id, reportIds: [b, d, c], revision }
    const [stale] = [await put(`${path}/reportset`, { ...body, revision: set.revision })]
    expectError(stale, 409, 'revisionConflict')
    expect(expectOk(await put(`${path}/reportset`, body))).toMatchObject({ reportIds: [b, d, c] })
    expect((await remove(`${path}/reportset/${set.id}/report/${d}`)).status).toBe(204)
    expectError(await remove(`${path}/reportset/${set.id}/report/${d}`), 404, 'notFound')
    expect((await getSet(set.id)).reportIds).toEqual([b, c])
    expect(await idsOf(`${path}/search`, { setId: set.id })).toEqual([b, c])
    for (const wrong of [{ reportIds: [a, a] }, { reportIds: [emptyGuid] }]) {
      const answer = await put(`${path}/reportset`, { id: set.id, ...wrong })
      expect([answer.status, errorsOf(answer)[0]?.field]).toEqual([400, 'reportIds'])
    }
    expectError(await put(`${path}/reportset/${emptyGuid}/report`, { reportId: a }), 404, 'notFound')
    expectError(await put(`${path}/reportset/${set.id}/report`, { reportId: emptyGuid }), 400, 'invalid')
    expectError(await ask({ path: `${path}/reportset/${emptyGuid}` }), 404, 'notFound')
  })

  it('comes last unless it says where, and lists are sorted by it', async () => {
    const first = await makeSet({ name: 'Kiwi first', order: -5 })
    const last = await makeSet({ name: 'Kiwi last' })
    const gone = await makeSet({ name: 'Kiwi gone', order: -6, isActive: false })
    const found = async (body: object) =>
      await idsOf(`${path}/searchReportSets`, { keyword: 'KIWI', ...body })
    expect(await found({})).toEqual([first.id, last.id])
    expect(await found({ activeOnly: false })).toEqual([gone.id, first.id, last.id])
    expect(await found({ sort: 'name', desc: true })).toEqual([last.id, first.id])
    expect((await idsOf(`${path}/searchReportSets`, {})).at(-1)).toBe(last.id)
  })
})

describe('a report group', () => {
  it('is created with its sets, customers and users, which come and go', async () => {
    const { id: setId } = await makeSet({ name: 'Given' })
    const [{ id: customerId }, { id: userId }] = [
      await test.make.customer({ name: 'Heron' }),
      await test.make.user(),
    ]
    const { id: gone } = await test.make.user()
    await test.make.changeUser(gone, { is_deleted: true })
    const links = { setIds: [setId], customerIds: [customerId], userIds: [userId] }
    const group = await makeGroup({ name: 'Westside', ...links })
    expect(group).toMatchObject({ ...links, isActive: true, description: '' })
    for (const [kind, id] of [
      ['set', setId],
      ['customer', customerId],
      ['user', userId],
    ] as const) {
      const to = `${path}/groups/${group.id}/${kind}`
      expect((await remove(`${to}/${id}`)).status).toBe(204)
      expectError(await remove(`${to}/${id}`), 404, 'notFound')
      expect(await getGroup(group.id)).toMatchObject({ [`${kind}Ids`]: [] })
      const method = kind === 'customer' ? 'POST' : 'PUT'
      const add = async (body: object, groupId = group.id) =>
        await ask({ method, path: `${path}/groups/${groupId}/${kind}`, body })
      expect((await add({ [`${kind}Id`]: id })).status).toBe(204)
      expect((await add({ [`${kind}Id`]: id })).status).toBe(204)
      expectError(await add({ [`${kind}Id`]: id }, emptyGuid), 404, 'notFound')
      const unknown = await add({ [`${kind}Id`]: kind === 'user' ? gone : emptyGuid })
      expect([unknown.status, errorsOf(unknown)[0]?.field]).toEqual([400, `${kind}Id`])
      const wrong = await ask({ path: `${path}/groups`, body: { name: 'A', [`${kind}Ids`]: [emptyGuid] } })
      expect([wrong.status, errorsOf(wrong)[0]?.field]).toEqual([400, `${kind}Ids`])
    }
    expect(await getGroup(group.id)).toEqual(group)
    expect(await idsOf(`${path}/searchReportSets`, { groupId: group.id })).toEqual([setId])
    expect(await idsOf(`${path}/groups/${group.id}/customer/search`, { keyword: 'HER' })).toEqual([
      customerId,
    ])
    expect(await idsOf(`${path}/groups/${group.id}/user/search`, { sort: 'lastName' })).toEqual([userId])
    for (const kind of ['customer', 'user'])
      expectError(
        await ask({ path: `${path}/groups/${emptyGuid}/${kind}/search`, body: {} }),
        404,
        'notFound',
      )
    expect(await idsOf(`${path}/groups/search`, { keyword: 'westside', sort: 'userCount' })).toEqual([
      group.id,
    ])
    await test.make.changeUser(userId, { is_deleted: true })
    expect((await getGroup(group.id)).userIds).toEqual([])
  })

  it('is changed by whoever has its last revision', async () => {
    const { id, revision } = await makeGroup({ name: 'Eastside' })
    const body = { id, description: 'All of it', revision }
    expect(expectOk(await put(`${path}/groups`, body))).toMatchObject({ description: 'All of it' })
    expectError(await put(`${path}/groups`, body), 409, 'revisionConflict')
    expectError(await put(`${path}/groups`, { id: emptyGuid, name: 'A' }), 404, 'notFound')
    expectError(await put(`${path}/groups`, { id, setIds: [emptyGuid] }), 400, 'invalid')
  })
})

describe('what a user finds and runs', () => {
  it('are the active reports in the active sets of their active groups, in order, with the calls of its customers', async () => {
    const [{ id: north }, { id: south }] = [await test.make.customer(), await test.make.customer()]
    await test.sendCalls(await test.make.apiKey(north), [buildCall(), buildCall()])
    await test.sendCalls(await test.make.apiKey(south), [buildCall()])
    const user = await test.make.user({ claims: ['reporting.view'] })
    const [one, two, other] = [await makeReport(), await makeReport(), await makeReport()].map(({ id }) => id)
    const set = await makeSet({ name: 'Theirs', reportIds: [two, one] })
    const group = await makeGroup({
      name: 'Theirs',
      setIds: [set.id],
      customerIds: [north],
      userIds: [user.id],
    })
    const menuFor = async (asking: string) => {
      const answer = await ask({ path: `${path}/reportmenu/${user.id}`, token: asking })
      return ReportMenu.parse(expectOk(answer)).groups.flatMap(({ sets }) =>
        sets.flatMap(({ reports }) => reports.map(({ id }) => id)),
      )
    }
    const parameters = { dateRange: { from: '2026-03-01', to: '2026-04-01' } }
    await Promise.all(
      [one, two, other].map(async (id) => await put(path, { id, parameters: [{ name: 'dateRange' }] })),
    )
    const run = async (reportId: string | undefined) =>
      await ask({ path: `${path}/runreport`, body: { reportId, parameters }, token: user.token })
    const calls = async () =>
      z.object({ totals: z.array(z.unknown()) }).parse((await run(one)).json()).totals[1]
    expect(await menuFor(user.token)).toEqual([two, one])
    expect(await menuFor(token)).toEqual([two, one])
    expect(await calls()).toBe(2)
    expectError(await run(other), 404, 'notFound')
    const uses = async (id = '') => (await ask({ path: `${path}/reportuses/${id}` })).json()
    expect(await uses(one)).toEqual({
      groupCount: 1,
      userCount: 1,
      savedReportCount: 0,
      subscriptionCount: 0,
    })
    expect(await uses(other)).toMatchObject({ groupCount: 0, userCount: 0, subscriptionCount: 0 })
    expectError(await ask({ path: `${path}/reportuses/${emptyGuid}` }), 404, 'notFound')
    const added = await ask({ path: `${path}/groups/${group.id}/customer`, body: { customerId: south } })
    expect(added.status).toBe(204)
    expect(await calls()).toBe(3)
    for (const [to, id] of [
      [path, one],
      [`${path}/reportset`, set.id],
      [`${path}/groups`, group.id],
    ] as const) {
      expectOk(await put(to, { id, isActive: false }))
      expect(await menuFor(user.token)).toEqual(to === path ? [two] : [])
      expectError(await run(one), 404, 'notFound')
      expectError(await ask({ path: `${path}/${one}`, token: user.token }), 404, 'notFound')
      expectOk(await put(to, { id, isActive: true }))
      expect((await run(one)).status).toBe(200)
    }
    expectOk(await put(path, { id: one, isActive: false }))
    expect(await getReport(one ?? '')).toMatchObject({ isActive: false, setIds: [set.id] })
    const seen = await ask({ path: `${path}/${two}`, token: user.token })
    expect(seen.json()).not.toHaveProperty('setIds')
  })

  it('is nothing without the right to view reports, whatever their groups have', async () => {
    const user = await test.make.user({ claims: ['dashboard.view'] })
    await test.make.group({ userIds: [user.id] })
    const answer = await ask({ path: `${path}/reportmenu/${user.id}` })
    expect(expectOk(answer)).toEqual({ groups: [], savedReports: [] })
  })

  it('is managed by administrators alone', async () => {
    const { token: other } = await test.make.user({ claims: ['reporting.view', 'reporting.save'] })
    const body = { id: standardReports.bySource, name: 'Mine' }
    expectError(await ask({ method: 'PUT', path, body, token: other }), 403, 'forbidden')
    expectError(await ask({ path: `${path}/search`, body: {}, token: other }), 403, 'forbidden')
  })
})
