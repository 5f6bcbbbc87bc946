import type { CallStore } from './call-store.ts'

/**
 * Writes what corrections have taken out or changed into the rows themselves. Until then reads apply it as they go,
 * which costs them the short cuts for the newest rows (docs/decisions/0003-calls-table.md).
 */
export async function applyPatches(calls: CallStore): Promise<void> {
  await calls.command({ sql: 'ALTER TABLE calls APPLY PATCHES', settings: { mutations_sync: 2 } })
}
