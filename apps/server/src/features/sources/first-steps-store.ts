import { callStatuses } from '@callboard/contract/fields'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { InstantValue } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'
import type { Db } from '../../db/tables/schema.ts'

const AnyCall = z.object({
  id: z.string(),
  customerId: z.string(),
  startedAt: InstantValue,
  status: z.enum(callStatuses),
})

/** Any one of all calls, whichever is read first. */
export async function selectAnyCall(calls: CallStore, seen: number) {
  const [call] = await calls.query({
    sql: `SELECT id, customer_id AS customerId, started_at AS startedAt, status FROM calls WHERE ${seenSql} LIMIT 1`,
    params: { seen },
    row: AnyCall,
    limits: { resultRows: 1 },
  })
  return call
}

export async function selectBegun(db: Db) {
  return await db
    .selectNoFrom([
      sql<boolean>`EXISTS (SELECT FROM customer WHERE is_active)`.as('hasCustomer'),
      sql<string | null>`(SELECT id FROM source WHERE is_active ORDER BY created_at DESC LIMIT 1)`.as(
        'sourceId',
      ),
    ])
    .executeTakeFirstOrThrow()
}

export async function selectCustomerName(db: Db, id: string): Promise<string> {
  const { name } = await db
    .selectFrom('customer')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}
