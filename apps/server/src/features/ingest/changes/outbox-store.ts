import { sql } from 'kysely'
import type { Db } from '../../../db/tables/schema.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

/** A call that a change brings, or makes another one. */
export interface ChangedCall {
  id: string
  customerId: string
  startedAt: string
  /** It was not there before; false unless said otherwise. */
  isNew?: boolean
}

const callsPerRow = 1000

/**
 * Notes which calls a change is of, where a webhook wants to know: before it is forgotten that the change is to be made, so
 * that no crash loses it. It may be noted twice; who reads it waits until the change can be seen.
 */
export async function noteChanged(db: Db, number: number, calls: readonly ChangedCall[]): Promise<void> {
  if (calls.length === 0) return
  const webhooks = await db
    .selectFrom('webhook')
    .where('is_active', '=', true)
    .select('customer_id')
    .distinct()
    .execute()
  if (webhooks.length === 0) return
  const customers = new Set(webhooks.map((webhook) => webhook.customer_id))
  const wanted = calls
    .filter(({ customerId }) => customers.has(null) || customers.has(customerId))
    .map(({ id, customerId, startedAt, isNew = false }) => ({ id, customerId, startedAt, isNew }))
  for (const some of inPartsOf(callsPerRow, wanted)) {
    const part = JSON.stringify(some)
    await db
      .insertInto('call_outbox')
      .values({ number, calls: sql`${part}::jsonb` })
      .execute()
  }
}
