import { sql } from 'kysely'
import type { Db } from './tables/schema.ts'

/** Up to which of their calls somebody has closed a caller, or put them off until a reminder that is still to come. */
export interface CallerMark {
  customerId: string
  number: string
  closedTo: Date | null
  laterTo: Date | null
}

/** More callers are not closed by people in a period that one looks at; the oldest of them would be listed again. */
const maxMarks = 50_000

/** Those that matter to calls that began at this time or later. */
export async function selectCallerMarks(
  db: Db,
  { customerIds, from, now }: { customerIds: readonly string[] | undefined; from: Date; now: Date },
): Promise<CallerMark[]> {
  const later = sql<Date | null>`CASE WHEN remind_at > ${now} THEN later_to END`
  return await db
    .selectFrom('call_back')
    .$if(customerIds !== undefined, (all) =>
      all.where('customer_id', '=', sql<string>`ANY(${[...(customerIds ?? [])]}::uuid[])`),
    )
    .where((where) => where.or([where('closed_to', '>=', from), where(later, '>=', from)]))
    .select(['customer_id as customerId', 'number', 'closed_to as closedTo', later.as('laterTo')])
    .orderBy('changed_at', 'desc')
    .limit(maxMarks)
    .execute()
}
