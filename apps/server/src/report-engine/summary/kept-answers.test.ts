import { type Cell, RunReportAnswer } from '@callboard/contract/reports'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallStoreError, type ReadRequest } from '#server/db/calls/call-store.ts'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import { buildCall, type SentCall } from '#test/factory.ts'
import { RecordedStore } from '#test/http/recorded-store.ts'
import { assertCases } from '#test/soak.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'
import { type CountedDimension, valuesOf } from '#test/reporting/recount.ts'

class FailingStore extends RecordedStore {
  error: Error | undefined
  /** What every read waits for. */
  gate: Promise<void> | undefined

  override async lines(read: ReadRequest): Promise<string> {
    const lines = await super.lines(read)
    await this.gate
    if (this.error !== undefined) throw this.error
    return lines
  }
}

/** A customer with a user, and the calls that were sent. */
interface Tenant {
  key: string
  user: Person
  calls: Map<string, SentCall>
}

const dimensions = [
  { field: 'source' },
  { field: 'location' },
  { field: 'time', grain: 'day' },
  { field: 'time', grain: 'hour' },
] as const satisfies readonly CountedDimension[]

let test: Portal
let store: FailingStore
let tenants: Tenant[]
let one: Tenant
/** The calls by each dimension. */
let reports: { id: string; dimension: CountedDimension }[]

beforeAll(async () => {
  test = await openPortal({ wrapCalls: (calls) => (store = new FailingStore(calls)) })
  reports = await Promise.all(
    dimensions.map(async (dimension) => {
      const id = await test.make.report({ definition: { dimensions: [dimension], measures: ['calls'] } })
      return { id, dimension }
    }),
  )
  const setId = await test.make.reportSet(reports.map(({ id }) => id))
  const makeTenant = async (): Promise<Tenant> => {
    const { id } = await test.make.customer()
    const user = await test.make.user({ claims: ['reporting.view'], customerId: id })
    await test.make.group({ userIds: [user.id], setIds: [setId] })
    return { key: await test.make.apiKey(id), user, calls: new Map() }
  }
  one = await makeTenant()
  tenants = [one, await makeTenant(), await makeTenant()]
  for (const tenant of tenants)
    await send(tenant, buildCall(), buildCall({ startedAt: '2026-04-02T15:00:00Z' }))
})

beforeEach(() => {
  store.reads.length = 0
})

async function send({ key, calls }: Tenant, ...sent: readonly SentCall[]): Promise<void> {
  for (const call of sent) calls.set(call.externalCallId, call)
  await test.sendCalls(key, sent)
}

interface Asked {
  /** Place of the report. */
  report?: number
  dateRange?: object
  timeZone?: string
}

async function ask(user: Person, { report = 0, dateRange = march, timeZone = 'UTC' }: Asked = {}) {
  const body = { reportId: reports[report]?.id, parameters: { dateRange }, timeZone }
  return await user.ask({ path: '/api/reporting/runreport', body })
}

const march = { from: '2026-03-01', to: '2026-04-01' }

async function countsOf(user: Person, asked?: Asked): Promise<Map<Cell, Cell>> {
  const { rows } = RunReportAnswer.parse(expectOk(await ask(user, asked)))
  const counts = rows.map(([value = null, calls = null]) => [value, calls] as const)
  // Hours and days without calls are rows as well.
  return new Map(counts.filter(([, calls]) => calls !== 0))
}

const callsOf = async (user: Person, asked?: Asked) =>
  [...(await countsOf(user, asked)).values()].reduce<number>((sum, calls) => sum + Number(calls), 0)

describe('what several ask at the same moment', () => {
  it('is read once for all who may see the same calls', async () => {
    const counts = await Promise.all([1, 2, 3, 4].map(async () => callsOf(one.user, { report: 1 })))
    expect(counts).toEqual([1, 1, 1, 1])
    expect(store.reads).toHaveLength(1)
  })

  it('is beyond its limits for all of them, and is asked again afterwards', async () => {
    const asked = { dateRange: { from: '2026-03-02', to: '2026-04-01' } }
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(store, { error: new CallStoreError('memory'), gate: promise })
    const asking = [one, one, ...tenants.slice(1, 2)].map(async ({ user }) => ask(user, asked))
    // Whoever asked last, of other calls, comes to a read of their own after the others have come to theirs.
    await expect.poll(() => store.reads.length, { interval: 5 }).toBe(2)
    resolve()
    const answers = await Promise.all(asking)
    Object.assign(store, { error: undefined, gate: undefined })
    expect(store.reads).toHaveLength(2)
    const [first, second] = answers.map(errorsOf)
    expect(first).toMatchObject([{ code: 'queryTooLarge' }])
    expect(second).toEqual(first)
    expect(await callsOf(one.user, asked)).toBe(1)
  })
})

