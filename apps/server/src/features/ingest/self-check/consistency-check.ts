import { setTimeout as sleep } from 'node:timers/promises'
import type { CallDamageKind } from '@callboard/contract/call-problems'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { selectRecalculation } from '../../../db/recalculation.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import { type Job, type JobQueue, nightly } from '../../../jobs/queue.ts'
import type { Log } from '../../../lib/log.ts'
import type { ChangeToWrite } from '../changes/undoable-changes.ts'
import * as state from './call-check-store.ts'
import * as store from './consistency-store.ts'
import { selectMisclassifiedNumbers, selectSlices } from '../relations/recalculation-store.ts'

/** By which calls are written that are checked. */
interface CheckedCalls {
  readonly snapshots: Pick<Snapshots, 'published' | 'hold'>
  onHiddenCalls(listener: () => void): void
  relationsSettled(): Promise<void>
  recomputeRelations(customerId: string, numbers: readonly string[]): Promise<void>
  change(work: (change: ChangeToWrite, calls: CallStore) => Promise<void>): Promise<void>
}

export interface Checking {
  db: Db
  calls: CallStore
  ingest: CheckedCalls
}

/**
 * What is checked at once, of one customer: from 1 on a part of the versions and prior calls, above `firstMonth` the
 * returns of a month (YYYYMM), and at last how many calls there are.
 */
export interface CheckStep {
  customerId: string
  step: number
  parts: number
  /** Of the customer, when the steps were listed. */
  calls: number
}

const jobName = 'check-calls'
/** A run ends soon enough for a portal that stops, and adds the next. */
const runMs = 2000
/** Some 100 bytes of memory each. */
export const callsAPart = 1_000_000
const firstMonth = 190_000
export const countStep = 999_999
/** By then the relations of calls that have just arrived are computed. */
const settlesWithinMs = 30_000

/** Checks all stored calls each night, in steps (docs/decisions/0051-self-check-of-calls.md). */
export function callCheckJob({ queue, log, ...checking }: Checking & { queue: JobQueue; log: Log }): Job {
  checking.ingest.onHiddenCalls(() => {
    queue.add(jobName, {}, { key: jobName }).catch((error: unknown) => {
      log.error({ err: error }, 'the check of calls could not be begun')
    })
  })
  /** Of the check under way: to list them, all calls are read. */
  let steps: CheckStep[] | undefined
  return {
    name: jobName,
    cron: nightly,
    work: async (data) => {
      const untilMs = performance.now() + runMs
      if (!('goesOn' in data)) {
        steps = undefined
        await state.updateCheckBegun(checking.db)
      }
      steps ??= await listSteps(checking)
      const isDone = await checkSteps(checking, { steps, untilMs })
      if (isDone) steps = undefined
      else await queue.add(jobName, { goesOn: true })
    },
  }
}

/** Goes on with the check where it was; answers whether it is through. */
export async function checkSteps(
  checking: Checking,
  {
    steps,
    untilMs = Infinity,
    signal,
  }: { steps: readonly CheckStep[]; untilMs?: number; signal?: AbortSignal },
): Promise<boolean> {
  const { db } = checking
  const position = await state.selectCallCheck(db)
  for (const step of steps.filter((one) => isAfter(one, position))) {
    signal?.throwIfAborted()
    await checkStep(checking, step)
    await state.updateCheckPosition(db, { customer_id: step.customerId, step: step.step })
    if (performance.now() > untilMs) return false
  }
  await state.updateCheckFinished(db)
  return true
}

function isAfter({ customerId, step }: CheckStep, position: state.CheckPosition): boolean {
  return customerId === position.customer_id ? step > position.step : customerId > position.customer_id
}

/** By customer and step. */
export async function listSteps({ db, calls, ingest }: Checking): Promise<CheckStep[]> {
  const seen = await ingest.snapshots.published()
  const slices = Map.groupBy(await selectSlices(calls, seen), ({ customerId }) => customerId)
  const customers = new Set([...slices.keys(), ...(await state.selectCountedCustomers(db))])
  return [...customers].toSorted().flatMap((customerId) => {
    const months = slices.get(customerId) ?? []
    const count = months.reduce((sum, month) => sum + month.calls, 0)
    const parts = Math.max(1, Math.ceil(count / callsAPart))
    const steps = [
      ...Array.from({ length: parts }, (_, at) => at + 1),
      ...months.map(({ month }) => month),
      countStep,
    ]
    return steps.map((step) => ({ customerId, step, parts, calls: count }))
  })
}

