import type { Overview } from '@callboard/contract/overview'
import { z } from 'zod'
import { orNullUnread } from '../../db/calls/or-null-unread.ts'
import { instantParam, Integer } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'
import type { CallsOfNumbers } from './silent-numbers.ts'
import { selectAssigningCustomers } from './store.ts'

const days = 30
const dayMs = 86_400_000

/** Of customers whose numbers stand for something. Null where no number does, and while calls cannot be read. */
export async function findUnattributed({
  db,
  calls,
  snapshots,
}: CallsOfNumbers): Promise<Overview['unattributed']> {
  const customers = await selectAssigningCustomers(db)
  if (customers.length === 0) return null
  const found = await orNullUnread(
    calls.query({
      sql: `SELECT uniqExact(customer_id, number) AS numbers, count() AS calls FROM calls
        WHERE customer_id IN {customers:Array(UUID)} AND started_at >= {from:DateTime64(3, 'UTC')}
          AND direction = 'inbound' AND isNull(parent_call_id) AND attributed_by = 'none'
          AND isNull(number_assignment_id) AND ${seenSql}`,
      params: {
        customers,
        from: instantParam(new Date(Date.now() - days * dayMs)),
        seen: await snapshots.published(),
      },
      row: z.object({ numbers: Integer, calls: Integer }),
      limits: { executionSeconds: 5 },
    }),
  )
  const [count] = found ?? []
  return count === undefined || count.calls === 0 ? null : count
}
