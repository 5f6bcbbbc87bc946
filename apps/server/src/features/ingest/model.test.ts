import { CallInput } from '@callboard/contract/calls'
import { callStatuses, directions } from '@callboard/contract/fields'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { IngestPortal } from '#test/ingest-portal.ts'
import { assertCases } from '#test/soak.ts'
import { stateOfCall } from './rows/call-state.ts'
import type { IngestCustomer } from './rows/check.ts'
import { classify } from './rows/classify.ts'
import { contentHash } from './rows/content-hash.ts'
import { changedRelations, type RelatedCall } from './relations/relation-rules.ts'

const hourMs = 3_600_000
const firstMs = Date.UTC(2026, 0, 25)
const numbers = ['+14155550123', '+12127365000', '+13125550111']

const anyCall = fc
  .record({
    name: fc.integer({ min: 0, max: 39 }),
    revision: fc.integer({ min: 1, max: 6 }),
    note: fc.constantFrom('a', 'b', 'c'),
    direction: fc.constantFrom(...directions),
    status: fc.constantFrom(...callStatuses.filter((status) => status !== 'in-progress')),
    // Over three months, in steps that often fall together.
    startHour: fc.integer({ min: 0, max: 60 }).map((step) => step * 20),
    minutes: fc.integer({ min: 0, max: 90 }),
    caller: fc.option(fc.constantFrom(...numbers)),
    location: fc.constantFrom('north', 'south'),
  })
  .map(({ name, revision, note, startHour, minutes, caller, ...rest }) => {
    const startedMs = firstMs + startHour * hourMs
    return CallInput.parse({
      ...rest,
      externalCallId: `call-${name}`,
      // A source counts revisions or does not.
      revision: name % 2 === 0 ? revision : null,
      note,
      trackingNumber: '+18005550100',
      callerNumber: rest.direction === 'inbound' ? caller : '+18005550100',
      targetNumber: rest.direction === 'inbound' ? null : caller,
      startedAt: new Date(startedMs).toISOString(),
      endedAt: new Date(startedMs + minutes * 60_000).toISOString(),
    })
  })

const anyStep = fc.oneof(
  { weight: 12, arbitrary: fc.record({ send: fc.array(anyCall, { minLength: 1, maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ settle: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ failAt: fc.constantFrom('supersede', 'insert', 'query', 'relate') }) },
  { weight: 2, arbitrary: fc.record({ failAfter: fc.constantFrom('supersede', 'insert', 'relate') }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.constant(true) }) },
)

/** What must be stored, of one call after the other, by the rules read word by word. */
class Model {
  readonly calls = new Map<string, { input: CallInput; revision: number | null }>()

  send(input: CallInput): void {
    const known = this.calls.get(input.externalCallId)
    const before = known && { revision: known.revision, contentHash: contentHash(known.input), isOver: true }
    const verdict = classify(before, {
      revision: input.revision ?? null,
      contentHash: contentHash(input),
      isOver: true,
    })
    if (verdict !== 'created' && verdict !== 'updated') return
    this.calls.set(input.externalCallId, { input, revision: input.revision ?? known?.revision ?? null })
  }

  /** `ids` are those of the stored calls: they order calls that began together. */
  rows(ids: ReadonlyMap<string, string>) {
    const histories = new Map<string, RelatedCall[]>()
    for (const { input } of this.calls.values()) {
      const number = input.direction === 'inbound' ? input.callerNumber : input.targetNumber
      const { startedMs, answeredMs, endedMs, status } = stateOfCall(input)
      const id = ids.get(input.externalCallId) ?? ''
      const call = { id, version: 1, direction: input.direction, status, startedMs, answeredMs, endedMs }
      if (typeof number !== 'string') continue
      const history = histories.get(number) ?? []
      history.push({ ...call, priorCalls: null, returnedMs: null })
      histories.set(number, history)
    }
    const relations = [...histories.values()].flatMap((history) =>
      changedRelations(
        history.toSorted((one, other) => one.startedMs - other.startedMs || (one.id < other.id ? -1 : 1)),
        24 * hourMs,
      ),
    )
    const byId = new Map(relations.map((relation) => [relation.id, relation]))
    return [...this.calls.values()].map(({ input, revision }) => {
      const relation = byId.get(ids.get(input.externalCallId) ?? '')
      return {
        name: input.externalCallId,
        note: input.note,
        revision,
        status: input.status,
        location: input.location,
        startedMs: Date.parse(input.startedAt),
        priorCalls: relation?.priorCalls ?? null,
        firstTime: relation?.priorCalls === null || relation === undefined ? null : relation.priorCalls === 0,
        returnedMs: relation?.returnedMs ?? null,
      }
    })
  }
}

const byName = (one: { name: unknown }, other: { name: unknown }) =>
  String(one.name) < String(other.name) ? -1 : 1

const msOf = (stored: unknown) => Date.parse(`${String(stored).replace(' ', 'T')}Z`)

let portal: IngestPortal
beforeAll(async () => {
  portal = await IngestPortal.open()
})

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

async function run(step: Step, customer: IngestCustomer): Promise<void> {
  if ('send' in step) await portal.accept(customer, ...step.send)
  else if ('failAt' in step) portal.calls.fail('before', step.failAt)
  else if ('failAfter' in step) portal.calls.fail('after', step.failAfter)
  else {
    portal.calls.recover()
    if ('restart' in step) await portal.restart()
    else await portal.ingest.settled()
  }
}

describe('calls that come in in any order, with corrections, faults and new starts', () => {
  it('are stored as if they had come in one by one', { tags: ['soak'] }, async () => {
    let runs = 0
    const property = fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const customer = await portal.addCustomer(`model-${++runs}`)
      const model = new Model()
      for (const step of steps) {
        if ('send' in step) for (const call of step.send) model.send(call)
        await run(step, customer)
      }
      portal.calls.recover()
      await portal.ingest.relationsSettled()
      const rows = await portal.rowsOf(customer)
      const ids = new Map(rows.map((row) => [String(row['external_call_id']), String(row['id'])]))
      const stored = rows.map((row) => ({
        name: row['external_call_id'],
        note: row['note'],
        revision: row['revision'] === null ? null : Number(row['revision']),
        status: row['status'],
        location: row['location'],
        startedMs: msOf(row['started_at']),
        priorCalls: row['prior_calls'],
        firstTime: row['first_time'],
        returnedMs: row['returned_at'] === null ? null : msOf(row['returned_at']),
      }))
      expect(stored.toSorted(byName)).toEqual(model.rows(ids).toSorted(byName))
    })
    await assertCases(property, { few: 3, many: 300 })
  })
})
