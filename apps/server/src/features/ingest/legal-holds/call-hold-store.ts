import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { type RowsToReplace, replaceRows } from '../changes/columns-store.ts'
import type { ChangeToWrite } from '../changes/undoable-changes.ts'

const HeldCall = z.object({ id: z.string(), customerId: z.string() })
export type HeldCall = z.infer<typeof HeldCall>

/** The calls under legal hold, or those of these calls that are. */
export async function selectHeld(db: Db, callIds?: readonly string[]): Promise<HeldCall[]> {
  const held = db.selectFrom('call_hold').select(['id', 'customer_id as customerId'])
  if (callIds === undefined) return await held.execute()
  return await held.where('id', '=', sql<string>`ANY(${[...callIds]}::uuid[])`).execute()
}

/** The calls that are held by what their table says. */
export async function selectSynced(calls: CallStore): Promise<HeldCall[]> {
  return await calls.query({
    sql: 'SELECT id, customer_id AS customerId FROM calls WHERE legal_hold AND seen_to = 0',
    row: HeldCall,
    limits: { executionSeconds: 60 },
  })
}

export async function writeHolds(
  calls: CallStore,
  change: ChangeToWrite,
  changed: readonly (RowsToReplace['changed'][number] & { isHeld: boolean })[],
): Promise<void> {
  await replaceRows(calls, change, {
    changed,
    columns: 'old.id IN {held:Array(UUID)} AS legal_hold',
    params: { held: changed.filter(({ isHeld }) => isHeld).map(({ id }) => id) },
  })
}
