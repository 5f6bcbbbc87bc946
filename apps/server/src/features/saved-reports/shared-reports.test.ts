import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, expectError, expectOk } from '#test/expect-errors.ts'
import type { AskedRequest } from '#test/portal.ts'
import { saving, SavedReportClient } from '#test/clients/saved-reports.ts'

let client: SavedReportClient
let reportId: string

beforeAll(async () => {
  client = await SavedReportClient.open()
  reportId = client.reportId
})

describe('a saved report that is shared with a group', () => {
  it('is found and run by its members, each over their own rows, and changed by its owner alone', async () => {
    const ada = await client.member()
    const ben = await client.portal.make.user({ claims: saving, customerId: client.other })
    await client.join(ada.groupId, ben.id)
    const { id } = await client.saved(ada, { sharedWithGroupId: ada.groupId })
    expect(await client.figures(ada, id)).toEqual({ radio: 2 })
    expect(await client.figures(ben, id)).toEqual({ radio: 1 })
    expect(await client.listOf(ben, ben.id)).toEqual([id])
    expect((await client.menuOf(ben, ben.id)).savedReports.map((item) => item.id)).toEqual([id])
    for (const answer of [await client.update(ben, id, { name: 'Mine' }), await client.remove(ben, id)])
      expectError(answer, 403, 'forbidden')
    expectError(await client.update(ada, id, { userId: ben.id }), 403, 'forbidden')
    expect((await client.update(client.admin, id, { name: 'By an administrator' })).status).toBe(200)
  })

  it('gives its members the report through it alone, for as long as its owner finds the report', async () => {
    const ada = await client.member()
    const ben = await client.portal.make.user({ claims: saving, customerId: client.other })
    const groupId = await client.portal.make.group({ userIds: [ada.id, ben.id], setIds: [] })
    const { id } = await client.saved(ada, { sharedWithGroupId: groupId })
    expect(await client.figures(ben, id)).toEqual({ radio: 1 })
    const path = `/api/reporting/savedreports/${id}/report`
    expect(expectOk(await ben.ask({ path }))).toMatchObject({
      name: 'Calls by source',
    })
    expectError(await ben.ask({ path: `/api/reporting/${reportId}` }), 404, 'notFound')
    expectError(await client.save(ben, {}), 404, 'notFound')
    await client.leave(ada.groupId, ada.id)
    expectError(await client.run(ben, id), 404, 'notFound')
    expectError(await client.read(ben, id), 404, 'notFound')
    expect((await client.menuOf(ben, ben.id)).savedReports).toEqual([])
    // Its owner still has it, to delete it or to ask for the report again.
    expectError(await client.run(ada, id), 404, 'notFound')
    expect(expectOk(await client.read(ada, id))).toMatchObject({ isRunnable: false })
    expect((await client.menuOf(ada, ada.id)).savedReports).toEqual([])
    await client.join(ada.groupId, ada.id)
    expect(await client.figures(ben, id)).toEqual({ radio: 1 })
  })

  it('is shared only with groups that its owner is in, and with any by an administrator', async () => {
    const [ada, eve] = [await client.member(), await client.member()]
    const refused = await client.save(ada, { sharedWithGroupId: eve.groupId })
    expectError(refused, 400, 'invalid')
    expect(bytesOf(refused)).toEqual(bytesOf(await client.save(ada, { sharedWithGroupId: randomUUID() })))
    const { id } = await client.saved(ada)
    expectError(await client.update(ada, id, { sharedWithGroupId: eve.groupId }), 400, 'invalid')
    expect((await client.update(client.admin, id, { sharedWithGroupId: eve.groupId })).status).toBe(200)
    // What is so already is no new sharing.
    expect((await client.update(ada, id, { sharedWithGroupId: eve.groupId, name: 'R' })).status).toBe(200)
    expect(await client.figures(eve, id)).toEqual({ radio: 2 })
  })

  it('answers everybody else to the byte as one that there is not', async () => {
    const [ada, eve] = [await client.member(), await client.member()]
    const former = await client.portal.make.user({ claims: saving, customerId: client.one })
    await client.join(ada.groupId, former.id)
    const { id } = await client.saved(ada, { sharedWithGroupId: ada.groupId })
    await client.leave(ada.groupId, former.id)
    const asInactive = await client.member()
    const inactive = await client.portal.make.group({ userIds: [asInactive.id], setIds: [client.setId] })
    await client.join(inactive, ada.id)
    const { id: inactiveId } = await client.saved(ada, { sharedWithGroupId: inactive })
    await change(client.portal.runtime.postgres.db, systemActor, async (transaction) =>
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
        const answer = await client.portal.ask({ ...request, token })
        expectError(answer, 404, 'notFound')
        expect(bytesOf(answer)).toEqual(
          bytesOf(await client.portal.ask({ path: '/', ...unknown[at], token })),
        )
      }
    }
    const list = await client.read(eve, ada.id)
    expectError(list, 404, 'notFound')
    expect(bytesOf(list)).toEqual(bytesOf(await client.read(eve, randomUUID())))
  })

  it('tells of no callers to members who may not see them', async () => {
    const revealingId = await client.portal.make.report({
      parameters: [{ name: 'dateRange' }, { name: 'callerNumber' }],
    })
    const ada = await client.portal.make.user({
      claims: [...saving, 'reporting.call.details'],
      customerId: client.one,
    })
    const ben = await client.portal.make.user({ claims: saving, customerId: client.one })
    const setIds = [await client.portal.make.reportSet([revealingId])]
    const groupId = await client.portal.make.group({ userIds: [ada.id, ben.id], setIds })
    const body = { reportId: revealingId, sharedWithGroupId: groupId }
    const { id } = await client.saved(ada, { ...body, parameters: { callerNumber: ['+12125550147'] } })
    const { id: plain } = await client.saved(ada, { ...body, parameters: {} })
    for (const answer of [
      await client.read(ben, id),
      await client.run(ben, id),
      await ben.ask({ path: `/api/reporting/savedreportvals/${id}?parameterName=callerNumber` }),
    ]) {
      expectError(answer, 403, 'forbidden')
      expect(answer.text).not.toContain('5550147')
    }
    expect(await client.listOf(ben, ben.id)).toEqual([plain])
    expect((await client.menuOf(ben, ben.id)).savedReports.map((item) => item.id)).toEqual([plain])
    expectError(
      await client.save(ben, { ...body, parameters: { callerNumber: ['+12125550147'] } }),
      403,
      'forbidden',
    )
  })

  it('stays when its owner is deleted, and is given to somebody else by an administrator', async () => {
    const [ada, ben] = [await client.member(), await client.member()]
    await client.join(ada.groupId, ben.id)
    const shared = await client.saved(ada, { sharedWithGroupId: ada.groupId, name: 'Shared' })
    const own = await client.saved(ada, { name: 'Own' })
    await client.admin.ask({ method: 'DELETE', path: `/api/user/${ada.id}` })
    expect(await client.figures(ben, shared.id)).toEqual({ radio: 2 })
    expectError(await client.handOver(randomUUID(), { userId: ada.id }), 400, 'invalid')
    expectError(await client.handOver(ada.id, { userId: ada.id }), 400, 'invalid')
    expectError(await client.handOver(ada.id, { userId: ben.id }, ben), 403, 'forbidden')
    expectError(await client.update(client.admin, shared.id, { userId: randomUUID() }), 400, 'invalid')
    expect(expectOk(await client.handOver(ada.id, { userId: ben.id, sharedOnly: true }))).toEqual({
      handedOver: 1,
    })
    expect(await client.listOf(ben, ben.id)).toEqual([shared.id])
    expect(expectOk(await client.handOver(ada.id, { userId: ben.id }))).toEqual({ handedOver: 1 })
    expect(await client.listOf(ben, ben.id)).toEqual([own.id, shared.id])
    expect((await client.update(ben, own.id, { name: 'Now mine' })).status).toBe(200)
    const [last] = (await changesOf(client.portal, shared.id)).slice(-1)
    expect(last?.changes).toEqual([{ field: 'user_id', from: ada.id, to: ben.id }])
    // As a member of the group, no more as the owner.
    expect(await client.listOf(client.admin, ada.id)).toEqual([shared.id])
  })
})
