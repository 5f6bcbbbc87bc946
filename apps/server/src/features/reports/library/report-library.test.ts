import { dashboardReports, ReportMenu, standardReports, Report } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { definition, ReportLibraryClient } from '#test/clients/report-library.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import type { AskedRequest } from '#test/portal.ts'

const path = '/api/reporting'
const csv = '0f000000-0000-7000-8000-000000000002'
const json = '0f000000-0000-7000-8000-000000000001'

let library: ReportLibraryClient

beforeAll(async () => {
  library = await ReportLibraryClient.open()
})

describe('a report', () => {
  it('is created, read and changed, and two who change it at once are told of each other', async () => {
    const { id: setId } = await library.makeSet({ name: 'Own' })
    const report = await library.makeReport({
      setIds: [setId],
      parameters: [{ name: 'dateRange', required: true }],
    })
    expect(report).toMatchObject({ kind: 'summary', isActive: true, exportTypeIds: null, setIds: [setId] })
    expect(report.exportTypes.map(({ extension }) => extension)).toContain('csv')
    expect(await library.getReport(report.id)).toEqual(report)
    // The builder sends all that was read, with the usual default of the period.
    const { name, required, default: value } = { ...report.parameters[0] }
    const parameters = [{ name, required, default: value }]
    const body = { id: report.id, name: 'By source', parameters, revision: report.revision }
    const changed = Report.parse(expectOk(await library.put(path, body)))
    expect(changed).toEqual({ ...report, name: 'By source', revision: report.revision + 1 })
    const late = await library.put(path, body)
    expectError(late, 409, 'revisionConflict')
    expect(errorsOf(late).map(({ field }) => field)).toEqual(['name'])
    expectError(await library.put(path, { id: emptyGuid, name: 'None' }), 404, 'notFound')
    expectOk(await library.put(path, { id: report.id, setIds: [] }))
    expect(await library.getSet(setId)).toMatchObject({ reportIds: [] })
    const changes = await changesOf(library.portal, report.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it('is refused with the field named where running it would be', async () => {
    const { id } = await library.makeReport()
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
      const created = await library.ask({ path, body: { name: 'Wrong', definition, ...given } })
      expect(created.status, JSON.stringify(given)).toBe(400)
      expect(errorsOf(created)[0]?.field, JSON.stringify(given)).toBe(field)
      const updated = await library.put(path, { id, ...given })
      expect([updated.status, errorsOf(updated)[0]?.field]).toEqual([400, field])
    }
    expect(await library.idsOf(`${path}/search`, { keyword: 'Wrong' })).toEqual([])
  })

  it('may ask for a value that it has no default for', async () => {
    const { parameters } = await library.makeReport({ parameters: [{ name: 'location', required: true }] })
    expect(parameters).toMatchObject([{ name: 'location', required: true, default: [] }])
  })

  it('allows all export types, or those that are named, one by one', async () => {
    const { id } = await library.makeReport()
    const run = async () =>
      (
        await library.ask({
          path: `${path}/runreport`,
          body: { reportId: id },
          headers: { accept: 'text/csv' },
        })
      ).status
    const link = (type: string) => `${path}/reportexporttype/${type}/report/${id}`
    expect(await run()).toBe(200)
    expect((await library.remove(link(csv))).status).toBe(204)
    expect(await run()).toBe(406)
    expectError(await library.remove(link(csv)), 404, 'notFound')
    expectError(await library.remove(link(json)), 409, 'conflict')
    expect((await library.put(link(csv), {})).status).toBe(204)
    expect((await library.put(link(json), {})).status).toBe(204)
    expect(await run()).toBe(200)
    expect((await library.getReport(id)).exportTypeIds).toContain(csv)
    expectOk(await library.put(path, { id, exportTypeIds: [] }))
    expect((await library.getReport(id)).exportTypeIds).toEqual([json])
    expectOk(await library.put(path, { id, exportTypeIds: null }))
    expect((await library.getReport(id)).exportTypeIds).toBeNull()
    expectError(await library.put(link(emptyGuid), {}), 404, 'notFound')
    expectError(await library.put(`${path}/reportexporttype/${csv}/report/${emptyGuid}`, {}), 404, 'notFound')
  })

  it('leaves subscriptions a type that it allows no more, which nobody chooses anew', async () => {
    const { id: reportId } = await library.makeReport()
    const { id: userId, token: own } = await library.portal.make.user({
      isAdmin: true,
      email: 'files@example.com',
    })
    const idOf = async (request: AskedRequest) =>
      z.object({ id: z.string() }).parse((await library.ask({ ...request, token: own })).json()).id
    const values = { reportId, name: 'Files', parameters: {} }
    const subscription = `${path}/subscription/${await idOf({ path: `${path}/savereport`, body: values })}`
    const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
    const body = { name: 'Daily', schedule, recipients: [{ userId }], exportTypeIds: [csv] }
    const id = await idOf({ path: subscription, body })
    await library.remove(`${path}/reportexporttype/${csv}/report/${reportId}`)
    expectOk(await library.put(subscription, { id, name: 'Every day', exportTypeIds: [csv] }))
    expectOk(await library.put(subscription, { id, exportTypeIds: [] }))
    const [error] = errorsOf(await library.put(subscription, { id, exportTypeIds: [csv] }))
    expect(error).toMatchObject({ field: 'exportTypeIds.0', description: 'The report does not allow CSV.' })
  })

  it('that is a part of the dashboard stays as it is', async () => {
    const id = dashboardReports.summary
    expectError(await library.put(path, { id, name: 'Mine' }), 409, 'conflict')
    expectError(await library.remove(`${path}/reportexporttype/${csv}/report/${id}`), 409, 'conflict')
    expect(await library.idsOf(`${path}/search`, { pageSize: 200 })).not.toContain(id)
    expectError(
      await library.ask({ path: `${path}/reportset`, body: { name: 'A', reportIds: [id] } }),
      400,
      'invalid',
    )
  })

  it('that another version stored is listed, says what cannot be read, and can be defined anew', async () => {
    const { id } = await library.makeReport({ name: 'Of tomorrow' })
    const stored = JSON.stringify({ measures: ['calls', 'mood'] })
    await change(library.portal.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('report').set({ definition: stored }).where('id', '=', id).execute(),
    )
    expect(await library.idsOf(`${path}/search`, { keyword: 'Of tomorrow' })).toEqual([id])
    for (const answer of [
      await library.ask({ path: `${path}/${id}` }),
      await library.ask({ path: `${path}/runreport`, body: { reportId: id } }),
    ]) {
      expectError(answer, 409, 'outdatedReport')
      expect(errorsOf(answer)[0]?.field).toBe('definition.measures.1')
    }
    expectOk(await library.put(path, { id, definition }))
    expect(await library.getReport(id)).toMatchObject({ definition })
  })
})

describe('what a user finds and runs', () => {
  it('are the active reports in the active sets of their active groups, in order, with the calls of its customers', async () => {
    const [{ id: north }, { id: south }] = [
      await library.portal.make.customer(),
      await library.portal.make.customer(),
    ]
    await library.portal.sendCalls(await library.portal.make.apiKey(north), [buildCall(), buildCall()])
    await library.portal.sendCalls(await library.portal.make.apiKey(south), [buildCall()])
    const user = await library.portal.make.user({ claims: ['reporting.view'] })
    const [one, two, other] = [
      await library.makeReport(),
      await library.makeReport(),
      await library.makeReport(),
    ].map(({ id }) => id)
    const set = await library.makeSet({ name: 'Theirs', reportIds: [two, one] })
    const group = await library.makeGroup({
      name: 'Theirs',
      setIds: [set.id],
      customerIds: [north],
      userIds: [user.id],
    })
    const menuFor = async (asking: string) => {
      const answer = await library.ask({ path: `${path}/reportmenu/${user.id}`, token: asking })
      return ReportMenu.parse(expectOk(answer)).groups.flatMap(({ sets }) =>
        sets.flatMap(({ reports }) => reports.map(({ id }) => id)),
      )
    }
    const parameters = { dateRange: { from: '2026-03-01', to: '2026-04-01' } }
    await Promise.all(
      [one, two, other].map(
        async (id) => await library.put(path, { id, parameters: [{ name: 'dateRange' }] }),
      ),
    )
    const run = async (reportId: string | undefined) =>
      await library.ask({ path: `${path}/runreport`, body: { reportId, parameters }, token: user.token })
    const calls = async () =>
      z.object({ totals: z.array(z.unknown()) }).parse((await run(one)).json()).totals[1]
    expect(await menuFor(user.token)).toEqual([two, one])
    expect(await menuFor(library.token)).toEqual([two, one])
    expect(await calls()).toBe(2)
    expectError(await run(other), 404, 'notFound')
    const uses = async (id = '') => (await library.ask({ path: `${path}/reportuses/${id}` })).json()
    expect(await uses(one)).toEqual({
      groupCount: 1,
      userCount: 1,
      savedReportCount: 0,
      subscriptionCount: 0,
    })
    expect(await uses(other)).toMatchObject({ groupCount: 0, userCount: 0, subscriptionCount: 0 })
    expectError(await library.ask({ path: `${path}/reportuses/${emptyGuid}` }), 404, 'notFound')
    const added = await library.ask({
      path: `${path}/groups/${group.id}/customer`,
      body: { customerId: south },
    })
    expect(added.status).toBe(204)
    expect(await calls()).toBe(3)
    for (const [to, id] of [
      [path, one],
      [`${path}/reportset`, set.id],
      [`${path}/groups`, group.id],
    ] as const) {
      expectOk(await library.put(to, { id, isActive: false }))
      expect(await menuFor(user.token)).toEqual(to === path ? [two] : [])
      expectError(await run(one), 404, 'notFound')
      expectError(await library.ask({ path: `${path}/${one}`, token: user.token }), 404, 'notFound')
      expectOk(await library.put(to, { id, isActive: true }))
      expect((await run(one)).status).toBe(200)
    }
    expectOk(await library.put(path, { id: one, isActive: false }))
    expect(await library.getReport(one ?? '')).toMatchObject({ isActive: false, setIds: [set.id] })
    const seen = await library.ask({ path: `${path}/${two}`, token: user.token })
    expect(seen.json()).not.toHaveProperty('setIds')
  })

  it('is nothing without the right to view reports, whatever their groups have', async () => {
    const user = await library.portal.make.user({ claims: ['dashboard.view'] })
    await library.portal.make.group({ userIds: [user.id] })
    const answer = await library.ask({ path: `${path}/reportmenu/${user.id}` })
    expect(expectOk(answer)).toEqual({ groups: [], savedReports: [] })
  })

  it('is managed by administrators alone', async () => {
    const { token: other } = await library.portal.make.user({ claims: ['reporting.view', 'reporting.save'] })
    const body = { id: standardReports.bySource, name: 'Mine' }
    expectError(await library.ask({ method: 'PUT', path, body, token: other }), 403, 'forbidden')
    expectError(await library.ask({ path: `${path}/search`, body: {}, token: other }), 403, 'forbidden')
  })
})
