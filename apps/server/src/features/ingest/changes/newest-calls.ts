import { entityTypes } from '@callboard/contract/claims'
import { z } from 'zod'
import { ArrivedCall } from '../../../db/arrived-call.ts'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { selectCall } from '../../../report-engine/summary/call-columns.ts'

const code = z
  .string()
  .nullable()
  .transform((text) => text ?? '')

/** What others are notified of when a call has changed. */
export const NotifiedCall = ArrivedCall.extend({ codes: z.record(z.enum(entityTypes), code) })

const notifiedFields = ['id', 'customerId', 'startedAt', 'direction', 'status', ...entityTypes]

/**
 * The calls as the newest change left them: what others are notified of, more of their fields, and columns that are none. To be called
 * while nothing is written.
 */
export async function selectNewest(
  calls: CallStore,
  { customerIds, ids }: { customerIds: readonly string[]; ids: readonly string[] },
  { fields, columns = {} }: { fields: readonly string[]; columns?: z.ZodRawShape },
) {
  const { select, row } = selectCall([...notifiedFields, ...fields])
  const rows = await calls.query({
    sql: `SELECT ${[select, ...Object.keys(columns)].join(', ')} FROM calls
      WHERE customer_id IN {customers:Array(UUID)} AND id IN {ids:Array(UUID)} AND seen_to = 0`,
    params: { customers: customerIds, ids },
    row: row.and(z.object(columns)),
    limits: { resultRows: ids.length, executionSeconds: 20 },
  })
  return rows.map((found) => ({
    ...found,
    codes: Object.fromEntries(entityTypes.map((type) => [type, found[type]])),
  }))
}
