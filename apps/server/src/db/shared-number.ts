import { sql, type Kysely } from 'kysely'
import type { Database } from './tables/schema.ts'
import type { SharedNumber } from './calls/snapshots.ts'

/** The number of the newest change of calls that may be seen, kept in the database. */
export function openSharedNumber(db: Kysely<Database>): SharedNumber {
  return {
    async read() {
      const { published } = await db.selectFrom('call_snapshot').select('published').executeTakeFirstOrThrow()
      return published
    },
    async write(number, fence) {
      await db.transaction().execute(async (transaction) => {
        await fence(transaction)
        await transaction
          .updateTable('call_snapshot')
          .set({ published: sql<number>`greatest(published, ${number}::bigint)` })
          .execute()
      })
    },
  }
}
