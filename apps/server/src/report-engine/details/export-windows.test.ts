import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { noCustomerFields } from '#server/report-engine/sql/fields.ts'
import { Scope } from '#server/access/rows/scope.ts'
import { Settings } from '#server/db/settings.ts'
import { openDetailsFile } from '#server/report-engine/files/details-file.ts'
import { csvRows } from '#test/csv-rows.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

/** Few, as a part of an export holds those of one value at least, and is a query of its own. */
const callCount = 120
const sorts = ['startedAt', 'duration', 'talkDuration', 'ringDuration', 'value'] as const

const labels = {
  startedAt: 'Started at',
  duration: 'Duration',
  talkDuration: 'Talk time',
  ringDuration: 'Ring time',
  value: 'Value',
} as const

let test: Portal
let scope: Scope

beforeAll(async () => {
  test = await openPortal()
  const customer = await test.make.customer()
  const start = Date.parse('2026-03-07T23:10:00.000Z')
  const calls = Array.from({ length: callCount }, (_, at) =>
    buildCall({
      externalCallId: `call-${at}`,
      // Some at the same instant, some hours apart.
      startedAt: new Date(start + Math.floor(at / 3) * 1_700_000 * (at % 2)).toISOString(),
      duration: (at * 37) % 50,
      talkDuration: at % 5 === 0 ? null : (at * 7) % 11,
      ringDuration: at % 9,
      value: at % 4 === 0 ? null : `${((at * 13) % 40) - 20}.${at % 10}`,
      currency: 'USD',
    }),
  )
  await test.sendCalls(await test.make.apiKey(customer.id), calls)
  const admin = await test.make.user({ isAdmin: true })
  scope = await Scope.of(test.runtime.postgres.db, {
    kind: 'user',
    userId: admin.id,
    userName: admin.userName,
    isAdmin: true,
    customerId: null,
    claims: new Set(),
    timeZone: 'America/New_York',
    viewedBy: null,
    mustSetUpTwoFactor: false,
    settings: Settings.parse({}),
    sessionId: admin.id,
    requestId: admin.id,
    log: test.runtime.log,
  })
})

async function csvOf(field: (typeof sorts)[number], desc: boolean, rowBatchSize: number): Promise<string> {
  const zone = 'America/New_York'
  const { bytes, rowCount } = await openDetailsFile(
    scope,
    {
      span: {
        from: Temporal.ZonedDateTime.from(`2026-03-01T00:00[${zone}]`),
        to: Temporal.ZonedDateTime.from(`2026-04-01T00:00[${zone}]`),
        back: { days: 31 },
      },
      filters: [],
      customerFields: noCustomerFields,
      entities: undefined,
      keyword: undefined,
      isRecalculating: false,
      columns: ['startedAt', 'duration', 'talkDuration', 'ringDuration', 'value', 'id'],
      order: [{ field, desc }],
      limit: undefined,
    },
    {
      format: 'csv',
      name: 'Calls',
      calls: test.runtime.calls,
      snapshots: test.runtime.snapshots,
      names: { customers: new Map(), entities: new Map() },
      signal: new AbortController().signal,
      about: { askedAt: '2026-04-01T00:00:00.000Z', groups: [] },
      rowBatchSize,
    },
  )
  expect(rowCount).toBe(callCount)
  return await text(bytes)
}

describe('an export that is sorted part by part', () => {
  for (const sort of sorts) {
    for (const desc of [true, false]) {
      it(`is the same to the byte as one that is sorted at once: by ${sort}, ${desc ? 'falling' : 'rising'}`, async () => {
        const whole = await csvOf(sort, desc, 1_000_000)
        const [titles = [], ...rows] = csvRows(whole)
        expect(rows).toHaveLength(callCount)
        const place = titles.findIndex((title) => title.startsWith(labels[sort]))
        const values = rows.map((row) => row[place])
        const firstNothing = values.indexOf('')
        expect(new Set(firstNothing < 0 ? [''] : values.slice(firstNothing))).toEqual(new Set(['']))
        for (const rowBatchSize of [1, 7, 40]) expect(await csvOf(sort, desc, rowBatchSize)).toBe(whole)
      })
    }
  }
})
