import type { CallStore } from '../calls/call-store.ts'

/**
 * Begins to apply lightweight updates and deletes to the rows themselves, and does not wait for it. Until then every read
 * applies them, which makes it slower (docs/decisions/0017-snapshots.md). Not to be called while one is being written: the
 * engine would take the parts for newer than it, and lose it (ClickHouse 26.7). Those written later are safe.
 */
export async function beginToApplyPatches(calls: CallStore): Promise<void> {
  await calls.command({ sql: 'ALTER TABLE calls APPLY PATCHES', settings: { mutations_sync: 0 } })
}

/** The same for rows that were deleted, and whose patches were applied: parts that hold some are written without them. */
export async function beginToRemoveDeleted(calls: CallStore): Promise<void> {
  await beginToApplyPatches(calls)
  await calls.command({ sql: 'ALTER TABLE calls APPLY DELETED MASK', settings: { mutations_sync: 0 } })
}
