import { PartialCall } from '@callboard/contract/calls'
import { runReport, RunReportAnswer } from '@callboard/contract/reports'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { RecordedStore } from '#test/http/recorded-store.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const Page = z.object({ items: z.array(PartialCall), nextCursor: z.string().nullable() })

let test: Portal
let store: RecordedStore

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const newestMs = Date.parse('2026-03-20T12:00:00Z')
/** Every five minutes of some days, several at once, then one a month, from the newest. */
const starts = [
  ...Array.from({ length: 600 }, (_, at) => newestMs - Math.floor(at / 3) * 5 * minuteMs),
  ...Array.from({ length: 12 }, (_, at) => newestMs - (30 * at + 40) * dayMs),
].map((ms) => new Date(ms).toISOString())

beforeAll(async () => {
  test = await openPortal({ wrapCalls: (calls) => (store = new RecordedStore(calls)) })
  await test.customerWith(starts.map((startedAt) => ({ startedAt, callerNumber: null })))
})

beforeEach(() => {
  store.reads.length = 0
})

async function listPage(asked: { desc?: boolean; pageSize: number; cursor?: string | undefined }) {
  const body = { from: '2024-01-01', to: '2026-04-01', columns: ['startedAt'], ...asked }
  return Page.parse(expectOk(await test.admin.ask({ path: '/api/reporting/calldetails', body })))
}

describe('the pages of a list by time', () => {
  it.each([
    { way: 'from the newest call', desc: true, expected: starts },
    { way: 'from the oldest call', desc: false, expected: starts.toReversed() },
  ])('$way hold each call once, however near or far they are', async ({ desc, expected }) => {
    const found: PartialCall[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await listPage({ desc, pageSize: 50, cursor })
      expect(page.items.length).toBe(Math.min(50, starts.length - found.length))
      found.push(...page.items)
      cursor = page.nextCursor
    }
    expect(found.map(({ startedAt }) => startedAt)).toEqual(expected)
    expect(new Set(found.map(({ id }) => id)).size).toBe(starts.length)
  })

  it('are read from the calls near them, not from all of the period', async () => {
    const first = await listPage({ pageSize: 100 })
    await listPage({ pageSize: 100, cursor: first.nextCursor ?? '' })
    const [newest, next, ...more] = store.reads.map(({ params }) => JSON.stringify(params))
    expect(more).toEqual([])
    // A day before the newest call, then four times what the first page took before its last call.
    expect(newest).toContain('2026-03-19 12:00:00.001')
    expect(next).toContain('2026-03-19 22:15:00.000')
  })
})

it('the pages of a report hold each call once, also of those that are alike in what they are sorted by', async () => {
  const columns = ['id', 'direction']
  const pages = async (desc: boolean) => {
    const definition = { columns, sort: [{ field: 'direction', desc }] }
    const parameters = { dateRange: { from: '2024-01-01', to: '2026-04-01' } }
    const reportId = await test.make.report({
      kind: 'details',
      definition,
      parameters: [{ name: 'dateRange' }],
    })
    const found = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const body = { reportId, parameters, page: { number, size: 300 } }
        const answer = await test.admin.ask({ path: runReport.path, body })
        return RunReportAnswer.parse(expectOk(answer)).rows.map(([id]) => id)
      }),
    )
    return found.flat()
  }
  const ids = await pages(false)
  expect(new Set(ids).size).toBe(starts.length)
  expect(await pages(true)).toEqual(ids.toReversed())
})

it('the pages of a report are of the calls of its first page, whatever comes in or is corrected meanwhile', async () => {
  const { id, key } = await test.make.sender()
  const startedAt = new Date(Date.now() - minuteMs).toISOString()
  const named = (externalCallId: string, source: string) => buildCall({ externalCallId, startedAt, source })
  const sources = Array.from({ length: 9 }, (_, at) => `source-${at}`)
  await test.sendCalls(
    key,
    sources.map((source) => named(source, source)),
  )
  const reportId = await test.make.report({
    kind: 'details',
    definition: {
      columns: ['source'],
      filters: [{ field: 'customer', op: 'eq', values: [id] }],
      sort: [{ field: 'source' }],
    },
    parameters: [{ name: 'dateRange' }],
  })
  const read = async (number: number, cursor?: string) => {
    const parameters = { dateRange: { relative: 'last7Days' } }
    const body = { reportId, parameters, page: { number, size: 4 }, ...(cursor && { cursor }) }
    const answer = expectOk(await test.admin.ask({ path: runReport.path, body }))
    const { rows, meta } = RunReportAnswer.parse(answer)
    return { rows: rows.flat(), meta }
  }
  const first = await read(1)
  const { cursor } = first.meta
  await test.sendCalls(key, [named('new', 'a-new-one'), named('source-0', 'z-was-first')])
  const later = [await read(2, cursor), await read(3, cursor)]
  expect([first, ...later].flatMap(({ rows }) => rows)).toEqual(sources)
  expect(later.map(({ meta }) => [meta.rowCount, meta.to])).toEqual(later.map(() => [9, first.meta.to]))
  expect((await read(1)).meta.rowCount).toBe(10)
})
