import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { ReportLibraryClient } from '#test/clients/report-library.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'

const path = '/api/reporting'

let library: ReportLibraryClient

beforeAll(async () => {
  library = await ReportLibraryClient.open()
})

describe('a report set', () => {
  it('has its reports in the order that was given, and new ones at the end', async () => {
    const [a, b, c, d] = [
      await library.makeReport({ name: 'a' }),
      await library.makeReport({ name: 'b' }),
      await library.makeReport({ name: 'c' }),
      await library.makeReport({ name: 'd' }),
    ].map(({ id }) => id)
    const set = await library.makeSet({ name: 'Ordered', reportIds: [c, a] })
    expect(set).toMatchObject({ reportIds: [c, a], isActive: true, description: '' })
    expect((await library.put(`${path}/reportset/${set.id}/report`, { reportId: b })).status).toBe(204)
    expect((await library.put(`${path}/reportset/${set.id}/report`, { reportId: c })).status).toBe(204)
    const { reportIds, revision } = await library.getSet(set.id)
    expect(reportIds).toEqual([c, a, b])
    const body = { id: set.id, reportIds: [b, d, c], revision }
    const [stale] = [await library.put(`${path}/reportset`, { ...body, revision: set.revision })]
    expectError(stale, 409, 'revisionConflict')
    expect(expectOk(await library.put(`${path}/reportset`, body))).toMatchObject({ reportIds: [b, d, c] })
    expect((await library.remove(`${path}/reportset/${set.id}/report/${d}`)).status).toBe(204)
    expectError(await library.remove(`${path}/reportset/${set.id}/report/${d}`), 404, 'notFound')
    expect((await library.getSet(set.id)).reportIds).toEqual([b, c])
    expect(await library.idsOf(`${path}/search`, { setId: set.id })).toEqual([b, c])
    for (const wrong of [{ reportIds: [a, a] }, { reportIds: [emptyGuid] }]) {
      const answer = await library.put(`${path}/reportset`, { id: set.id, ...wrong })
      expect([answer.status, errorsOf(answer)[0]?.field]).toEqual([400, 'reportIds'])
    }
    expectError(await library.put(`${path}/reportset/${emptyGuid}/report`, { reportId: a }), 404, 'notFound')
    expectError(
      await library.put(`${path}/reportset/${set.id}/report`, { reportId: emptyGuid }),
      400,
      'invalid',
    )
    expectError(await library.ask({ path: `${path}/reportset/${emptyGuid}` }), 404, 'notFound')
  })

  it('comes last unless it says where, and lists are sorted by it', async () => {
    const first = await library.makeSet({ name: 'Kiwi first', order: -5 })
    const last = await library.makeSet({ name: 'Kiwi last' })
    const gone = await library.makeSet({ name: 'Kiwi gone', order: -6, isActive: false })
    const found = async (body: object) =>
      await library.idsOf(`${path}/searchReportSets`, { keyword: 'KIWI', ...body })
    expect(await found({})).toEqual([first.id, last.id])
    expect(await found({ activeOnly: false })).toEqual([gone.id, first.id, last.id])
    expect(await found({ sort: 'name', desc: true })).toEqual([last.id, first.id])
    expect((await library.idsOf(`${path}/searchReportSets`, {})).at(-1)).toBe(last.id)
  })
})