async function checkStep(checking: Checking, step: CheckStep): Promise<void> {
  const { customerId, step: number } = step
  for (const damage of await findDamage(checking, step))
    await state.replaceDamage(checking.db, { customerId, step: number, ...damage })
}

type Damage = Pick<state.FoundDamage, 'kind' | 'count'>

async function findDamage(checking: Checking, step: CheckStep): Promise<Damage[]> {
  if (step.step === countStep) return [{ kind: 'missing', count: await countMissing(checking, step) }]
  const callers = { kind: 'relations', count: (await findWrongCallers(checking, step)).length } as const
  if (step.step > firstMonth) return [callers]
  const { seenTwice, hidden } = await countWrongVersions(checking, step)
  return [{ kind: 'seenTwice', count: seenTwice }, { kind: 'hidden', count: hidden }, callers]
}

/**
 * Calls become fewer only by deletions, which are on record. What is expected stays until they are there again. While some
 * are there twice nobody knows how many there are.
 */
async function countMissing({ db, calls, ingest }: Checking, { customerId }: CheckStep): Promise<number> {
  const damage = (await state.selectDamage(db)).filter((one) => one.customerId === customerId)
  const countOf = (kind: CallDamageKind) => damage.find((one) => one.kind === kind)?.count ?? 0
  if (countOf('seenTwice') > 0) return countOf('missing')
  const seen = await ingest.snapshots.published()
  const count = (await store.countCalls(calls, { customerId, seen })) + countOf('hidden')
  const expected = (await state.selectExpectedCount(db, { customerId, seen })) ?? count
  await state.upsertCount(db, { customerId, count: Math.max(count, expected), seen })
  return Math.max(0, expected - count)
}

/** The versions are looked at as a change left them, though others go on. */
async function countWrongVersions({ db, calls, ingest }: Checking, step: CheckStep) {
  const { customerId } = step
  return await ingest.snapshots.hold(async ({ number: seen }) => {
    const deletions = await state.selectDeletions(db, { customerId })
    return await store.countWrongVersions(calls, partOf(step), { seen, deletions })
  })
}

export function partOf({ customerId, step, parts }: CheckStep): store.CallsPart {
  return { customerId, part: step - 1, parts }
}

/**
 * The callers whose relations are wrong in a part or a month. Those of calls that have just arrived are still to be
 * computed: who is wrong is looked at again when that must have been done.
 */
export async function findWrongCallers(checking: Checking, step: CheckStep): Promise<string[]> {
  const select = step.step > firstMonth ? selectMisclassified : selectMiscounted
  const first = await select(checking, step)
  if (first.size === 0) return []
  await Promise.race([checking.ingest.relationsSettled(), sleep(settlesWithinMs, undefined, { ref: false })])
  const second = await select(checking, step)
  return [...second.keys()].filter((number) => first.get(number) === second.get(number))
}

/** By their numbers, with something that changes when another call arrives. */
type WrongCallers = ReadonlyMap<string, number>

async function selectMiscounted({ calls, ingest }: Checking, step: CheckStep): Promise<WrongCallers> {
  const callers = await ingest.snapshots.hold(
    async ({ number: seen }) => await store.selectMiscountedCallers(calls, partOf(step), seen),
  )
  return new Map(callers.map((caller) => [caller.number, caller.calls]))
}

/** While returns are worked out anew, after a change of the setting, nobody knows which are wrong. */
async function selectMisclassified(
  { db, calls, ingest }: Checking,
  { customerId, step: month, calls: count }: CheckStep,
): Promise<WrongCallers> {
  const { returnedWithinHours } = await readSettings(db)
  const { is_finished } = await selectRecalculation(db)
  if (!is_finished) return new Map()
  const numbers = await ingest.snapshots.hold(
    async ({ number: seen }) =>
      await selectMisclassifiedNumbers(
        calls,
        { customerId, month, calls: count },
        { returnedWithinMs: returnedWithinHours * 3_600_000, seen },
      ),
  )
  return new Map(numbers.map((number) => [number, 0]))
}
