import { randomUUID } from 'node:crypto'
import type { Claim } from '@callboard/contract/claims'
import { Report, RunReportAnswer } from '@callboard/contract/reports'
import { maxSavedReports, SavedReport, savedDefinitionLimit } from '@callboard/contract/saved-reports'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, errorsOf, expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import type { Person } from '#test/portal.ts'
import { dateRange, SavedReportClient, saving } from '#test/clients/saved-reports.ts'

let client: SavedReportClient

const bySource = {
  dimensions: [{ field: 'source' }],
  measures: ['calls', 'missed'],
  sort: [{ field: 'calls', desc: true }],
  chart: { type: 'bar' },
}
const parameterUses = [{ name: 'dateRange', default: dateRange }, { name: 'source' }]

beforeAll(async () => {
  client = await SavedReportClient.open()
})

async function define(user: Person, body: object = {}) {
  const path = '/api/reporting/savereport'
  const whole = { name: 'Mine', definition: bySource, parameterUses, parameters: {}, ...body }
  return await user.ask({ path, body: whole })
}

async function defined(user: Person, body: object = {}): Promise<SavedReport> {
  return SavedReport.parse(expectCreated(await define(user, body)))
}

const preview = async (user: Person, definition: object, parameters: object = { dateRange }) =>
  await user.ask({ path: '/api/reporting/runreport', body: { definition, parameters } })
const shownBy = async (user: Person, id: string) =>
  await user.ask({ path: `/api/reporting/savedreports/${id}/report` })
const rowsOf = async (user: Person, id: string, parameters: object = {}) =>
  RunReportAnswer.parse(expectOk(await client.run(user, id, parameters))).rows

/** A member whose rights change. */
async function holder() {
  const { make } = client.portal
  const user = await make.user({ customerId: client.one })
  const roleId = await make.role(user.id, saving)
  const groupId = await make.group({ userIds: [user.id], setIds: [client.setId] })
  const hold = async (claims: readonly Claim[]) => await make.changeRole(roleId, { claims: [...claims] })
  return { ...user, groupId, hold }
}

describe('a definition that is tried out', () => {
  it('runs over the rows of whoever may save reports, and for nobody else', async () => {
    const ada = await client.member()
    const ben = await client.portal.make.user({ claims: saving, customerId: client.other })
    const rows = async (user: Person) =>
      RunReportAnswer.parse(expectOk(await preview(user, bySource))).rows.map(([name, calls]) => [
        name,
        calls,
      ])
    expect(await rows(ada)).toEqual([
      ['radio', 2],
      ['tv', 1],
    ])
    expect(await rows(ben)).toEqual([['radio', 1]])
    for (const claims of [['reporting.view'], ['dashboard.view', 'reporting.save']] as const) {
      const reader = await client.portal.make.user({ claims, customerId: client.one })
      expectError(await preview(reader, bySource), 403, 'forbidden')
      expectError(await define(reader), 403, 'forbidden')
    }
  })

  it('shows nothing of another customer, whatever its filters name', async () => {
    const ada = await client.member()
    const filters = [{ field: 'customer', op: 'eq', values: [client.other] }]
    const of = async (definition: object) =>
      RunReportAnswer.parse(expectOk(await preview(ada, { ...bySource, ...definition })))
    expect((await of({ filters })).rows).toEqual([])
    const { rows, labels } = await of({ dimensions: [{ field: 'customer' }] })
    expect(rows.map(([customer]) => customer)).toEqual([client.one])
    expect(Object.keys(labels['customer'] ?? {})).toEqual([client.one])
  })

  it.each([
    ['rows', { dimensions: [{ field: 'callerNumber' }], measures: ['calls'] }],
    ['what is across', { ...bySource, pivot: { field: 'callerName' } }],
    ['a filter', { ...bySource, filters: [{ field: 'callerNumber', op: 'contains', values: ['555'] }] }],
    [
      'words of transcripts',
      { ...bySource, filters: [{ field: 'transcript', op: 'contains', values: ['x'] }] },
    ],
    ['columns', { columns: ['callerNumber'] }],
    ['single calls', { columns: ['startedAt'] }],
  ])('tells of no callers to who may not see them: %s', async (_, definition) => {
    const ada = await holder()
    const refused = await preview(ada, definition)
    expectError(refused, 403, 'forbidden')
    const file = await ada.ask({
      path: '/api/reporting/runreport',
      body: { definition, parameters: { dateRange } },
      headers: { accept: 'text/csv' },
    })
    expectError(file, 403, 'forbidden')
    if (!JSON.stringify(definition).includes('transcript'))
      expectError(await define(ada, { definition }), 403, 'forbidden')
    await ada.hold([...saving, 'reporting.call.details'])
    expectOk(await preview(ada, definition))
  })
})

