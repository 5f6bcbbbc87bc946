import { ReportSet } from '@callboard/contract/report-sets'
import {
  dashboardReports,
  Report,
  RunReportAnswer,
  standardReports,
  standardSets,
} from '@callboard/contract/reports'
import { beforeAll, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { setUpOnce } from '#server/setup/first-start.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

it('a portal gets the reports by part of the day, agent and hang-up cause, and standard reports as they are now, unless somebody changed them', async () => {
  const { runtime, make } = test
  const { token } = await make.user({ isAdmin: true })
  const { db } = runtime.postgres
  const { answering, routing } = standardSets
  const { byDayPart, byAgent, byHangupCause, summary, bySource } = standardReports
  const read = async (id: string) =>
    Report.parse((await test.ask({ path: `/api/reporting/${id}`, token })).json())
  const fresh = await Promise.all([summary, bySource].map(read))
  const former = JSON.stringify({ ...fresh[0]?.definition, measures: ['calls'] })
  await change(db, systemActor, async (transaction) => {
    const added = [byDayPart, byAgent, byHangupCause]
    await transaction.deleteFrom('report_set_report').where('report_id', 'in', added).execute()
    await transaction.deleteFrom('report').where('id', 'in', added).execute()
    const older = { name: 'Older', definition: former }
    await transaction.updateTable('report').set(older).where('id', 'in', [summary, bySource]).execute()
    await transaction.updateTable('report').set({ revision: 2 }).where('id', '=', bySource).execute()
  })
  await setUpOnce(db, { userName: 'admin', password: undefined })
  const inSet = async (setId: string) => {
    const set = ReportSet.parse((await test.ask({ path: `/api/reporting/reportset/${setId}`, token })).json())
    return set.reportIds
  }
  expect((await inSet(answering)).slice(-2)).toEqual([byDayPart, byAgent])
  expect((await inSet(routing)).at(-1)).toBe(byHangupCause)
  const [renewed, changed] = await Promise.all([summary, bySource].map(read))
  expect(renewed).toEqual(fresh[0])
  expect(renewed?.definition.measures).toContain('missedRate')
  expect(changed).toMatchObject({ name: 'Older', definition: { measures: ['calls'] } })
})

it('a portal gets the standard reports that its version did not have, once, for the groups that had the others', async () => {
  const { runtime, make } = test
  const { db } = runtime.postgres
  const admin = { userName: 'admin', password: undefined }
  const { summaryByDay, bySource, byHourAndWeekday, callDetails, byNetwork } = standardReports
  const former = [summaryByDay, bySource, byHourAndWeekday, callDetails]
  const setsOf = async (groupId: string) =>
    (
      await db
        .selectFrom('report_group_set')
        .where('report_group_id', '=', groupId)
        .orderBy('report_set_id')
        .select('report_set_id')
        .execute()
    ).map((row) => row.report_set_id)
  const reportsOf = async (setId: string) =>
    (
      await db
        .selectFrom('report_set_report')
        .where('report_set_id', '=', setId)
        .orderBy('sort_order')
        .select('report_id')
        .execute()
    ).map((row) => row.report_id)
  const sets = Object.values(standardSets)
  const fresh = await Promise.all(sets.map(reportsOf))
  expect(fresh.flat().toSorted()).toEqual(Object.values(standardReports).toSorted())

  const formerSet = await make.reportSet(former)
  const groupId = await make.group({ setIds: [formerSet] })
  const other = await make.group({ setIds: [await make.reportSet([bySource])] })
  await change(db, systemActor, async (transaction) => {
    await transaction
      .updateTable('report_set')
      .set({ name: 'Standard reports' })
      .where('id', '=', formerSet)
      .execute()
    await transaction.deleteFrom('report_group_set').where('report_set_id', 'in', sets).execute()
    await transaction.deleteFrom('report_set_report').where('report_set_id', 'in', sets).execute()
    await transaction.deleteFrom('report_set').where('id', 'in', sets).execute()
    await transaction
      .deleteFrom('report')
      .where('id', 'in', Object.values(standardReports))
      .where('id', 'not in', former)
      .execute()
  })
  await setUpOnce(db, admin)
  expect(await Promise.all(sets.map(reportsOf))).toEqual(fresh)
  expect(await setsOf(groupId)).toEqual([formerSet, ...sets].toSorted())
  expect(await setsOf(other)).toHaveLength(1)
  const { is_active: isFormerActive } = await db
    .selectFrom('report_set')
    .where('id', '=', formerSet)
    .select('is_active')
    .executeTakeFirstOrThrow()
  expect(isFormerActive).toBe(false)

  await change(db, systemActor, async (transaction) => {
    await transaction
      .deleteFrom('report_set_report')
      .where('report_id', 'in', [byNetwork, bySource])
      .execute()
    await transaction.deleteFrom('report').where('id', '=', byNetwork).execute()
    await transaction.updateTable('report').set({ is_active: false }).where('id', '=', summaryByDay).execute()
    await transaction.deleteFrom('report_group_set').where('report_group_id', '=', groupId).execute()
  })
  await setUpOnce(db, admin)
  expect(await reportsOf(standardSets.routing)).toContain(byNetwork)
  expect(await reportsOf(standardSets.marketing)).not.toContain(bySource)
  expect(await setsOf(groupId)).toEqual([])
  const inactive = await db.selectFrom('report').where('is_active', '=', false).select('id').execute()
  expect(inactive).toEqual([{ id: summaryByDay }])
})

it('when calls come is told of inbound calls, also in a portal whose version counted all, unless somebody changed it', async () => {
  const { db } = test.runtime.postgres
  const [day, nextDay] = ['2025-06-02', '2025-06-03']
  const at = (hour: number, direction: 'inbound' | 'outbound') =>
    buildCall({ startedAt: `${day}T${hour}:00:00.000Z`, direction })
  const customer = await test.customerWith([at(10, 'inbound'), at(11, 'inbound'), at(11, 'outbound')])
  const counted = async (reportId: string) => {
    const parameters = { customer, dateRange: { from: day, to: nextDay } }
    const body = { reportId, timeZone: 'UTC', parameters }
    const answer = RunReportAnswer.parse(
      (await test.admin.ask({ path: '/api/reporting/runreport', body })).json(),
    )
    return answer.rows.map(([, hour, calls]) => [hour, calls])
  }
  const reports = [dashboardReports.byHourAndWeekday, standardReports.byHourAndWeekday]
  const inbound = [
    [10, 1],
    [11, 1],
  ]
  const all = [
    [10, 1],
    [11, 2],
  ]
  const countedOfEach = async () => await Promise.all(reports.map(counted))
  expect(await countedOfEach()).toEqual([inbound, inbound])

  const former = {
    definition: JSON.stringify({
      dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
      measures: ['calls'],
      filters: [],
    }),
    parameters: JSON.stringify([{ name: 'dateRange', required: true }, { name: 'customer' }]),
  }
  for (const [revision, renewed] of [
    [1, inbound],
    [2, all],
  ] as const) {
    await change(db, systemActor, async (transaction) => {
      await transaction
        .updateTable('report')
        .set({ ...former, revision })
        .where('id', 'in', reports)
        .execute()
    })
    expect(await countedOfEach()).toEqual([all, all])
    await setUpOnce(db, { userName: 'admin', password: undefined })
    expect(await countedOfEach()).toEqual([renewed, renewed])
  }
})
