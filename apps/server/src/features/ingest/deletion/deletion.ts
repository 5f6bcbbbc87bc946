import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { change, systemActor } from '../../../db/records/change.ts'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Database } from '../../../db/tables/schema.ts'
import { encodeCallers } from '../rows/batch.ts'
import * as store from './deletion-store.ts'
import { otherNumber } from '../rows/callers.ts'
import type { Relations } from '../relations/relations.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'

export interface Deleting {
  db: Kysely<Database>
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

/** Calls of a customer that began before a time. */
export interface OldCalls {
  customerId: string
  before: Date
  /** Asked for while no hold is placed: those that stay. */
  kept: () => Promise<readonly string[]>
  /** In the transaction that decides that they are deleted. */
  record: (transaction: Transaction<Database>, deleted: DeletedCalls) => Promise<void>
}

/** Calls that one change takes out. */
const batchSize = 10_000

/**
 * Deletes up to 10,000 of them, the oldest first, as one change of calls (docs/decisions/0017-snapshots.md). Their
 * annotations go with them, and the relations of other calls are computed anew.
 *
 * @returns how many were deleted; 0 when none is left
 */
export async function deleteOldCalls(deleting: Deleting, old: OldCalls): Promise<number> {
  const { db, calls, journal, changes, relations, nextVersion, fence } = deleting
  const { customerId } = old
  const noted: { file?: JournalEntry; numbers: string[] } = { numbers: [] }
  try {
    const planned = await changes.runPlanned({
      plan: async () => {
        const found = await store.selectOldCalls(calls, {
          customerId,
          before: old.before,
          kept: await old.kept(),
          limit: batchSize,
        })
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
          const span = { oldest: new Date(oldestMs), newest: new Date(newestMs) }
          await old.record(transaction, { ids, count: ids.length, ...span, number })
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