describe('a saved report with a definition of its own', () => {
  it('has no report of the library, and runs, is found and is changed as what it shows', async () => {
    const ada = await client.member()
    const record = await defined(ada)
    expect(record).toMatchObject({ reportId: null, reportName: null, name: 'Mine', isRunnable: true })
    expect(await rowsOf(ada, record.id)).toEqual([
      ['radio', 2, 0],
      ['tv', 1, 0],
    ])
    expect(await rowsOf(ada, record.id, { source: ['tv'] })).toEqual([['tv', 1, 0]])
    const { meta } = RunReportAnswer.parse(expectOk(await client.run(ada, record.id)))
    expect(meta).toMatchObject({ reportId: null, reportName: 'Mine' })
    expect((await client.menuOf(ada, ada.id)).savedReports).toEqual([
      { id: record.id, name: 'Mine', reportId: null },
    ])
    const shown = Report.parse(expectOk(await shownBy(ada, record.id)))
    expect(shown).toMatchObject({ id: record.id, name: 'Mine', kind: 'summary', definition: bySource })
    expect(shown.parameters.map(({ name }) => name)).toEqual(['dateRange', 'source'])
    const byStatus = { ...bySource, dimensions: [{ field: 'status' }] }
    const changed = { definition: byStatus, revision: record.revision }
    expect(expectOk(await client.update(ada, record.id, changed))).toMatchObject({ revision: 2 })
    expectError(await client.update(ada, record.id, changed), 409, 'revisionConflict')
    expect(Report.parse(expectOk(await shownBy(ada, record.id)))).toMatchObject({
      definition: byStatus,
      revision: 2,
    })
    const fields = (await changesOf(client.portal, record.id)).map(({ changes }) =>
      changes.map(({ field }) => field),
    )
    expect(fields.at(-1)).toEqual(['definition'])
    // By its own id it is no report of the library.
    expectError(await ada.ask({ path: `/api/reporting/${record.id}` }), 404, 'notFound')
    expect((await client.remove(ada, record.id)).status).toBe(204)
    expectError(await shownBy(ada, record.id), 404, 'notFound')
    expectOk(await client.restore(ada, record.id))
    expect((await rowsOf(ada, record.id)).length).toBeGreaterThan(0)
  })

  it('is on dashboards, is a favourite, and comes as a file, as any saved report', async () => {
    const ada = await client.portal.make.user({
      claims: [...saving, 'dashboard.view'],
      customerId: client.one,
      email: 'ada@example.com',
    })
    const { id } = await defined(ada)
    const ask = async (request: Parameters<typeof client.portal.ask>[0]) =>
      await client.portal.ask({ token: ada.token, ...request })
    expect((await ask({ method: 'PUT', path: `/api/user/me/favourite/${id}` })).status).toBe(204)
    const parts = [{ type: 'savedReport', id, view: 'chart', width: 'half' }]
    const layout = await ask({
      method: 'PUT',
      path: '/api/user/me/dashboard',
      body: { tiles: ['calls'], parts },
    })
    expect(expectOk(layout)).toMatchObject({ parts: [{ id, name: 'Mine' }] })
    const file = await ask({
      path: '/api/reporting/runreport',
      body: { savedReportId: id },
      headers: { accept: 'text/csv' },
    })
    expect(file.headers['content-disposition']).toContain('Mine 2026-03-01 to 2026-03-31.csv')
    expect(file.text).toContain('radio,2')
    const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
    const body = { name: 'Mornings', schedule, recipients: [{ userId: ada.id }] }
    expect((await ask({ path: `/api/reporting/subscription/${id}`, body })).status).toBe(201)
    expect(expectOk(await client.read(ada, id))).toMatchObject({ subscriptionCount: 1 })
    // What is deleted leaves its place on the dashboard with its name.
    await client.remove(ada, id)
    expect(expectOk(await ask({ path: '/api/user/me/dashboard' }))).toMatchObject({
      parts: [{ id, name: 'Mine', problem: 'notFound' }],
    })
  })

  it('is run by the members of the group that it is shared with, each over their own rows', async () => {
    const ada = await client.member()
    const ben = await client.portal.make.user({ claims: saving, customerId: client.other })
    const third = (await client.portal.make.customer()).id
    const nobody = await client.portal.make.user({ claims: ['reporting.view'], customerId: third })
    await client.join(ada.groupId, ben.id)
    await client.join(ada.groupId, nobody.id)
    const { id } = await defined(ada, { sharedWithGroupId: ada.groupId })
    expect(await rowsOf(ben, id)).toEqual([['radio', 1, 0]])
    expect(await rowsOf(nobody, id)).toEqual([])
    expect(await client.listOf(nobody, nobody.id)).toEqual([id])
    for (const body of [{ definition: bySource }, { name: 'Theirs' }])
      expectError(await client.update(ben, id, body), 403, 'forbidden')
    await client.leave(ada.groupId, ben.id)
    const gone = await shownBy(ben, id)
    expectError(gone, 404, 'notFound')
    expect(bytesOf(gone)).toEqual(bytesOf(await shownBy(ben, randomUUID())))
    expectError(await client.run(ben, id), 404, 'notFound')
    expectOk(await client.update(ada, id, { sharedWithGroupId: null }))
    expectError(await client.run(nobody, id), 404, 'notFound')
  })

  it('tells of no callers to members who may not see them, nor to an owner who lost that right', async () => {
    const ada = await holder()
    const ben = await client.member()
    await client.join(ada.groupId, ben.id)
    await ada.hold([...saving, 'reporting.call.details'])
    const sharing = { sharedWithGroupId: ada.groupId }
    const number = '+12125550147'
    const revealing = [
      await defined(ada, { ...sharing, definition: { columns: ['callerNumber', 'startedAt'] } }),
      await defined(ada, { ...sharing, definition: { ...bySource, pivot: { field: 'callerNumber' } } }),
      await defined(ada, {
        ...sharing,
        parameterUses: [...parameterUses, { name: 'callerNumber', default: [number] }],
      }),
    ]
    const plain = await defined(ada, {
      ...sharing,
      parameterUses: [...parameterUses, { name: 'callerNumber', default: [] }],
    })
    expect(await client.listOf(ben, ben.id)).toEqual([plain.id])
    await ada.hold(saving)
    for (const user of [ada, ben]) {
      for (const { id } of revealing) {
        for (const answer of [
          await client.read(user, id),
          await shownBy(user, id),
          await client.run(user, id),
          await client.update(user, id, { parameterUses }),
        ]) {
          expectError(answer, 403, 'forbidden')
          expect(answer.text).not.toContain('5550147')
        }
      }
    }
    expect(await client.listOf(ada, ada.id)).toEqual([plain.id])
  })

  it('is kept and runs when its owner may save no more, and is then changed by administrators alone', async () => {
    const ada = await holder()
    const { id } = await defined(ada)
    await ada.hold(['reporting.view'])
    expect(await rowsOf(ada, id)).toHaveLength(2)
    for (const answer of [
      await define(ada),
      await client.update(ada, id, { definition: bySource }),
      await client.remove(ada, id),
      await preview(ada, bySource),
    ])
      expectError(answer, 403, 'forbidden')
    expectOk(await client.update(client.admin, id, { definition: { ...bySource, limit: 1 } }))
    expect(await rowsOf(ada, id)).toHaveLength(1)
  })

  it('goes on when its owner leaves, and is handed over with what it shows', async () => {
    const [ada, ben] = [await client.member(), await client.member()]
    await client.join(ada.groupId, ben.id)
    const { id } = await defined(ada, { sharedWithGroupId: ada.groupId })
    await client.admin.ask({ method: 'DELETE', path: `/api/user/${ada.id}` })
    expect(await rowsOf(ben, id)).toHaveLength(2)
    expect(expectOk(await client.handOver(ada.id, { userId: ben.id }))).toEqual({ handedOver: 1 })
    expectOk(await client.update(ben, id, { definition: { ...bySource, limit: 1 } }))
    expect(await rowsOf(ben, id)).toHaveLength(1)
  })

  it('is in the library only when an administrator adds the same to it', async () => {
    const ada = await client.member()
    const record = await defined(ada, { name: 'Zeppelin by source' })
    const search = async () =>
      expectOk(
        await client.admin.ask({
          path: '/api/reporting/search',
          body: { keyword: 'zeppelin', activeOnly: false },
        }),
      )
    expect(await search()).toMatchObject({ total: 0 })
    const { definition, parameters } = Report.parse(expectOk(await shownBy(client.admin, record.id)))
    const published = { name: record.name, definition, parameters: parameterUses, setIds: [client.setId] }
    const library = { path: '/api/reporting', body: published }
    expect(parameters).toHaveLength(parameterUses.length)
    expectError(await ada.ask(library), 403, 'forbidden')
    const answer = await client.admin.ask(library)
    expect(answer.status, answer.text).toBe(201)
    expect(await search()).toMatchObject({ total: 1 })
    const { id: reportId } = Report.parse(answer.json())
    const ben = await client.member()
    const run = { path: '/api/reporting/runreport', body: { reportId }, token: ben.token }
    expect(RunReportAnswer.parse(expectOk(await client.portal.ask(run))).rows).toHaveLength(2)
    expect(expectOk(await client.read(ada, record.id))).toMatchObject({ reportId: null, revision: 1 })
  })

  it('is neither tried out for, nor changed by, somebody who views the client as its owner, beyond what both may', async () => {
    const ada = await client.member()
    const { id } = await defined(ada)
    const asAda = { 'x-masked-user': ada.id }
    const run = {
      path: '/api/reporting/runreport',
      body: { definition: bySource, parameters: { dateRange } },
    }
    expect(
      RunReportAnswer.parse(expectOk(await client.admin.ask({ ...run, headers: asAda }))).rows,
    ).toHaveLength(2)
    for (const request of [
      { path: '/api/reporting/savereport', body: { name: 'R', definition: bySource, parameters: {} } },
      { method: 'PUT', path: `/api/reporting/savereport/${id}`, body: { definition: bySource } },
    ] as const)
      expectError(await client.admin.ask({ ...request, headers: asAda }), 403, 'maskedReadOnly')
    const reader = await client.portal.make.user({ claims: ['reporting.view'], customerId: client.one })
    const headers = { 'x-masked-user': reader.id }
    expectError(await client.admin.ask({ ...run, headers }), 403, 'forbidden')
  })

  it('counts among the saved reports that its owner may have', async () => {
    const ada = await client.member()
    await change(client.portal.runtime.postgres.db, systemActor, async (transaction) =>
      sql`INSERT INTO saved_report (definition, parameter_uses, user_id, name, parameters)
        SELECT '{}', '[]', ${ada.id}, 'R ' || n, '{}' FROM generate_series(1, ${maxSavedReports}::integer) AS n`.execute(
        transaction,
      ),
    )
    expectError(await define(ada), 409, 'conflict')
  })
})

