import { sql } from 'kysely'
import type { Db } from './tables/schema.ts'
import type { Replicas } from './calls/call-store.ts'
import type { SharedNumber } from './calls/snapshots.ts'

/**
 * The number of the newest change of calls that may be seen, kept in the database; where there are several servers of calls,
 * together with the one that has it, which is read from then on.
 */
export function openSharedNumber(db: Db, replicas?: Replicas): SharedNumber {
  return {
    async read() {
      const { published, server } = await db
        .selectFrom('call_snapshot')
        .select(['published', 'server'])
        .executeTakeFirstOrThrow()
      if (server !== null) replicas?.follow(server, published)
      return published
    },
    async write(number, fence) {
      await replicas?.copied()
      await db.transaction().execute(async (transaction) => {
        await fence(transaction)
        await transaction
          .updateTable('call_snapshot')
          .set({
            published: sql<number>`greatest(published, ${number}::bigint)`,
            server: replicas?.written ?? null,
          })
          .execute()
      })
    },
  }
}
