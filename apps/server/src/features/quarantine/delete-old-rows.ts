import { formatCounted } from '@callboard/contract/format'
import { change, systemActor } from '../../db/records/change.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/tables/schema.ts'
import * as store from './store.ts'

const dayMs = 24 * 3_600_000
const batchSize = 10_000

/** Deletes the rows that are kept no longer, with a record of each customer. */
export async function deleteOldRows(db: Db): Promise<void> {
  const { keepRejectedDays: days } = await readSettings(db)
  if (days === 0) return
  const before = new Date(Date.now() - days * dayMs)
  for (;;) {
    const deleted = await change(db, systemActor, async (transaction) => {
      const rows = await store.deleteOlderThan(transaction, { before, limit: batchSize })
      for (const [id, ofCustomer] of Map.groupBy(rows, ({ customerId }) => customerId))
        await store.insertChange(
          transaction,
          { id, name: ofCustomer[0]?.customerName ?? '' },
          {
            field: 'rejectedRows',
            from: formatCounted(ofCustomer.length, 'row', 'rows'),
            to: `Deleted after ${formatCounted(days, 'day')}`,
          },
        )
      return rows.length
    })
    if (deleted < batchSize) return
  }
}
