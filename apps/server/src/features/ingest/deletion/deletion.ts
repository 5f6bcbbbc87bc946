import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { change, systemActor } from '../../../db/records/change.ts'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import { encodeCallers } from '../rows/batch.ts'
import * as store from './deletion-store.ts'
import { otherNumber } from '../rows/callers.ts'
import type { Relations } from '../relations/relations.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'

export interface Deleting {
  db: Db
  calls: CallStore
  journal: Journal
  changes: UndoableChanges
  relations: Relations
  nextVersion: () => number
  fence: Fence
}

export interface DeletedCalls {
  ids: readonly string[]
  count: number
  oldest: Date
  newest: Date
  /** Of the change of calls. */
  number: number
}

interface CallsToDelete {
  customerId: string
  /** Asked for while no hold is placed: those that stay. */
  kept: () => Promise<readonly string[]>
  /** In the transaction that decides that they are deleted. */
  record: (transaction: Transaction, deleted: DeletedCalls) => Promise<void>
}

/** Calls of a customer that began before a time. */
export interface OldCalls extends CallsToDelete {
  before: Date
}

/** Some calls of a customer, each as it was when it was last known; no more than 10,000. */
export interface KnownCalls extends CallsToDelete {
  calls: readonly { id: string; contentHash: string }[]
}

/** Calls that one change takes out. */
const batchSize = 10_000

/**
 * Deletes up to 10,000 of them, the oldest first, as one change of calls (docs/decisions/0017-snapshots.md). Their
 * annotations and what their systems said of them go with them, and the relations of other calls are computed anew.
 *
 * @returns how many were deleted; 0 when none is left
 */
export async function deleteOldCalls(deleting: Deleting, old: OldCalls): Promise<number> {
  const { customerId, before } = old
  return await deleteFound(deleting, old, async () => {
    const wanted = { customerId, before, kept: await old.kept(), limit: batchSize }
    return await store.selectOldCalls(deleting.calls, wanted)
  })
}

/** The same with those of some calls that are still as they were known. */
export async function deleteKnownCalls(deleting: Deleting, known: KnownCalls): Promise<number> {
  const { customerId, calls } = known
  return await deleteFound(deleting, known, async () => {
    const wanted = { customerId, calls, kept: await known.kept() }
    return await store.selectCallsAsKnown(deleting.calls, wanted)
  })
}

type Found = Awaited<ReturnType<typeof store.selectOldCalls>>

async function deleteFound(
  deleting: Deleting,
  { customerId, record }: CallsToDelete,
  find: () => Promise<Found>,
): Promise<number> {
  const { db, calls, journal, changes, relations, nextVersion, fence } = deleting
  const noted: { file?: JournalEntry; numbers: string[] } = { numbers: [] }
  try {
    const planned = await changes.runPlanned({
      plan: async () => {
        const found = await find()
        return found.length === 0 ? undefined : found
      },
      startsMs: (found) => found.map(({ startedMs }) => startedMs),
      repeatable: (found) => Buffer.from(JSON.stringify(takenOut(customerId, found))),
      write: async ({ number, queryId }, found) => {
        const taken = takenOut(customerId, found)
        const { ids, oldestMs, newestMs } = taken
        noted.numbers = [...new Set(found.map(otherNumber).filter((one) => one !== ''))]
        // Before the change, so that a crash cannot keep the others from being computed.
        noted.file = await journal.noteInserted(nextVersion(), encodeCallers(customerId, noted.numbers))
        await store.deleteCalls(calls, { ...taken, number, queryId })
        await change(db, systemActor, async (transaction) => {
          await fence(transaction)
          await store.deleteAnnotations(transaction, ids)
          await store.deleteEvents(transaction, ids)
          const span = { oldest: new Date(oldestMs), newest: new Date(newestMs) }
          await record(transaction, { ids, count: ids.length, ...span, number })
        })
      },
    })
    return planned?.length ?? 0
  } finally {
    const { file, numbers } = noted
    if (file !== undefined) relations.invalidate(new Map([[customerId, new Set(numbers)]]), [file])
  }
}

const TakenOut = z.strictObject({
  customerId: z.string(),
  ids: z.array(z.string()),
  oldestMs: z.int(),
  newestMs: z.int(),
})

function takenOut(
  customerId: string,
  found: readonly { id: string; startedMs: number }[],
): z.infer<typeof TakenOut> {
  return {
    customerId,
    ids: found.map(({ id }) => id),
    oldestMs: found.at(0)?.startedMs ?? 0,
    newestMs: found.at(-1)?.startedMs ?? 0,
  }
}

/** Takes the calls out once more that a change took out, by what was noted of it. */
export async function repeatDeletion(calls: CallStore, number: number, noted: Buffer): Promise<void> {
  const taken = TakenOut.parse(JSON.parse(noted.toString()))
  await store.deleteCalls(calls, { ...taken, number, queryId: `again-${number}` })
}
