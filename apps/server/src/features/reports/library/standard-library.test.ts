import { ReportSet } from '@callboard/contract/report-sets'
import { Report, standardReports, standardSets } from '@callboard/contract/reports'
import { beforeAll, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { setUpOnce } from '#server/setup/first-start.ts'
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
