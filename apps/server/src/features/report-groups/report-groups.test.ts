import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { ReportLibraryClient } from '#test/clients/report-library.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'

const path = '/api/reporting'

let library: ReportLibraryClient

beforeAll(async () => {
  library = await ReportLibraryClient.open()
})

describe('a report group', () => {
  it('is created with its sets, customers and users, which come and go', async () => {
    const { id: setId } = await library.makeSet({ name: 'Given' })
    const [{ id: customerId }, { id: userId }] = [
      await library.portal.make.customer({ name: 'Heron' }),
      await library.portal.make.user(),
    ]
    const { id: gone } = await library.portal.make.user()
    await library.portal.make.changeUser(gone, { is_deleted: true })
    const links = { setIds: [setId], customerIds: [customerId], userIds: [userId] }
    const group = await library.makeGroup({ name: 'Westside', ...links })
    expect(group).toMatchObject({ ...links, isActive: true, description: '' })
    for (const [kind, id] of [
      ['set', setId],
      ['customer', customerId],
      ['user', userId],
    ] as const) {
      const to = `${path}/groups/${group.id}/${kind}`
      expect((await library.remove(`${to}/${id}`)).status).toBe(204)
      expectError(await library.remove(`${to}/${id}`), 404, 'notFound')
      expect(await library.getGroup(group.id)).toMatchObject({ [`${kind}Ids`]: [] })
      const method = kind === 'customer' ? 'POST' : 'PUT'
      const add = async (body: object, groupId = group.id) =>
        await library.ask({ method, path: `${path}/groups/${groupId}/${kind}`, body })
      expect((await add({ [`${kind}Id`]: id })).status).toBe(204)
      expect((await add({ [`${kind}Id`]: id })).status).toBe(204)
      expectError(await add({ [`${kind}Id`]: id }, emptyGuid), 404, 'notFound')
      const unknown = await add({ [`${kind}Id`]: kind === 'user' ? gone : emptyGuid })
      expect([unknown.status, errorsOf(unknown)[0]?.field]).toEqual([400, `${kind}Id`])
      const wrong = await library.ask({
        path: `${path}/groups`,
        body: { name: 'A', [`${kind}Ids`]: [emptyGuid] },
      })
      expect([wrong.status, errorsOf(wrong)[0]?.field]).toEqual([400, `${kind}Ids`])
    }
    expect(await library.getGroup(group.id)).toEqual(group)
    expect(await library.idsOf(`${path}/searchReportSets`, { groupId: group.id })).toEqual([setId])
    expect(await library.idsOf(`${path}/groups/${group.id}/customer/search`, { keyword: 'HER' })).toEqual([
      customerId,
    ])
    expect(await library.idsOf(`${path}/groups/${group.id}/user/search`, { sort: 'lastName' })).toEqual([
      userId,
    ])
    for (const kind of ['customer', 'user'])
      expectError(
        await library.ask({ path: `${path}/groups/${emptyGuid}/${kind}/search`, body: {} }),
        404,
        'notFound',
      )
    expect(await library.idsOf(`${path}/groups/search`, { keyword: 'westside', sort: 'userCount' })).toEqual([
      group.id,
    ])
    await library.portal.make.changeUser(userId, { is_deleted: true })
    expect((await library.getGroup(group.id)).userIds).toEqual([])
  })

  it('is changed by whoever has its last revision', async () => {
    const { id, revision } = await library.makeGroup({ name: 'Eastside' })
    const body = { id, description: 'All of it', revision }
    expect(expectOk(await library.put(`${path}/groups`, body))).toMatchObject({ description: 'All of it' })
    expectError(await library.put(`${path}/groups`, body), 409, 'revisionConflict')
    expectError(await library.put(`${path}/groups`, { id: emptyGuid, name: 'A' }), 404, 'notFound')
    expectError(await library.put(`${path}/groups`, { id, setIds: [emptyGuid] }), 400, 'invalid')
  })
})
