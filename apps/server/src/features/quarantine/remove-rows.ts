import { formatCounted } from '@callboard/contract/format'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import * as store from './store.ts'

/** Takes rows out, and says of others why they were rejected again; answers how many are gone. */
export async function removeRows(
  db: Db,
  caller: Caller,
  {
    rows,
    done,
    again = [],
  }: {
    rows: readonly store.ChosenRow[]
    done: 'accepted' | 'deleted'
    again?: Parameters<typeof store.updateReasons>[1]
  },
): Promise<number> {
  return await changeBy(db, caller, async (transaction) => {
    await store.updateReasons(transaction, again)
    const deleted = new Set(await store.deleteRows(transaction, rows))
    // What was accepted may have left by itself since.
    const gone = done === 'accepted' ? await store.selectGone(transaction, rows) : deleted
    const removed = rows.filter(({ id }) => gone.has(id))
    for (const [id, ofCustomer] of Map.groupBy(removed, (row) => row.customerId)) {
      const name = ofCustomer[0]?.customerName ?? ''
      const count = formatCounted(ofCustomer.length, 'row', 'rows')
      const sources = [...new Set(ofCustomer.map(({ sourceSystem }) => sourceSystem))].join(', ')
      const to = done === 'accepted' ? 'Retried and accepted' : 'Deleted'
      await store.insertChange(
        transaction,
        { id, name },
        { field: 'rejectedRows', from: `${count} of ${sources}`, to },
      )
    }
    return gone.size
  })
}

/** Where the next step goes on; null when all rows were seen. */
export function nextOf(chosen: store.Chosen, rows: readonly { id: string }[]): string | null {
  return 'ids' in chosen ? null : (rows.at(-1)?.id ?? null)
}
