import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall, IngestPortal, type Sent } from '#test/ingest-portal.ts'
import { assertCases } from '#test/soak.ts'
import type { IngestCustomer } from './rows/check.ts'

const names = ['one', 'two', 'three']

/** Values that can go together in any way, so that only a missing call or revision is in the way of a row. */
const values = {
  direction: fc.constantFrom('inbound', 'outbound'),
  trackingNumber: fc.constantFrom('+18005550100', '(800) 555-0101'),
  callerNumber: fc.constantFrom('+14155550123', '604 555 0123', 'anonymous', null),
  targetNumber: fc.constantFrom('+12125550100', '101', null),
  startedAt: fc.constantFrom('2026-03-02T15:00:00.000Z', '2026-03-02T16:00:01.000+01:00'),
  answeredAt: fc.constantFrom('2026-03-02T15:00:10.000Z', null),
  endedAt: fc.constantFrom('2026-03-02T15:03:00.000Z', '2026-03-02T15:00:12.000Z', null),
  status: fc.constantFrom('answered', 'missed', 'in-progress', null),
  duration: fc.constantFrom(180, 12, null),
  talkDuration: fc.constantFrom(170, 0, null),
  city: fc.constantFrom('Boston', null),
  state: fc.constantFrom('MA', 'US-NY', null),
  zipcode: fc.constantFrom('10001-1234', null),
  number: fc.constantFrom('800 555 0199', null),
  location: fc.constantFrom('north', 'south', null),
  agent: fc.constantFrom('Ada', 'Grace', '', null),
  note: fc.constantFrom('a', 'b', null),
  tags: fc.constantFrom(['x'], ['x', 'y'], [], null),
  value: fc.constantFrom('12.50', '7', null),
  currency: fc.constantFrom('CAD', null),
  hangupCause: fc.constantFrom(16, 'USER_BUSY', 'gone fishing', null),
  hangupBy: fc.constantFrom('callee', 'caller', null),
  stirVerdict: fc.constantFrom('TN-Validation-Passed-A', 'none', null),
  mos: fc.constantFrom(4.1, 3.25, null),
  routeTrace: fc.constantFrom(
    [{ at: '2026-03-02T15:00:01Z', step: 'transferred', detail: '', from: 'a', to: 'b' }],
    [],
  ),
} as const

const anyFields = fc.record(values, { requiredKeys: [] })
const anyRow = fc.record({
  externalCallId: fc.constantFrom(...names),
  revision: fc.constantFrom(undefined, undefined, undefined, 1, 2, 3),
  given: anyFields,
})

