import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { selectRecalculation, updateRecalculation } from '../../../db/recalculation.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { Job, JobQueue } from '../../../jobs/queue.ts'
import { recalculationName, resumeRecalculation } from '../../../jobs/recalculation.ts'
import * as store from './recalculation-store.ts'

/** A run ends soon enough for a portal that stops, and adds the next. */
const runMs = 2000

/** By which relations are computed anew. */
interface RelationWriter {
  readonly snapshots: Pick<Snapshots, 'published'>
  earlierSettingsDone(): Promise<void>
  recomputeRelations(customerId: string, numbers: readonly string[]): Promise<void>
}

interface Recalculating {
  db: Db
  calls: CallStore
  ingest: RelationWriter
  queue: JobQueue
}

/** Classifies all calls anew, a customer at a time. */
export function recalculationJob(recalculating: Recalculating): Job {
  const { db, queue } = recalculating
  return {
    name: recalculationName,
    writesCalls: true,
    work: async () => {
      await recalculate(recalculating)
      await resumeRecalculation(db, queue)
    },
  }
}

async function recalculate({ db, calls, ingest }: Recalculating): Promise<void> {
  const begun = await selectRecalculation(db)
  if (begun.is_finished) return
  const { returnedWithinHours } = await readSettings(db)
  await ingest.earlierSettingsDone()
  const slices = await store.selectSlices(calls, await ingest.snapshots.published())
  const left = Map.groupBy(
    slices.filter(({ customerId }) => customerId > begun.customer_id),
    ({ customerId }) => customerId,
  )
  const { revision } = begun
  const calls_total = countCalls(slices)
  let calls_done = calls_total - countCalls([...left.values()].flat())
  if (!(await updateRecalculation(db, { revision, calls_done, calls_total }))) return
  const untilMs = performance.now() + runMs
  const withinMs = returnedWithinHours * 3_600_000
  for (const [customer_id, months] of left) {
    await recalculateCustomer({ calls, ingest }, months, withinMs)
    calls_done += countCalls(months)
    const done = { revision, customer_id, calls_done, calls_total }
    if (!(await updateRecalculation(db, done)) || performance.now() > untilMs) return
  }
  await updateRecalculation(db, { revision, is_finished: true })
}

/** All of a customer in one change, so that no answer has some months by the new setting and others by the old one. */
async function recalculateCustomer(
  { calls, ingest }: Pick<Recalculating, 'calls' | 'ingest'>,
  months: readonly store.Slice[],
  returnedWithinMs: number,
): Promise<void> {
  const misclassified = new Set<string>()
  for (const month of months) {
    const rule = { returnedWithinMs, seen: await ingest.snapshots.published() }
    for (const number of await store.selectMisclassifiedNumbers(calls, month, rule)) misclassified.add(number)
  }
  const [first] = months
  if (first !== undefined) await ingest.recomputeRelations(first.customerId, [...misclassified])
}

function countCalls(slices: readonly store.Slice[]): number {
  return slices.reduce((sum, { calls }) => sum + calls, 0)
}
