import type { Overview } from '@callboard/contract/overview'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type CallStore, CallStoreError } from '../../db/calls/call-store.ts'
import { instantParam, Integer } from '../../db/calls/row-values.ts'
import { seenSql, type Snapshots } from '../../db/calls/snapshots.ts'
import type { Database } from '../../db/tables/schema.ts'

interface Reading {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Pick<Snapshots, 'published'>
}

const days = 30
const dayMs = 86_400_000

/** Of customers whose numbers stand for something. Null where no number does, and while calls cannot be read. */
export async function findUnattributed({ db, calls, snapshots }: Reading): Promise<Overview['unattributed']> {
  const customers = await db
    .selectFrom('number_assignment')
    .select('customer_id')
    .groupBy('customer_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(maxCustomers)
    .execute()
  if (customers.length === 0) return null
  try {
    const [found] = await calls.query({
      sql: `SELECT uniqExact(customer_id, number) AS numbers, count() AS calls FROM calls
        WHERE customer_id IN {customers:Array(UUID)} AND started_at >= {from:DateTime64(3, 'UTC')}
          AND direction = 'inbound' AND isNull(parent_call_id) AND attributed_by = 'none'
          AND isNull(number_assignment_id) AND ${seenSql}`,
      params: {
        customers: customers.map(({ customer_id }) => customer_id),
        from: instantParam(new Date(Date.now() - days * dayMs)),
        seen: await snapshots.published(),
      },
      row: z.object({ numbers: Integer, calls: Integer }),
      limits: { executionSeconds: 5 },
    })
    return found === undefined || found.calls === 0 ? null : found
  } catch (error) {
    if (error instanceof CallStoreError && error.kind !== 'query') return null
    throw error
  }
}

const maxCustomers = 1000
