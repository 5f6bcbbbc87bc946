import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, expectError, expectOk } from '#test/expect-errors.ts'
import type { AskedRequest } from '#test/test-app.ts'
import { saving, SavingPortal } from '#test/reporting/saving-portal.ts'

let portal: SavingPortal
let reportId: string

beforeAll(async () => {
  portal = await SavingPortal.open()
  reportId = portal.reportId
})

describe('a saved report that is shared with a group', () => {
  it('is found and run by its members, each over their own rows, and changed by its owner alone', async () => {
    const ada = await portal.member()
    const ben = await portal.test.make.user({ claims: saving, customerId: portal.other })
    await portal.join(ada.groupId, ben.id)
    const { id } = await portal.saved(ada, { sharedWithGroupId: ada.groupId })
    expect(await portal.figures(ada.token, id)).toEqual({ radio: 2 })
    expect(await portal.figures(ben.token, id)).toEqual({ radio: 1 })
    expect(await portal.listOf(ben.token, ben.id)).toEqual([id])
    expect((await portal.menuOf(ben.token, ben.id)).savedReports.map((item) => item.id)).toEqual([id])
    for (const answer of [
      await portal.update(ben.token, id, { name: 'Mine' }),
      await portal.remove(ben.token, id),
    ])
      expectError(answer, 403, 'forbidden')
    expectError(await portal.update(ada.token, id, { userId: ben.id }), 403, 'forbidden')
    expect((await portal.update(portal.admin.token, id, { name: 'By an administrator' })).status).toBe(200)
  })

  it('gives its members the report through it alone, for as long as its owner finds the report', async () => {
    const ada = await portal.member()
    const ben = await portal.test.make.user({ claims: saving, customerId: portal.other })
    const groupId = await portal.test.make.group({ userIds: [ada.id, ben.id], setIds: [] })
    const { id } = await portal.saved(ada, { sharedWithGroupId: groupId })
    expect(await portal.figures(ben.token, id)).toEqual({ radio: 1 })
    const path = `/api/reporting/savedreports/${id}/report`
    expect(expectOk(await portal.test.ask({ path, token: ben.token }))).toMatchObject({
      name: 'Calls by source',
    })
    expectError(
      await portal.test.ask({ path: `/api/reporting/${reportId}`, token: ben.token }),
      404,
      'notFound',
    )
    expectError(await portal.save(ben.token, {}), 404, 'notFound')
    await portal.leave(ada.groupId, ada.id)
    expectError(await portal.run(ben.token, id), 404, 'notFound')
    expectError(await portal.read(ben.token, id), 404, 'notFound')
    expect((await portal.menuOf(ben.token, ben.id)).savedReports).toEqual([])
    // Its owner still has it, to delete it or to ask for the report again.
    expectError(await portal.run(ada.token, id), 404, 'notFound')
    expect(expectOk(await portal.read(ada.token, id))).toMatchObject({ isRunnable: false })
    expect((await portal.menuOf(ada.token, ada.id)).savedReports).toEqual([])
    await portal.join(ada.groupId, ada.id)
    expect(await portal.figures(ben.token, id)).toEqual({ radio: 1 })
  })

  it('is shared only with groups that its owner is in, and with any by an administrator', async () => {
    const [ada, eve] = [await portal.member(), await portal.member()]
    const refused = await portal.save(ada.token, { sharedWithGroupId: eve.groupId })
    expectError(refused, 400, 'invalid')
    expect(bytesOf(refused)).toEqual(
      bytesOf(await portal.save(ada.token, { sharedWithGroupId: randomUUID() })),
    )
    const { id } = await portal.saved(ada)
    expectError(await portal.update(ada.token, id, { sharedWithGroupId: eve.groupId }), 400, 'invalid')
    expect((await portal.update(portal.admin.token, id, { sharedWithGroupId: eve.groupId })).status).toBe(200)
    // What is so already is no new sharing.
    expect((await portal.update(ada.token, id, { sharedWithGroupId: eve.groupId, name: 'R' })).status).toBe(
      200,
    )
    expect(await portal.figures(eve.token, id)).toEqual({ radio: 2 })
  })

  it('answers everybody else to the byte as one that there is not', async () => {
    const [ada, eve] = [await portal.member(), await portal.member()]
    const former = await portal.test.make.user({ claims: saving, customerId: portal.one })
    await portal.join(ada.groupId, former.id)
    const { id } = await portal.saved(ada, { sharedWithGroupId: ada.groupId })
    await portal.leave(ada.groupId, former.id)
    const asInactive = await portal.member()
    const inactive = await portal.test.make.group({ userIds: [asInactive.id], setIds: [portal.setId] })
    await portal.join(inactive, ada.id)
    const { id: inactiveId } = await portal.saved(ada, { sharedWithGroupId: inactive })
    await change(portal.test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('report_group').set({ is_active: false }).where('id', '=', inactive).execute(),
    )
    const requests = (of: string): AskedRequest[] => [
      { path: `/api/reporting/savedreports/${of}` },
      { path: `/api/reporting/savedreports/${of}/report` },
      { path: `/api/reporting/savedreportvals/${of}/?parameterName=source` },
      { path: '/api/reporting/runreport', body: { savedReportId: of } },
      { path: '/api/reporting/runreport', body: { savedReportId: of }, headers: { accept: 'text/csv' } },
      { method: 'PUT', path: `/api/reporting/savereport/${of}`, body: { name: 'Mine' } },
      { method: 'DELETE', path: `/api/reporting/savedreports/${of}` },
      { method: 'PUT', path: `/api/reporting/savedreports/${of}/restore` },
      { method: 'PUT', path: `/api/user/me/favourite/${of}` },
    ]
    for (const [token, of] of [
      [eve.token, id],
      [former.token, id],
      [asInactive.token, inactiveId],
    ] as const) {
      const unknown = requests(randomUUID())
      for (const [at, request] of requests(of).entries()) {
        const answer = await portal.test.ask({ ...request, token })
        expectError(answer, 404, 'notFound')
        expect(bytesOf(answer)).toEqual(bytesOf(await portal.test.ask({ path: '/', ...unknown[at], token })))
      }
    }
    const list = await portal.read(eve.token, ada.id)
    expectError(list, 404, 'notFound')
    expect(bytesOf(list)).toEqual(bytesOf(await portal.read(eve.token, randomUUID())))
  })

  it('tells of no callers to members who may not see them', async () => {
    const revealingId = await portal.test.make.report({
      parameters: [{ name: 'dateRange' }, { name: 'callerNumber' }],
    })
    const ada = await portal.test.make.user({
      claims: [...saving, 'reporting.call.details'],
      customerId: portal.one,
    })
    const ben = await portal.test.make.user({ claims: saving, customerId: portal.one })
    const setIds = [await portal.test.make.reportSet([revealingId])]
    const groupId = await portal.test.make.group({ userIds: [ada.id, ben.id], setIds })
    const body = { reportId: revealingId, sharedWithGroupId: groupId }
    const { id } = await portal.saved(ada, { ...body, parameters: { callerNumber: ['+12125550147'] } })
    const { id: plain } = await portal.saved(ada, { ...body, parameters: {} })
    for (const answer of [
      await portal.read(ben.token, id),
      await portal.run(ben.token, id),
      await portal.test.ask({
        path: `/api/reporting/savedreportvals/${id}?parameterName=callerNumber`,
        token: ben.token,
      }),
    ]) {
      expectError(answer, 403, 'forbidden')
      expect(answer.text).not.toContain('5550147')
    }
    expect(await portal.listOf(ben.token, ben.id)).toEqual([plain])
    expect((await portal.menuOf(ben.token, ben.id)).savedReports.map((item) => item.id)).toEqual([plain])
    expectError(
      await portal.save(ben.token, { ...body, parameters: { callerNumber: ['+12125550147'] } }),
      403,
      'forbidden',
    )
  })

  it('stays when its owner is deleted, and is given to somebody else by an administrator', async () => {
    const [ada, ben] = [await portal.member(), await portal.member()]
    await portal.join(ada.groupId, ben.id)
    const shared = await portal.saved(ada, { sharedWithGroupId: ada.groupId, name: 'Shared' })
    const own = await portal.saved(ada, { name: 'Own' })
    await portal.test.ask({ method: 'DELETE', path: `/api/user/${ada.id}`, token: portal.admin.token })
    expect(await portal.figures(ben.token, shared.id)).toEqual({ radio: 2 })
    expectError(await portal.handOver(randomUUID(), { userId: ada.id }), 400, 'invalid')
    expectError(await portal.handOver(ada.id, { userId: ada.id }), 400, 'invalid')
    expectError(await portal.handOver(ada.id, { userId: ben.id }, ben.token), 403, 'forbidden')
    expectError(await portal.update(portal.admin.token, shared.id, { userId: randomUUID() }), 400, 'invalid')
    expect(expectOk(await portal.handOver(ada.id, { userId: ben.id, sharedOnly: true }))).toEqual({
      handedOver: 1,
    })
    expect(await portal.listOf(ben.token, ben.id)).toEqual([shared.id])
    expect(expectOk(await portal.handOver(ada.id, { userId: ben.id }))).toEqual({ handedOver: 1 })
    expect(await portal.listOf(ben.token, ben.id)).toEqual([own.id, shared.id])
    expect((await portal.update(ben.token, own.id, { name: 'Now mine' })).status).toBe(200)
    const [last] = (await changesOf(portal.test, shared.id)).slice(-1)
    expect(last?.changes).toEqual([{ field: 'user_id', from: ada.id, to: ben.id }])
    // As a member of the group, no more as the owner.
    expect(await portal.listOf(portal.admin.token, ada.id)).toEqual([shared.id])
  })
})
