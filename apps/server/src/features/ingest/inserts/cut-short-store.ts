import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'

/** The ids of those calls that are in the table with this version or a later one. */
export async function selectStoredSince(
  calls: CallStore,
  { ids, version }: { ids: readonly string[]; version: number },
): Promise<Set<string>> {
  const rows = await calls.query({
    sql: `SELECT DISTINCT id FROM calls WHERE version >= {version:UInt64} AND id IN {ids:Array(UUID)}`,
    params: { version, ids },
    row: z.object({ id: z.string() }),
    limits: { resultRows: ids.length },
  })
  return new Set(rows.map(({ id }) => id))
}

/** Deletes what an interrupted insert has left of these calls: this version and later ones. */
export async function deleteSince(
  calls: CallStore,
  { ids, version }: { ids: readonly string[]; version: number },
): Promise<void> {
  await calls.command({
    sql: `DELETE FROM calls WHERE version >= {version:UInt64} AND id IN {ids:Array(UUID)}`,
    params: { version, ids },
    settings: { lightweight_delete_mode: 'lightweight_update', enable_lightweight_update: 1 },
  })
}
