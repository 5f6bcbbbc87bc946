import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../tables/schema.ts'

/**
 * The list of recipients that change tracking tells of, which stands in the record itself. `recipients` is the list as it is now,
 * of a row of the table.
 */
export function recordedRecipients(table: 'alert' | 'subscription', recipients: RawBuilder<string>) {
  const record = sql.table(table)
  return {
    selectRecordedRecipients: async (db: Db, id: string): Promise<string> => {
      const { rows } = await sql<{ now: string }>`
        SELECT ${recipients}::text AS now FROM ${record} WHERE id = ${id}`.execute(db)
      if (rows[0] === undefined) throw new Error(`there is no ${table} ${id}`)
      return rows[0].now
    },
    /** Has a change of the list recorded that is no change by its owner: their form is not outdated by it. */
    updateRecordedRecipients: async (transaction: Transaction, id: string): Promise<void> => {
      await sql`UPDATE ${record} SET recipients = ${recipients} WHERE id = ${id}`.execute(transaction)
    },
  }
}