const manyFilters = Array.from({ length: 50 }, () => ({
  field: 'source',
  op: 'in',
  values: Array.from({ length: 900 }, (_, n) => `source ${n}`),
}))

describe('a definition that cannot be run', () => {
  let ada: Person
  let id: string

  beforeAll(async () => {
    const claims = [...saving, 'reporting.call.details'] as const
    ada = await client.portal.make.user({ claims, customerId: client.one })
    id = (await defined(ada)).id
  })

  const filtered = (filter: object) => ({ definition: { ...bySource, filters: [filter] } })
  const asking = (...uses: object[]) => ({ parameterUses: uses })

  it.each<[string, string, object]>([
    ['definition', 'invalid', { definition: { ...bySource, filters: manyFilters } }],
    ['definition.measures.0', 'invalid', { definition: { measures: ['profit'] } }],
    ['definition.dimensions.0.field', 'invalid', { definition: { dimensions: [{ field: 'password' }] } }],
    ['definition.sql', 'unknownField', { definition: { ...bySource, sql: 'SELECT 1' } }],
    ['definition', 'invalid', filtered({ field: 'source', op: 'eq', values: ['\0'] })],
    ['minutes', 'unknownReportField', filtered({ field: 'minutes', op: 'eq', values: [1] })],
    ['price', 'unknownReportField', { definition: { columns: ['price'] } }],
    ['parameterUses', 'invalid', asking({ name: 'source', default: ['\ud800'] })],
    ['parameterUses', 'invalid', asking({ name: 'source', default: 'x'.repeat(savedDefinitionLimit) })],
    ['parameters', 'invalid', asking({ name: 'source' }, { name: 'source' })],
    ['parameters.status', 'invalid', asking({ name: 'status', default: ['lost'] })],
    ['parameters.campaign', 'unknownParameter', { parameters: { campaign: ['x'] } }],
  ])('is refused by its %s (%s)', async (field, code, body) => {
    for (const answer of [await define(ada, body), await client.update(ada, id, body)]) {
      expect(answer.status, answer.text.slice(0, 500)).toBe(400)
      expect(errorsOf(answer)).toEqual([expect.objectContaining({ field, code })])
    }
    expect(expectOk(await client.read(ada, id))).toMatchObject({ revision: 1 })
  })

  it('comes alone: a saved report shows a report of the library, or what its owner defined', async () => {
    const nothing = { definition: undefined, parameterUses: undefined }
    for (const body of [
      nothing,
      { reportId: client.reportId },
      { ...nothing, reportId: client.reportId, parameterUses },
    ])
      expectError(await define(ada, body), 400, 'invalid')
    const ben = await client.member()
    const { id: ofLibrary } = await client.saved(ben)
    for (const body of [{ definition: bySource }, { parameterUses }])
      expectError(await client.update(ben, ofLibrary, body), 409, 'conflict')
  })

  it('keeps the parameters that have a saved value', async () => {
    const saved = await defined(ada, { parameters: { source: ['radio'] } })
    const less = { parameterUses: [{ name: 'dateRange', default: dateRange }] }
    expectError(await client.update(ada, saved.id, less), 400, 'unknownParameter')
    expectOk(await client.update(ada, saved.id, { ...less, parameters: {} }))
    expect(await rowsOf(ada, saved.id)).toHaveLength(2)
  })
})