describe('an answer', () => {
  it('is kept while calls of other times come in, but not when its own are corrected', async () => {
    const before = await callsOf(one.user)
    store.reads.length = 0
    const later = buildCall({ startedAt: '2026-04-03T15:00:00Z', callerNumber: '+13125550100' })
    await send(one, later)
    expect(await callsOf(one.user)).toBe(before)
    expect(store.reads).toHaveLength(0)
    // Into the period, and out again.
    await send(one, { ...later, startedAt: '2026-03-31T23:59:59.999Z' })
    expect(await callsOf(one.user)).toBe(before + 1)
    await send(one, later)
    expect(await callsOf(one.user)).toBe(before)
    expect(store.reads).toHaveLength(2)
  })

  it('is kept up to now until a call comes in', async () => {
    const asked = { dateRange: { relative: 'thisYear' } }
    const before = await callsOf(one.user, asked)
    store.reads.length = 0
    expect(await callsOf(one.user, asked)).toBe(before)
    expect(store.reads).toHaveLength(0)
    await send(one, buildCall({ startedAt: new Date(Date.now() - 1000).toISOString() }))
    expect(await callsOf(one.user, asked)).toBe(before + 1)
  })
})

const firstMs = Date.parse('2026-03-01T00:00:00Z')
const hourMs = 3_600_000
const hours = 4 * 24

const anyChange = fc.record({
  tenant: fc.nat(2),
  // Few, so that most are corrected again.
  call: fc.nat(6),
  hour: fc.nat(hours - 1),
  source: fc.constantFrom('radio', 'web', null),
  location: fc.constantFrom('north', 'south', null),
})
const anyStep = fc.record({
  changes: fc.array(anyChange, { maxLength: 2 }),
  report: fc.nat(dimensions.length - 1),
  day: fc.nat(3),
  days: fc.integer({ min: 1, max: 4 }),
  timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu'),
})
type Question = Omit<typeof anyStep extends fc.Arbitrary<infer T> ? T : never, 'changes'>

function daysOf({ day, days }: Question) {
  const dayOf = (date: number) => `2026-03-${String(date).padStart(2, '0')}`
  return { from: dayOf(day + 1), to: dayOf(day + days + 1) }
}

/** The calls by the values of a dimension, counted by hand. */
function recount(given: readonly Tenant[], question: Question): Map<Cell, Cell> {
  const { report, timeZone } = question
  const { dimension } = reports[report] ?? { dimension: { field: 'source' } }
  const { from, to } = daysOf(question)
  const counts = new Map<Cell, number>()
  for (const [id, sent] of given.flatMap(({ calls }) => [...calls])) {
    const { startedAt, source, location } = sent
    const call = { id, startedAt, source: source ?? null, location: location ?? null }
    const [on = null] = valuesOf(call, { field: 'time', grain: 'day' }, timeZone)
    if (on === null || on < from || on >= to) continue
    const [value = null] = valuesOf(call, dimension, timeZone)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** All ask at once, and each of them twice. */
async function expectOwnFigures(question: Question): Promise<void> {
  const { report, timeZone } = question
  const users = [...tenants.map(({ user }) => user), test.admin]
  const asked = { report, dateRange: daysOf(question), timeZone }
  const answers = await Promise.all([...users, ...users].map(async (user) => countsOf(user, asked)))
  const expected = [...tenants.map((tenant) => recount([tenant], question)), recount(tenants, question)]
  expect(answers).toEqual([...expected, ...expected])
}

it(
  'users of different customers who ask the same in the same moment each get their own figures, while corrections come in',
  { tags: ['soak'] },
  async () => {
    const property = fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 4 }), async (steps) => {
      for (const step of steps) {
        for (const { tenant, call, hour, source, location } of step.changes) {
          const to = tenants[tenant]
          if (to === undefined) continue
          const startedAt = new Date(firstMs + hour * hourMs).toISOString()
          await send(to, buildCall({ externalCallId: `any-${call}`, startedAt, source, location }))
        }
        await expectOwnFigures(step)
        // Asked at each step: a correction shows at once.
        await expectOwnFigures({ report: 0, day: 0, days: 4, timeZone: 'UTC' })
      }
    })
    await assertCases(property, { few: 1, many: 300 })
  },
)
