import type { CallStore } from './call-store.ts'

/**
 * Applies lightweight updates and deletes to the rows themselves. Until then every read applies them, which makes the
 * newest rows slower to find (docs/decisions/0003-calls-table.md).
 */
export async function applyPatches(calls: CallStore): Promise<void> {
  await calls.command({ sql: 'ALTER TABLE calls APPLY PATCHES', settings: { mutations_sync: 2 } })
}