const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ merge: fc.array(anyRow, { minLength: 1, maxLength: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ send: fc.array(anyRow, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: fc.constant('settle' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
  { weight: 2, arbitrary: fc.constant('fail to insert' as const) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never
type Row = typeof anyRow extends fc.Arbitrary<infer T> ? T : never

const required = ['direction', 'trackingNumber', 'startedAt']

/** What a call is by the words of the contract: a value for each field that its source said last. */
class Oracle {
  readonly calls = new Map<string, { fields: Sent; revision: number | undefined }>()

  send({ externalCallId, revision, given }: Row, isMerge: boolean): string {
    const known = this.calls.get(externalCallId)
    const before = isMerge ? (known?.fields ?? {}) : buildWhole({})
    const fields = isMerge ? { ...before, ...given } : buildWhole(given)
    if (required.some((name) => fields[name] === undefined)) return 'rejected'
    const isSame = known !== undefined && contentOf(known.fields) === contentOf(fields)
    const isLate = known !== undefined && isOver(known.fields) && !isOver(fields)
    const outcome = outcomeOf({ known, revision, isOld: isSame || isLate, isSame })
    if (outcome === 'created' || outcome === 'updated')
      this.calls.set(externalCallId, { fields, revision: revision ?? known?.revision })
    return outcome
  }
}

function outcomeOf({
  known,
  revision,
  isOld,
  isSame,
}: {
  known: { revision: number | undefined } | undefined
  revision: number | undefined
  isOld: boolean
  isSame: boolean
}): string {
  if (known === undefined) return 'created'
  if (revision === undefined) return isOld ? 'unchanged' : 'updated'
  if (known.revision === undefined || revision > known.revision) return 'updated'
  return revision < known.revision || isSame ? 'unchanged' : 'rejected'
}

/** By its end, its status, or its length. */
function isOver({ endedAt, status, duration }: Sent): boolean {
  const isSaid = (value: unknown) => value !== undefined && value !== null
  if (isSaid(endedAt)) return true
  return isSaid(status) ? status !== 'in-progress' : isSaid(duration)
}

function buildWhole(given: Sent): Sent {
  const { externalCallId: _, ...whole } = buildCall({ callerNumber: null, answeredAt: null, endedAt: null })
  return { ...whole, ...given }
}

/** An instant is the same however it is written, and nothing however it is left out. */
function contentOf(fields: Sent): string {
  const said = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, name.endsWith('At') ? Date.parse(String(value)) : value])
  return JSON.stringify(said.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
}

let portal: IngestPortal
beforeAll(async () => {
  portal = await IngestPortal.open()
})

async function post(customer: IngestCustomer, rows: readonly Sent[], isMerge: boolean) {
  const sent = rows.map((value, at) => ({ line: at + 1, raw: JSON.stringify(value), value }))
  return await portal.ingest.accept(customer, sent, { source: 'test', isMerge })
}

/** Sends rows, and expects of them what the oracle says. */
async function sendRows(
  rows: readonly Row[],
  { customer, oracle, isMerge }: { customer: IngestCustomer; oracle: Oracle; isMerge: boolean },
): Promise<void> {
  const outcomes = rows.map((row) => oracle.send(row, isMerge))
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  const sent = rows.map(({ externalCallId, revision, given }) => ({
    externalCallId,
    ...(revision !== undefined && { revision }),
    ...(isMerge ? given : buildWhole(given)),
  }))
  const { rejected, ...answer } = await post(customer, sent, isMerge)
  expect(answer, JSON.stringify(rejected)).toEqual({
    received: rows.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
  })
}

async function run(step: Step, to: { customer: IngestCustomer; oracle: Oracle }): Promise<void> {
  if (typeof step !== 'string')
    await ('merge' in step
      ? sendRows(step.merge, { ...to, isMerge: true })
      : sendRows(step.send, { ...to, isMerge: false }))
  else if (step === 'fail to insert') portal.calls.fail('before', 'insert')
  else {
    portal.calls.recover()
    if (step === 'restart') await portal.restart()
    else await portal.ingest.settled()
  }
}

/** What a row tells of a call, without what tells one row from another. */
function contentOfRow({
  id: _id,
  external_call_id: _name,
  version: _version,
  revision: _revision,
  received_at: _at,
  seen_from: _from,
  // The twin is another call of the same caller.
  first_time: _first,
  prior_calls: _prior,
  returned_at: _returned,
  ...rest
}: Record<string, unknown>) {
  return rest
}

describe('calls and fields that come in in any order, with faults and new starts', () => {
  it('make the calls that their sources say', { tags: ['soak'] }, async () => {
    let runs = 0
    const property = fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 30 }), async (steps) => {
      const customer = await portal.addCustomer(`merge-${++runs}`)
      const oracle = new Oracle()
      for (const step of steps) await run(step, { customer, oracle })
      portal.calls.recover()
      await portal.ingest.settled()
      const whole = [...oracle.calls].map(([name, { fields }]) => ({ externalCallId: name, ...fields }))
      expect(await post(customer, whole, false)).toMatchObject({ updated: 0, unchanged: whole.length })
      await post(
        customer,
        whole.map((call) => ({ ...call, externalCallId: `twin of ${call.externalCallId}` })),
        false,
      )
      await portal.ingest.relationsSettled()
      const rows = await portal.rowsOf(customer)
      const rowOf = (name: string) => contentOfRow(rows.find((row) => row['external_call_id'] === name) ?? {})
      expect(rows).toHaveLength(2 * whole.length)
      for (const name of oracle.calls.keys()) expect(rowOf(name)).toEqual(rowOf(`twin of ${name}`))
    })
    await assertCases(property, { few: 4, many: 300 })
  })
})
