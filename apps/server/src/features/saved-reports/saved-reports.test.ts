import { randomUUID } from 'node:crypto'
import { claims } from '@callboard/contract/claims'
import { ReportUse } from '@callboard/contract/own-reports'
import { RunReportAnswer } from '@callboard/contract/reports'
import { maxSubscriptions } from '@callboard/contract/subscriptions'
import { maxSavedReports, SavedReport } from '@callboard/contract/saved-reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { dateRange, SavedReportClient } from '#test/clients/saved-reports.ts'
import type { Person } from '#test/portal.ts'

let client: SavedReportClient
let reportId: string

beforeAll(async () => {
  client = await SavedReportClient.open()
  reportId = client.reportId
})

describe('a saved report', () => {
  it('keeps its values as they were given, and is found by its owner', async () => {
    const ada = await client.member()
    const parameters = { dateRange: { relative: 'last7Days' }, source: ['radio', null], minimumDuration: 5 }
    const record = await client.saved(ada, { parameters, view: { sort: '-calls', view: 'table' } })
    expect(record).toMatchObject({
      reportId,
      reportName: 'Calls by source',
      name: 'Radio',
      parameters,
      view: { sort: '-calls', view: 'table' },
      userId: ada.id,
      ownerName: ada.userName,
      sharedWithGroupId: null,
      isRunnable: true,
      revision: 1,
    })
    expect(expectOk(await client.read(ada, record.id))).toEqual(record)
    expect(expectOk(await client.read(ada, ada.id))).toEqual({ items: [record], total: 1 })
    expect(await client.listOf(client.admin, ada.id)).toEqual([record.id])
    const inMenu = [{ id: record.id, name: 'Radio', reportId }]
    expect((await client.menuOf(ada, ada.id)).savedReports).toEqual(inMenu)
    expect((await client.menuOf(client.admin, ada.id)).savedReports).toEqual(inMenu)
    const valuesOf = async (rest: string) =>
      await ada.ask({ path: `/api/reporting/savedreportvals/${record.id}${rest}` })
    for (const slash of ['', '/']) {
      const of = async (name: string) => expectOk(await valuesOf(`${slash}?parameterName=${name}`))
      expect(await of('source')).toEqual({ parameterName: 'source', values: ['radio', null] })
      expect(await of('dateRange')).toEqual({
        parameterName: 'dateRange',
        values: [{ relative: 'last7Days' }],
      })
      expect(await of('minimumDuration')).toEqual({ parameterName: 'minimumDuration', values: [5] })
      expect(await of('campaign')).toEqual({ parameterName: 'campaign', values: [] })
      expectError(await valuesOf(slash), 400, 'invalid')
      expectError(await valuesOf(`${slash}?parameterName=colour`), 400, 'invalid')
    }
  })

  it('runs with its values, in whose place come those of the run', async () => {
    const ada = await client.member()
    const { id } = await client.saved(ada)
    expect(await client.figures(ada, id)).toEqual({ radio: 2 })
    expect(await client.figures(ada, id, { source: ['tv'] })).toEqual({ tv: 1 })
    expect(await client.figures(ada, id, { source: [] })).toEqual({ radio: 2, tv: 1 })
    const { meta } = RunReportAnswer.parse(expectOk(await client.run(ada, id)))
    expect(meta).toMatchObject({ reportId, reportName: 'Radio' })
    const file = await ada.ask({
      path: '/api/reporting/runreport',
      body: { savedReportId: id },
      headers: { accept: 'text/csv' },
    })
    expect(file.headers['content-disposition']).toContain('Radio 2026-03-01 to 2026-03-31 radio.csv')
    expect(file.text).toContain('radio,2')
  })

  it.each([
    ['parameters.campaign', { parameters: { campaign: ['x'] } }, 'unknownParameter'],
    ['parameters.status', { parameters: { status: ['lost'] } }, 'invalid'],
    ['to', { parameters: { dateRange: { from: '2026-04-01', to: '2026-03-01' } } }, 'emptyPeriod'],
    ['duration', { parameters: { minimumDuration: 'long' } }, 'invalid'],
    ['parameters.colour', { parameters: { colour: ['red'] } }, 'unknownField'],
    ['parameters', { parameters: { source: ['\0'] } }, 'invalid'],
    ['parameters', { parameters: { source: '\ud800' } }, 'invalid'],
    ['parameters', { parameters: { source: Array.from({ length: 900 }, () => 'x'.repeat(200)) } }, 'invalid'],
    ['view.sort', { view: { sort: '\0' } }, 'invalid'],
    ['view.sort', { view: { sort: 1 } }, 'invalid'],
    ['name', { name: ' ' }, 'invalid'],
    ['name', { name: 'x'.repeat(101) }, 'invalid'],
    ['sharedWithGroupId', { sharedWithGroupId: emptyGuid }, 'invalid'],
    ['isDeleted', { isDeleted: true }, 'unknownField'],
  ])('is not saved with a wrong %s: %o', async (field, body, code) => {
    const ada = await client.member()
    const { id } = await client.saved(ada)
    for (const answer of [await client.save(ada, body), await client.update(ada, id, body)]) {
      expect(answer.status, answer.text).toBe(400)
      expect(errorsOf(answer)).toEqual([expect.objectContaining({ field, code })])
    }
    expect(expectOk(await client.read(ada, id))).toMatchObject({ revision: 1 })
  })

  it('is of a report that its owner may run, and of no other', async () => {
    const nobody = await client.portal.make.user({ claims, customerId: client.one })
    const unknown = await client.save(nobody, { reportId: randomUUID() })
    expectError(unknown, 404, 'notFound')
    expect(bytesOf(await client.save(nobody, {}))).toEqual(bytesOf(unknown))
  })

  it('is changed in what is given; a revision that is not the current one changes nothing', async () => {
    const ada = await client.member()
    const before = await client.saved(ada, { sharedWithGroupId: ada.groupId })
    const { revision } = SavedReport.parse(
      expectOk(await client.update(ada, before.id, { name: 'Radio calls', revision: 1 })),
    )
    const stale = await client.update(ada, before.id, { parameters: {}, revision: 1 })
    expectError(stale, 409, 'revisionConflict')
    expect(stale.text).toContain('You changed Name from “Radio” to “Radio calls” in another tab or window.')
    const after = SavedReport.parse(
      expectOk(await client.update(ada, before.id, { parameters: {}, sharedWithGroupId: null, revision })),
    )
    expect(after).toMatchObject({ name: 'Radio calls', parameters: {}, sharedWithGroupId: null })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    const changed = (await changesOf(client.portal, before.id)).flatMap(({ changes }) =>
      changes.map(({ field }) => field),
    )
    expect(changed).not.toContain('updated_at')
    expect(changed.slice(-3)).toEqual(['name', 'parameters', 'shared_with_group_id'])
  })

  it('is deleted, and put back by its owner or an administrator', async () => {
    const [ada, eve] = [await client.member(), await client.member()]
    const { id } = await client.saved(ada)
    expect((await client.remove(ada, id)).status).toBe(204)
    for (const answer of [
      await client.read(ada, id),
      await client.run(ada, id),
      await client.remove(ada, id),
    ])
      expectError(answer, 404, 'notFound')
    expect(await client.listOf(ada, ada.id)).toEqual([])
    expectError(await client.restore(eve, id), 404, 'notFound')
    expect(SavedReport.parse(expectOk(await client.restore(ada, id))).id).toBe(id)
    expectError(await client.restore(ada, id), 404, 'notFound')
    expect(await client.figures(ada, id)).toEqual({ radio: 2 })
    expect((await client.remove(client.admin, id)).status).toBe(204)
    expectOk(await client.restore(client.admin, id))
    const actions = (await changesOf(client.portal, id)).map(({ action }) => action)
    expect(actions).toEqual(['create', 'delete', 'restore', 'delete', 'restore'])
  })

  it('says what its report does not ask for any more, and runs without it only where that is said', async () => {
    const id = await client.portal.make.report({
      definition: { measures: ['calls'], dimensions: [{ field: 'source' }] },
      parameters: [{ name: 'dateRange' }, { name: 'source' }, { name: 'status' }],
    })
    const record = await client.saved(client.admin, {
      reportId: id,
      name: 'Tracked',
      parameters: { dateRange, source: ['tv'], status: ['answered'] },
    })
    await changeReport(id, { parameters: JSON.stringify([{ name: 'dateRange' }, { name: 'status' }]) })
    const answer = await client.run(client.admin, record.id)
    expectError(answer, 400, 'unknownParameter')
    const [error] = errorsOf(answer)
    expect(error?.field).toBe('parameters.source')
    expect(error?.description).toContain('“Tracked” has a value for source')
    expect(SavedReport.parse(expectOk(await client.read(client.admin, record.id))).parameters).toEqual(
      record.parameters,
    )
    expect(await client.figures(client.admin, record.id, { source: [] })).toEqual({ radio: 3, tv: 1 })
  })

  it('is not run when its report is inactive', async () => {
    const id = await client.portal.make.report()
    const record = await client.saved(client.admin, { reportId: id, parameters: {} })
    await changeReport(id, { is_active: false })
    expectError(await client.run(client.admin, record.id), 404, 'notFound')
    expect(expectOk(await client.read(client.admin, record.id))).toMatchObject({ isRunnable: false })
    expectError(await client.update(client.admin, record.id, { parameters: {} }), 409, 'conflict')
    expect((await client.update(client.admin, record.id, { name: 'Old' })).status).toBe(200)
  })

  it('has a limit of how many one user has', async () => {
    const ada = await client.member()
    const { id } = await client.saved(ada)
    await change(client.portal.runtime.postgres.db, systemActor, async (transaction) =>
      sql`INSERT INTO saved_report (report_id, user_id, name, parameters)
        SELECT ${reportId}, ${ada.id}, 'Radio ' || n, '{}' FROM generate_series(2, ${maxSavedReports}::integer) AS n`.execute(
        transaction,
      ),
    )
    expectError(await client.save(ada, {}), 409, 'conflict')
    const { id: extra } = await client.saved(client.admin)
    expectError(await client.update(client.admin, extra, { userId: ada.id }), 409, 'conflict')
    expectError(await client.handOver(client.admin.id, { userId: ada.id }), 409, 'conflict')
    await client.remove(ada, id)
    expect((await client.save(ada, {})).status).toBe(201)
    expectError(await client.restore(ada, id), 409, 'conflict')
  })

  it('is not handed over to who would have too many subscriptions by it', async () => {
    const [ada, ben] = [await client.member(), await client.member()]
    const { db } = client.portal.runtime.postgres
    const subscribe = async (owner: Awaited<ReturnType<typeof client.member>>, count: number) => {
      const { id } = await client.saved(owner)
      const schedule = JSON.stringify({ frequency: 'daily', time: '08:00', timeZone: 'UTC' })
      await change(db, systemActor, async (transaction) =>
        sql`INSERT INTO subscription (saved_report_id, user_id, name, schedule, export_types)
          SELECT ${id}, ${owner.id}, 'Mornings ' || n, ${schedule}::jsonb, '{}' FROM generate_series(1, ${count}::integer) AS n`.execute(
          transaction,
        ),
      )
      return id
    }
    const id = await subscribe(ada, 2)
    await subscribe(ben, maxSubscriptions - 1)
    expectError(await client.handOver(ada.id, { userId: ben.id }), 409, 'conflict')
    expectError(await client.update(client.admin, id, { userId: ben.id }), 409, 'conflict')
    expect(expectOk(await client.read(ada, id))).toMatchObject({ userId: ada.id })
    await change(db, systemActor, async (transaction) =>
      transaction
        .updateTable('subscription')
        .set({ is_deleted: true })
        .where('name', '=', 'Mornings 2')
        .execute(),
    )
    expect(expectOk(await client.handOver(ada.id, { userId: ben.id }))).toEqual({ handedOver: 1 })
  })
})

