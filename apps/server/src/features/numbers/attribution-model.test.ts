import {
  type AttributedField,
  attributedFields,
  factField,
  marketingFields,
} from '@callboard/contract/attributed-fields'
import { mergeEntity, separateEntity } from '@callboard/contract/entity-merges'
import { editNumbers, type NumberTimeline } from '@callboard/contract/numbers'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { NumberClient } from '#test/clients/number-client.ts'
import { expectOk } from '#test/expect-errors.ts'
import { buildCall, type Sender, type SentCall } from '#test/factory.ts'
import type { Answer } from '#test/portal.ts'
import { assertCases } from '#test/soak.ts'

let numbers: NumberClient

beforeAll(async () => {
  numbers = await NumberClient.open()
})

const codes = ['+18005550100', '+18005550101'] as const
/** Over what this one sends, what a number stands for may win. */
const yielding = 'yielding'
const word = fc.constantFrom('A', 'B', null)
const anyMonth = fc.integer({ min: 1, max: 6 })

const anyCall = fc.record({
  externalCallId: fc.constantFrom('one', 'two', 'three', 'four', 'five'),
  direction: fc.constantFrom('inbound' as const, 'inbound' as const, 'outbound' as const),
  trackingNumber: fc.constantFrom(...codes),
  month: anyMonth,
  sourceSystem: fc.constantFrom('plain', yielding),
  said: fc.record(
    {
      source: word,
      campaign: word,
      location: fc.constantFrom('north', 'south', null),
      targetNumber: fc.constantFrom('101', 'anonymous', '+12125550199', null),
    },
    { requiredKeys: [] },
  ),
})
type GivenCall = typeof anyCall extends fc.Arbitrary<infer T> ? T : never

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: fc.array(anyCall, { minLength: 1, maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ merge: anyCall }) },
  {
    weight: 3,
    arbitrary: fc.record({
      set: fc.record(
        {
          source: fc.constantFrom('X', 'Y', 'A', null),
          campaign: fc.constantFrom('Z', null),
          keyword: fc.constantFrom('K', null),
          location: fc.constantFrom('north', 'south', null),
          targetNumber: fc.constantFrom('+13125550188', null),
          monthlyCost: fc.constantFrom('31', '30.01', '0.0007', null),
        },
        { requiredKeys: ['source'] },
      ),
      which: fc.constantFrom([0], [1], [0, 1]),
      from: fc.option(anyMonth),
      months: fc.option(anyMonth),
    }),
  },
  { weight: 1, arbitrary: fc.record({ clear: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.constantFrom('undo' as const, 'attribute' as const, 'yield' as const) },
  { weight: 2, arbitrary: fc.constant('join' as const) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

const firstOf = (month: number) => `2026-0${month}-01`

function build({ month, said, ...rest }: GivenCall): SentCall {
  const startedAt = `2026-0${month}-15T12:00:00.000Z`
  return buildCall({ ...rest, ...said, startedAt })
}

const keyOf = ({ sourceSystem, externalCallId }: Pick<SentCall, 'sourceSystem' | 'externalCallId'>) =>
  `${sourceSystem} ${externalCallId}`

/** A customer with two numbers and two locations, and what was done with them so far. */
class World {
  readonly #sender: Sender
  readonly #ids: readonly string[]
  /** `north` and `south`. */
  readonly #locations: readonly string[]
  /** By call, as its source says it. */
  readonly sent = new Map<string, SentCall>()
  #isYielding = false
  /** Whether north is merged into south. */
  #isJoined = false
  #undoable: string | null = null

  private constructor(sender: Sender, { ids, locations }: Record<'ids' | 'locations', readonly string[]>) {
    this.#sender = sender
    this.#ids = ids
    this.#locations = locations
  }

  static async open(): Promise<World> {
    const sender = await numbers.portal.make.sender({ timeZone: 'UTC' })
    const location = async (code: string) =>
      await numbers.portal.make.entity({ type: 'location', code, customerId: sender.id })
    return new World(sender, {
      ids: [await numbers.add(sender.id, codes[0]), await numbers.add(sender.id, codes[1])],
      locations: [await location('north'), await location('south')],
    })
  }

  async take(step: Step): Promise<void> {
    if (step === 'attribute') await numbers.attributed()
    else if (step === 'undo') await this.#undo()
    else if (step === 'join') await this.#join()
    else if (step === 'yield') {
      this.#isYielding = !this.#isYielding
      await numbers.putNumberFirst(this.#sender.id, yielding, this.#isYielding)
    } else if ('send' in step) {
      const calls = step.send.map(build)
      for (const call of calls) this.sent.set(keyOf(call), call)
      await numbers.portal.postCalls(this.#sender, calls)
    } else if ('merge' in step) await this.#merge(step.merge)
    else if ('clear' in step)
      this.#edited(
        await numbers.post({ kind: 'timeline', numberId: this.#ids[step.clear] ?? '', assignments: [] }),
      )
    else await this.#set(step)
  }

  /** Merges north into south, or separates them again. */
  async #join(): Promise<void> {
    const { path } = this.#isJoined ? separateEntity : mergeEntity
    const [north = '', intoId] = this.#locations
    const { token } = numbers.portal.admin
    const body = this.#isJoined ? undefined : { intoId }
    expectOk(await numbers.portal.ask({ method: 'POST', path: path.replace('{id}', north), body, token }))
    this.#isJoined = !this.#isJoined
  }

  async #undo(): Promise<void> {
    if (this.#undoable !== null) expectOk(await numbers.undo(this.#undoable))
    this.#undoable = null
  }

  #edited(answer: Answer): void {
    this.#undoable = editNumbers.response.parse(expectOk(answer)).change
  }

  async #merge({ sourceSystem, externalCallId, said }: GivenCall): Promise<void> {
    await numbers.portal.runtime.ingest.settled()
    await this.mergeAll([{ sourceSystem, externalCallId, ...said }])
    const before = this.sent.get(keyOf({ sourceSystem, externalCallId }))
    if (before !== undefined) this.sent.set(keyOf(before), { ...before, ...said })
  }

  async mergeAll(rows: readonly object[]): Promise<void> {
    const path = '/api/calls?merge=true'
    expectOk(await numbers.portal.ask({ path, body: rows, token: this.#sender.key }))
  }

  async #set({ set: values, which, from, months }: Extract<Step, { set: object }>): Promise<void> {
    const until = months === null ? null : (from ?? 1) + months
    const edit = {
      kind: 'set' as const,
      numberIds: which.map((at) => this.#ids[at] ?? ''),
      from: from === null ? null : firstOf(from),
      until: until === null || until > 9 ? null : firstOf(until),
      values,
    }
    this.#edited(await numbers.post(edit))
  }

  /** What calls say, once all of them can be read and are attributed. */
  async shown(): Promise<Record<string, unknown>> {
    await numbers.portal.runtime.ingest.settled()
    await numbers.attributed()
    const rows = await numbers.portal.storedCalls(this.#sender)
    return Object.fromEntries(
      rows.map((row) => [`${String(row['source_system'])} ${String(row['external_call_id'])}`, shownOf(row)]),
    )
  }

  /** The figures of inbound calls of ten months, and what the numbers cost in them, by what is asked. */
  async reported(dimensions: readonly object[], period: { from: string; to: string }) {
    const definition = {
      dimensions,
      measures: ['inbound', 'numberCost', 'costPerCall'],
      filters: [
        { field: 'direction', op: 'eq', values: ['inbound'] },
        { field: 'customer', op: 'eq', values: [this.#sender.id] },
      ],
    }
    const body = { definition, parameters: { dateRange: period }, timeZone: 'UTC' }
    const { rows, totals } = await numbers.portal.runReport(body)
    return [...rows, ...(totals === null ? [] : [totals])].map((row) => JSON.stringify(row)).toSorted()
  }

  /** The same as loops over calls and months tell it. */
  async recounted(field: CostField, isByMonth: boolean) {
    const timelines = await Promise.all(this.#ids.map(async (id) => await numbers.get(id)))
    const shown = await this.shown()
    const groups = new Map([['all', { calls: 0, cost: 0n, hasCost: false }]])
    const add = (value: string, month: number, { calls, cost }: { calls: number; cost: bigint }) => {
      const time = isByMonth ? [firstOf(month)] : []
      for (const key of [JSON.stringify([value === '' ? null : value, ...time]), 'all']) {
        const group = groups.get(key) ?? { calls: 0, cost: 0n, hasCost: false }
        const hasCost = group.hasCost || cost > 0n
        groups.set(key, { calls: group.calls + calls, cost: group.cost + cost, hasCost })
      }
    }
    for (const [key, call] of this.sent) {
      if (call.direction === 'inbound')
        add(String(valueOf(shown[key], field)), new Date(call.startedAt).getUTCMonth() + 1, nothing.ofCall)
    }
    for (const assignment of timelines.flatMap(({ assignments }) => assignments))
      for (let month = 1; month <= lastMonth; month++) {
        const at = Date.parse(firstOf(month))
        const { from, until, monthlyCost } = assignment
        const isThen = (from === null || Date.parse(from) <= at) && (until === null || at < Date.parse(until))
        if (isThen && monthlyCost !== null)
          add(merged(assignment[field] ?? '', this.#isJoined), month, {
            calls: 0,
            cost: BigInt(Math.round(Number(monthlyCost) * 10_000)),
          })
      }
    return Array.from(groups, ([key, { calls, cost, hasCost }]) =>
      JSON.stringify([
        ...(key === 'all'
          ? [null, ...(isByMonth ? [null] : [])]
          : z.array(z.unknown()).parse(JSON.parse(key))),
        calls,
        hasCost ? [{ amount: moneyText(cost), currency: 'USD' }] : null,
        hasCost && calls > 0 ? [{ amount: moneyText(perCall(cost, calls)), currency: 'USD' }] : null,
      ]),
    ).toSorted()
  }

  /** What they are to say: what follows from what was sent and from what their number stands for. */
  async expected(): Promise<Record<string, unknown>> {
    const timelines = await Promise.all(this.#ids.map(async (id) => await numbers.get(id)))
    return Object.fromEntries(
      Array.from(this.sent, ([key, call]) => {
        const isYielding = this.#isYielding && call.sourceSystem === yielding
        return [key, expectedOf(call, { timelines, isYielding, isJoined: this.#isJoined })]
      }),
    )
  }
}

type CostField = 'source' | 'campaign' | 'keyword' | 'location'
const lastMonth = 9
const nothing = { ofCall: { calls: 1, cost: 0n } }

function valueOf(shown: unknown, field: CostField): unknown {
  return z.record(z.string(), z.unknown()).parse(shown)[field]
}

/** To the cent, half up; ten-thousandths. */
function perCall(cost: bigint, calls: number): bigint {
  return ((cost * 2n + BigInt(calls) * 100n) / (BigInt(calls) * 200n)) * 100n
}

function moneyText(tenThousandths: bigint): string {
  const digits = String(tenThousandths).padStart(5, '0')
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${digits.slice(0, -4)}.${fraction}`
}

function shownOf(row: Record<string, unknown>) {
  const columnOf = (field: AttributedField) => (field === 'targetNumber' ? 'target_number' : field)
  return {
    ...Object.fromEntries(attributedFields.map((field) => [field, row[columnOf(field)]])),
    fromNumber: row['from_number'],
    by: row['attributed_by'],
    assignment: row['number_assignment_id'],
  }
}

function merged(code: string, isJoined: boolean): string {
  return isJoined && code === 'north' ? 'south' : code
}

function expectedOf(
  call: SentCall,
  {
    timelines,
    isYielding,
    isJoined,
  }: { timelines: readonly NumberTimeline[]; isYielding: boolean; isJoined: boolean },
) {
  const ms = Date.parse(call.startedAt)
  const standing =
    call.direction === 'inbound'
      ? timelines
          .find(({ number }) => number === call.trackingNumber)
          ?.assignments.find(
            ({ from, until }) =>
              (from === null || Date.parse(from) <= ms) && (until === null || ms < Date.parse(until)),
          )
      : undefined
  const fromNumber: AttributedField[] = []
  const values = attributedFields.map((field) => {
    const said = call[field] === 'anonymous' ? '' : merged(call[field] ?? '', isJoined)
    const standsFor = merged(standing?.[field] ?? '', isJoined)
    const isGiven = standsFor !== '' && (said === '' || (isYielding && field !== factField))
    if (isGiven && standsFor !== said) fromNumber.push(field)
    return [field, isGiven ? standsFor : said] as const
  })
  const isMarketing = (field: AttributedField) => marketingFields.some((one) => one === field)
  const saidBy = values.some(([field, value]) => isMarketing(field) && value !== '') ? 'source' : 'none'
  return {
    ...Object.fromEntries(values),
    fromNumber,
    by: fromNumber.some(isMarketing) ? 'number' : saidBy,
    assignment: standing?.id ?? null,
  }
}

it(
  'calls say what follows from what was sent of them and from what their number stands for, whatever happened in whatever order',
  { tags: ['soak'] },
  async () => {
    const worlds = fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 12 }), async (steps) => {
      const world = await World.open()
      for (const step of steps) await world.take(step)
      const expected = await world.expected()
      expect(await world.shown()).toEqual(expected)
      // What was sent is still known: a field that has nothing to do with it changes nothing of this.
      const notes = Array.from(world.sent.values(), ({ sourceSystem, externalCallId }) => ({
        sourceSystem,
        externalCallId,
        note: 'n',
      }))
      await world.mergeAll([...notes, { externalCallId: 'nobody’s', note: 'n' }])
      expect(await world.shown()).toEqual(expected)
    })
    await assertCases(worlds, { few: 4, many: 200 })
  },
)

it(
  'reports by what numbers stand for are what a recount of calls and of monthly costs says',
  { tags: ['soak'] },
  async () => {
    const worlds = fc.asyncProperty(
      fc.array(anyStep, { minLength: 4, maxLength: 12 }),
      fc.constantFrom<CostField>('source', 'campaign', 'keyword', 'location'),
      async (steps, field) => {
        const world = await World.open()
        for (const step of steps) await world.take(step)
        await numbers.portal.runtime.ingest.settled()
        await numbers.attributed()
        const period = { from: '2026-01-01', to: '2026-10-01' }
        const time = { field: 'time', grain: 'month' }
        expect(await world.reported([{ field }], period)).toEqual(await world.recounted(field, false))
        expect(await world.reported([{ field }, time], period)).toEqual(await world.recounted(field, true))
      },
    )
    await assertCases(worlds, { few: 3, many: 200 })
  },
)
