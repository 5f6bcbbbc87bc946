import type { Overview } from '@callboard/contract/overview'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { orNullUnread } from '../../db/calls/or-null-unread.ts'
import { instantParam } from '../../db/calls/row-values.ts'
import { seenSql, type Snapshots } from '../../db/calls/snapshots.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/tables/schema.ts'
import { countSilent, type Heard, selectAssigningCustomers } from './store.ts'

export interface CallsOfNumbers {
  db: Db
  calls: CallStore
  snapshots: Pick<Snapshots, 'published'>
}

const dayMs = 86_400_000

/** Numbers that stand for something and are not called. Null where there are none, and while calls cannot be read. */
export async function findSilentNumbers(parts: CallsOfNumbers): Promise<Overview['silentNumbers']> {
  const { db } = parts
  const { silentNumberDays: days } = await readSettings(db)
  const heard = await orNullUnread(listHeard(parts, days))
  const numbers = heard === null ? 0 : await countSilent(db, heard)
  return numbers === 0 ? null : { numbers, days }
}

/** The numbers that somebody called in the last days, of customers whose numbers stand for something. */
export async function listHeard({ db, calls, snapshots }: CallsOfNumbers, days: number): Promise<Heard> {
  const since = new Date(Date.now() - days * dayMs)
  const customers = await selectAssigningCustomers(db)
  if (customers.length === 0) return { since, called: [] }
  const called = await calls.query({
    sql: `SELECT DISTINCT customer_id AS customer, number AS code FROM calls
      WHERE customer_id IN {customers:Array(UUID)} AND started_at >= {since:DateTime64(3, 'UTC')}
        AND direction = 'inbound' AND isNull(parent_call_id) AND ${seenSql}`,
    params: { customers, since: instantParam(since), seen: await snapshots.published() },
    row: z.object({ customer: z.string(), code: z.string() }),
    limits: { executionSeconds: 5, resultRows: 1_000_000 },
  })
  return { since, called }
}