async function changeReport(id: string, values: { parameters?: string; is_active?: boolean }): Promise<void> {
  await change(client.portal.runtime.postgres.db, systemActor, async (transaction) =>
    transaction.updateTable('report').set(values).where('id', '=', id).execute(),
  )
}

describe('what a user does with reports', () => {
  const useOf = async (user: Person, headers: Record<string, string> = {}) =>
    ReportUse.parse(expectOk(await user.ask({ path: '/api/user/me/reportuse', headers })))
  const mark = async (user: Person, id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
    await user.ask({ method, path: `/api/user/me/favourite/${id}` })

  it('has favourites among what they find', async () => {
    const ada = await client.member()
    const { id } = await client.saved(ada)
    for (const item of [id, reportId, reportId]) expect((await mark(ada, item)).status).toBe(204)
    expect((await useOf(ada)).favourites.toSorted()).toEqual([id, reportId].toSorted())
    expect((await useOf(client.admin)).favourites).toEqual([])
    expectError(await mark(ada, await client.portal.make.report()), 404, 'notFound')
    expect((await mark(ada, reportId, 'DELETE')).status).toBe(204)
    expectError(await mark(ada, reportId, 'DELETE'), 404, 'notFound')
    expect((await useOf(ada)).favourites).toEqual([id])
  })

  it('is known by when they ran it last, which no run waits to be written', async () => {
    const ada = await client.member()
    const { id } = await client.saved(ada)
    expect((await useOf(ada)).lastRuns).toEqual({})
    const before = new Date().toISOString()
    await client.run(ada, id)
    expect(await lastRunsInDatabase(ada.id)).toEqual([])
    const { [id]: first = '', ...others } = (await useOf(ada)).lastRuns
    expect(first >= before).toBe(true)
    expect(others).toEqual({})
    await client.run(ada, id)
    await ada.ask({ path: '/api/reporting/runreport', body: { reportId } })
    const again = (await useOf(ada)).lastRuns
    expect((again[id] ?? '') >= first).toBe(true)
    expect(Object.keys(again).toSorted()).toEqual([id, reportId].toSorted())
    expect(await lastRunsInDatabase(ada.id)).toHaveLength(2)
  })

  it('is seen, and neither changed nor counted, while the portal is viewed as the user', async () => {
    const ada = await client.member()
    const { id } = await client.saved(ada)
    await mark(ada, id)
    const headers = { 'x-masked-user': ada.id }
    expect(
      expectOk(await client.admin.ask({ path: `/api/reporting/savedreports/${ada.id}`, headers })),
    ).toMatchObject({
      total: 1,
    })
    const path = '/api/reporting/runreport'
    expectOk(await client.admin.ask({ path, body: { savedReportId: id }, headers }))
    expect(await useOf(client.admin, headers)).toEqual({ favourites: [id], lastRuns: {} })
    expect(await useOf(ada)).toEqual({ favourites: [id], lastRuns: {} })
    for (const request of [
      { path: '/api/reporting/savereport', body: { reportId, name: 'R', parameters: {} } },
      { method: 'PUT', path: `/api/reporting/savereport/${id}`, body: { name: 'R' } },
      { method: 'DELETE', path: `/api/reporting/savedreports/${id}` },
      { method: 'PUT', path: `/api/reporting/savedreports/${id}/restore` },
      { method: 'DELETE', path: `/api/user/me/favourite/${id}` },
    ] as const) {
      expectError(await client.admin.ask({ ...request, headers }), 403, 'maskedReadOnly')
    }
  })
})

const Page = z.object({ items: z.array(SavedReport), total: z.int() })

it('administrators find the saved reports of a report, of an owner, and by name', async () => {
  const [ada, ben] = [await client.member(), await client.member()]
  const first = await client.saved(ada, { name: 'Zebra one' })
  const second = await client.saved(ben, { name: 'Zebra two' })
  const search = async (body: object) =>
    Page.parse(
      expectOk(await client.admin.ask({ path: '/api/reporting/savedreports/search', body })),
    ).items.map(({ id }) => id)
  expect(await search({ keyword: 'zebra', reportId })).toEqual([first.id, second.id])
  expect(await search({ keyword: 'zebra', sort: 'name', desc: true })).toEqual([second.id, first.id])
  expect(await search({ userId: ben.id })).toEqual([second.id])
  expect(await search({ reportId: emptyGuid })).toEqual([])
  const { text } = await client.admin.ask({ path: '/api/search?keyword=zebra%20two' })
  expect(text).toContain(`/reports/saved/${second.id}`)
  expect(text).not.toContain(first.id)
})

async function lastRunsInDatabase(userId: string) {
  return await client.portal.runtime.postgres.db
    .selectFrom('report_last_run')
    .where('user_id', '=', userId)
    .selectAll()
    .execute()
}
