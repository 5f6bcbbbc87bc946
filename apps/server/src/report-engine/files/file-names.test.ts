import { callDetails } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
const period = { from: '2026-03-01', to: '2026-04-01' }

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  await test.make.entity({ type: 'location', code: 'nyc/5th', name: '5th Avenue: "NYC"' })
})

async function nameOf(path: string, body: object): Promise<string> {
  const answer = await admin.ask({ path, body, headers: { accept: 'text/csv' } })
  expect(answer.status).toBe(200)
  const [, encoded = ''] = String(answer.headers['content-disposition']).split("filename*=UTF-8''")
  return decodeURIComponent(encoded)
}

describe('the name of a file', () => {
  const status = { field: 'status', op: 'in', values: ['missed'] }
  it.each([
    ['nothing', {}, ''],
    ['one value', { filters: [status] }, ', Missed'],
    [
      'an entity, which is named first',
      { filters: [status, { field: 'location', op: 'in', values: ['nyc/5th'] }] },
      ', 5th Avenue -NYC-, Missed',
    ],
    [
      'more than two values',
      { filters: [{ field: 'location', op: 'in', values: ['a', 'b', 'c'] }], keyword: 'x' },
      ', a, b and 2 more',
    ],
    ['a condition', { filters: [{ field: 'duration', op: 'ge', values: [60] }] }, ', Duration at least 1.00'],
    [
      'a long text',
      { filters: [{ field: 'source', op: 'eq', values: ['x'.repeat(99)] }] },
      `, ${'x'.repeat(40)}`,
    ],
    [
      'signs that no name may have',
      { filters: [{ field: 'source', op: 'eq', values: ['..'] }] },
      ', filtered',
    ],
  ])('has after the period what it was filtered by, where that is %s', async (_, asked, filtered) => {
    const name = await nameOf(callDetails.path, { ...period, ...asked })
    expect(name).toBe(`Calls 2026-03-01 to 2026-03-31${filtered}.csv`)
  })

  it('stays short, whatever the report is called', async () => {
    const name = 'A report of which the name is nearly as long as people write one'
    const reportId = await test.make.report({ name, parameters: [{ name: 'dateRange' }, { name: 'source' }] })
    const fileOf = async (source: readonly string[]) =>
      await nameOf('/api/reporting/runreport', { reportId, parameters: { dateRange: period, source } })
    const base = `${name} 2026-03-01 to 2026-03-31`
    expect(await fileOf([])).toBe(`${base}.csv`)
    expect(await fileOf(['ad'])).toBe(`${base}, ad.csv`)
    expect(await fileOf(['ad', 'a newspaper'])).toBe(`${base}, filtered.csv`)
  })
})
