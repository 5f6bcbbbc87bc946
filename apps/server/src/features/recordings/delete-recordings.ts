import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { deleteFetchesOfCalls } from './arrivals/fetch-store.ts'
import { deleteAllLeft, type Storage } from './keeping/storage.ts'
import * as store from './keeping/store.ts'

/** Where calls are deleted, only those under legal hold are as old. */
const callsAtOnce = 10_000

/** Which recordings are deleted. */
export interface RecordingsToDelete {
  customerId: string
  /** Of these calls, which go too, with what was still to be fetched of them; of all unless given. */
  callIds?: readonly string[]
  /** Of calls that began before it. */
  before: Date
  /** Calls whose recordings stay. */
  kept: readonly string[]
}

/**
 * Deletes recordings, with all that is known of what is in them. Their files are to be deleted when the transaction is over;
 * those that a crash leaves are swept.
 */
export async function deleteRecordings(
  transaction: Transaction<Database>,
  wanted: RecordingsToDelete,
): Promise<{ count: number; oldest: Date | null; newest: Date | null; files: string[] }> {
  const rows = await store.deleteRecordings(transaction, wanted)
  if (wanted.callIds !== undefined) await deleteFetchesOfCalls(transaction, wanted.callIds)
  const starts = rows
    .map((row) => row.call_started_at)
    .toSorted((one, other) => one.getTime() - other.getTime())
  return {
    count: rows.length,
    oldest: starts.at(0) ?? null,
    newest: starts.at(-1) ?? null,
    files: rows.flatMap(({ original_key: original, redacted_key: redacted }) =>
      [original, redacted].filter((key) => key !== null),
    ),
  }
}

/** Deletes the files of recordings that are gone. Throws when some cannot be deleted now: those are swept. */
export async function deleteFiles(storage: Storage, files: readonly string[]): Promise<void> {
  await deleteAllLeft(storage, files)
}

/** The ids of calls that began before a time and have recordings, whether or not the calls are there; some, where they are many. */
export async function listRecordedCalls(
  db: Kysely<Database>,
  { customerId, before }: Pick<RecordingsToDelete, 'customerId' | 'before'>,
): Promise<string[]> {
  return await store.selectRecordedCalls(db, { customerId, before, limit: callsAtOnce })
}

/** Those that would be deleted, and those that are kept. */
export async function countRecordings(
  db: Kysely<Database>,
  wanted: RecordingsToDelete,
): Promise<{ count: number; oldest: Date | null; held: number }> {
  return await store.countRecordings(db, wanted)
}
