import type { Kysely } from 'kysely'
import type { CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import { readSettings } from '../../db/settings.ts'
import type { Job, JobQueue } from '../../jobs/queue.ts'
import type { Ingest } from './ingest.ts'
import * as store from './recalculation-store.ts'

const name = 'recalculate-returned'
/** A run ends soon enough for a portal that stops, and adds the next. */
const runMs = 2000

/** To be called in the transaction that changes within what time a missed call is returned. */
export async function restartRecalculation(db: Kysely<Database>): Promise<void> {
  await store.updateToUnfinished(db)
}

/** Goes on with what is not finished, if anything. */
export async function resumeRecalculation(db: Kysely<Database>, queue: JobQueue): Promise<void> {
  const { is_finished } = await store.selectRecalculation(db)
  if (!is_finished) await queue.add(name, {})
}

interface Recalculating {
  db: Kysely<Database>
  calls: CallStore
  ingest: Ingest
  queue: JobQueue
}

/** Judges all calls anew, a month of a customer at a time. */
export function recalculationJob(recalculating: Recalculating): Job {
  const { db, queue } = recalculating
  return {
    name,
    writesCalls: true,
    work: async () => {
      await recalculate(recalculating)
      await resumeRecalculation(db, queue)
    },
  }
}

async function recalculate({ db, calls, ingest }: Recalculating): Promise<void> {
  const begun = await store.selectRecalculation(db)
  if (begun.is_finished) return
  const { returnedWithinHours } = await readSettings(db)
  await ingest.earlierSettingsDone()
  const slices = await store.selectSlices(calls, await ingest.snapshots.published())
  const left = slices.filter((slice) => isAfter(slice, begun))
  const { revision } = begun
  const calls_total = countCalls(slices)
  let calls_done = calls_total - countCalls(left)
  if (!(await store.updateRecalculation(db, { revision, calls_done, calls_total }))) return
  const untilMs = performance.now() + runMs
  for (const slice of left) {
    const seen = await ingest.snapshots.published()
    const judging = { returnedWithinMs: returnedWithinHours * 3_600_000, seen }
    const numbers = await store.selectMisjudgedNumbers(calls, slice, judging)
    await ingest.recomputeRelations(slice.customerId, numbers)
    calls_done += slice.calls
    const { customerId: customer_id, month } = slice
    const done = { revision, customer_id, month, calls_done, calls_total }
    if (!(await store.updateRecalculation(db, done)) || performance.now() > untilMs) return
  }
  await store.updateRecalculation(db, { revision, is_finished: true })
}

function isAfter(slice: store.Slice, { customer_id, month }: store.Recalculation): boolean {
  return slice.customerId === customer_id ? slice.month > month : slice.customerId > customer_id
}

function countCalls(slices: readonly store.Slice[]): number {
  return slices.reduce((sum, { calls }) => sum + calls, 0)
}
