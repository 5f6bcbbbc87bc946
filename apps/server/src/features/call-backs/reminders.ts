import type { dismissReminder as dismissing, Reminder } from '@callboard/contract/call-backs'
import type { Body } from '@callboard/contract/endpoint'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { Db } from '../../db/tables/schema.ts'
import { notFound } from '../../lib/app-error.ts'
import { listCustomerNames } from '../customers/customers.ts'
import * as store from './reminder-store.ts'

const maxShown = 20

/** What the caller wanted to be reminded of by now, and has not seen yet. */
export async function listReminders(db: Db, caller: Caller): Promise<Reminder[]> {
  const due = await store.selectReminders(db, caller.userId, maxShown)
  if (due.length === 0) return []
  const scope = await Scope.of(db, caller)
  const visible = due.filter(({ customerId }) => scope.coversCustomer(customerId))
  const names = await listCustomerNames(db, scope, [...new Set(visible.map((one) => one.customerId))])
  return visible.map(({ dueAt, ...one }) => ({
    ...one,
    customerName: names.get(one.customerId) ?? '',
    dueAt: dueAt.toISOString(),
  }))
}

/** Throws `notFound` where there is none. */
export async function dismissReminder(
  db: Db,
  caller: Caller,
  of: Body<typeof dismissing>,
): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    if (!(await store.deleteSeenReminder(transaction, caller.userId, of))) throw notFound()
  })
}
