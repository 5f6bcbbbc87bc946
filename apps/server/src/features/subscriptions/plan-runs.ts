import { change, systemActor } from '../../db/records/change.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import type { Log } from '../../lib/log.ts'
import { insertRun } from './delivery-store.ts'
import { dueTimesBetween, nextRunOf, UnreadableSchedule } from './next-run.ts'
import * as store from './store.ts'

/** As far behind its time as the planner may be at work: nothing was missed. */
const punctualMs = 5 * 60_000
const hourMs = 60 * 60_000
/** So many due times that were missed are on record one by one. */
const maxRecordedRuns = 100

/**
 * Makes the runs that are due, with a delivery for each recipient, and the next due times; answers how many subscriptions
 * were due. Each is a transaction of its own, and one that another process plans is left to it. One whose schedule cannot be read is paused.
 */
export async function planRuns({ db, log }: { db: Db; log: Log }, now = new Date()): Promise<number> {
  const { missedSubscriptionHours } = await readSettings(db)
  const oldest = now.getTime() - Math.max(missedSubscriptionHours * hourMs, punctualMs)
  const failed: string[] = []
  let planned = 0
  for (;;) {
    let id: string | undefined
    try {
      await db.transaction().execute(async (transaction) => {
        const found = await store.lockDueSubscription(transaction, { now, except: failed })
        id = found?.id
        if (found !== undefined) await planRun(transaction, found, { now, oldest })
      })
    } catch (error) {
      if (id === undefined) throw error
      // The others must not wait for it.
      log.error({ err: error, subscription: id }, 'a subscription could not be planned')
      if (error instanceof UnreadableSchedule) await pause(db, { id, pausedReason: error.message, now })
      failed.push(id)
      continue
    }
    if (id === undefined) return planned
    planned++
  }
}

async function planRun(
  transaction: Transaction,
  { id, schedule, dueAt }: store.DueSubscription,
  { now, oldest }: { now: Date; oldest: number },
): Promise<void> {
  const missed = [dueAt, ...dueTimesBetween(schedule, dueAt, now)]
  const last = missed.pop() ?? dueAt
  const run = { subscriptionId: id, cause: 'schedule' as const }
  const unrecorded = Math.max(0, missed.length - maxRecordedRuns)
  const more = unrecorded === 0 ? '' : ` So it was at ${unrecorded} due times before.`
  for (const [at, time] of missed.slice(unrecorded).entries()) {
    const skippedAs = `The portal was not running at this time. A later run was sent instead.${at === 0 ? more : ''}`
    await insertRun(transaction, { ...run, dueAt: time, skippedAs })
  }
  const isTooOld = last.getTime() < oldest
  await insertRun(transaction, {
    ...run,
    dueAt: last,
    ...(isTooOld && {
      skippedAs: 'The portal was not running at this time, and it is too late to catch up.',
    }),
  })
  await store.updateNextRun(transaction, { id, lastRunAt: last, nextRunAt: nextRunOf(schedule, now) })
}

async function pause(
  db: Db,
  { id, pausedReason, now }: { id: string; pausedReason: string; now: Date },
): Promise<void> {
  await change(db, systemActor, async (transaction) => {
    // Somebody may have given it another schedule meanwhile.
    if (!(await store.lockIsDue(transaction, { id, now }))) return
    const values = { isActive: false, nextRunAt: null, pausedReason }
    await updateRecord(transaction, 'subscription', { id, values })
  })
}
