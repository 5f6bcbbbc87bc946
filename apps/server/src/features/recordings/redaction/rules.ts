import { olderRecordingsCounted, type RecordingRulesState } from '@callboard/contract/recording-rules'
import { changeBy } from '../../../access/callers/actor.ts'
import type { Caller } from '../../../access/callers/caller.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { Job, JobQueue } from '../../../jobs/queue.ts'
import { orNotFound } from '../../../lib/app-error.ts'
import { redactionRules } from './redaction.ts'
import * as store from './rules-store.ts'
import { updateWaiting } from './waiting-store.ts'
import { whyWaiting } from './waiting.ts'
import { leaseMs, redactClaimed, type WorkParts } from './work.ts'

const rework = 'rework-recordings'

/** A little less than the pause between two runs, so that they do not pile up. */
const runMs = 50_000
/** What waits for longer has errors of its own, and must not hold up the others. */
const newMs = 3_600_000
/** The files of one that the storage has not got may be lost: meanwhile others are tried. */
const triedAgainMs = 10 * 60_000

export async function getRules(db: Db): Promise<RecordingRulesState> {
  const older = await store.countOlder(db, { rules: redactionRules, limit: olderRecordingsCounted })
  return {
    ...older,
    isStopped: await store.isStopped(db),
    newestWaiting: older.newestWaiting?.toISOString() ?? null,
  }
}

/** Stops the work, or goes on with it and with what failed. */
export async function updateRules(
  { db, queue }: { db: Db; queue: JobQueue },
  caller: Caller,
  { isStopped }: { isStopped: boolean },
): Promise<RecordingRulesState> {
  await changeBy(db, caller, async (transaction) => {
    const wasStopped = await store.updateStopped(transaction, isStopped)
    const failed = isStopped ? 0 : await store.updateTriedAgain(transaction)
    const changes = [
      ...(wasStopped === isStopped ? [] : [{ field: 'isStopped' as const, from: wasStopped, to: isStopped }]),
      ...(failed === 0 ? [] : [{ field: 'failed' as const, from: failed, to: 0 }]),
    ]
    if (changes.length > 0) await store.insertRulesChange(transaction, changes)
  })
  if (!isStopped) await queue.add(rework, {})
  return await getRules(db)
}

/**
 * Has what is there of a customer's recordings redacted again, by what the customer says now of spoken numbers. Throws `notFound`.
 */
export async function redactAgain(
  { db, queue }: { db: Db; queue: JobQueue },
  caller: Caller,
  { id: customerId }: { id: string },
): Promise<{ recordings: number }> {
  const recordings = await changeBy(db, caller, async (transaction) => {
    const name = orNotFound(await store.selectCustomerName(transaction, customerId))
    const count = await store.updateToRedactAgain(transaction, customerId)
    if (count > 0) await store.insertAgainChange(transaction, { id: customerId, name, count })
    return count
  })
  await queue.add(rework, {})
  return { recordings }
}

/**
 * Redacts recordings of earlier rules again, and examines those that failed by them, one at a time, while no new ones wait and
 * nobody has stopped it.
 */
export function reworkJob(parts: WorkParts): Job {
  const { db } = parts
  return {
    name: rework,
    cron: '* * * * *',
    work: async () => {
      const end = Date.now() + runMs
      while (Date.now() < end) {
        if (await store.isStopped(db)) return
        if (await store.hasNew(db, new Date(Date.now() - newMs))) return
        if (!(await redactOlder(parts))) return
      }
    },
  }
}

/** Until it succeeds the recording is heard as it was; false when there is none, or the storage is away. */
async function redactOlder(parts: WorkParts): Promise<boolean> {
  const { db, log } = parts
  const recording = await store.claimOlder(db, {
    rules: redactionRules,
    triedBefore: new Date(Date.now() - triedAgainMs),
    until: new Date(Date.now() + leaseMs),
  })
  if (recording === undefined) return false
  let isAway = false
  await redactClaimed(parts, recording, async (error) => {
    const why = whyWaiting(error)
    isAway = why !== undefined
    if (why === undefined) {
      log.error({ err: error, recording: recording.id }, 'a recording could not be redacted by new rules')
      await store.updateFailed(db, recording.id, redactionRules)
      return false
    }
    await updateWaiting(db, recording.id, why)
    return true
  })
  return !isAway
}
