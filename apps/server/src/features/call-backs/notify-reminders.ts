import { formatPhone } from '@callboard/contract/format-phone'
import { formatDateTime } from '@callboard/contract/format-time'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { findCallerOfUser } from '../../access/callers/caller-of-user.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { RepeatedWork } from '../../jobs/repeated-work.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { listCustomerNames } from '../customers/customers.ts'
import { buildCallBackMail, type BuiltMail, type TemplateParts } from '../email-templates/email-templates.ts'
import type { Mailer } from '../mail/mail.ts'
import { findVisible } from './call-backs.ts'
import * as store from './reminder-store.ts'

export interface RemindingParts extends TemplateParts, StoredCalls {
  mailer: Mailer
  log: Log
  /** Aborted when the portal closes. */
  closing: AbortSignal
}

const batchSize = 100

/**
 * Tells people of the reminders that are due; answers of how many. Each is told of once: that it is due and its email are one
 * transaction, which one process alone makes.
 */
export async function notifyReminders(parts: RemindingParts, now = new Date()): Promise<number> {
  const { db, log, mailer } = parts
  const due = await store.selectDueReminders(db, now, batchSize)
  let notified = 0
  for (const reminder of due) {
    try {
      if (await notify(parts, reminder)) notified++
    } catch (error) {
      // It is tried again, and the others must not wait for it.
      log.error({ err: error, callBack: reminder.id }, 'nobody could be reminded of a caller')
    }
  }
  if (notified > 0) mailer.wake()
  return notified
}

async function notify(parts: RemindingParts, reminder: store.DueReminder): Promise<boolean> {
  const { db, log, mailer } = parts
  const caller = await findCallerOfUser(db, reminder.userId, { id: reminder.id, log })
  const found = caller && (await findWaiting(parts, caller, reminder))
  if (caller === undefined || found === undefined) {
    await db
      .transaction()
      .execute(async (transaction) => await store.deleteDueReminder(transaction, reminder))
    return false
  }
  const { email, byEmail, isStopped } = reminder
  const mail =
    email !== null && byEmail && !isStopped && (await buildMail(parts, { reminder, caller, found }))
  return await db.transaction().execute(async (transaction) => {
    if (!(await store.updateNotified(transaction, reminder))) return false
    if (mail !== false) await mailer.enqueue({ recipient: email ?? '', ...mail }, { transaction })
    return true
  })
}

/** Undefined where there is nothing to be reminded of any more, or the user may no longer see it. */
async function findWaiting(
  { db, calls, snapshots, closing }: RemindingParts,
  caller: Caller,
  { customerId, number, laterTo }: store.DueReminder,
): Promise<{ name: string } | undefined> {
  if (!holds(caller, 'reporting.call.details') || !holds(caller, 'call.edit')) return undefined
  const asking = { db, calls, snapshots, caller, signal: closing }
  try {
    const found = await findVisible(asking, { customerId, number, lastCallAt: laterTo.toISOString() })
    return found.isWaiting ? found : undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return undefined
    throw error
  }
}

async function buildMail(
  parts: RemindingParts,
  { reminder, caller, found }: { reminder: store.DueReminder; caller: Caller; found: { name: string } },
): Promise<BuiltMail> {
  const { customerId, number, note, dueAt } = reminder
  const names = await listCustomerNames(parts.db, await Scope.of(parts.db, caller), [customerId])
  const { timeZone } = caller
  const search = new URLSearchParams({ show: 'waiting', keyword: number, period: 'last90Days' })
  return await buildCallBackMail(parts, {
    reader: reminder,
    mail: {
      caller: { number: formatPhone(number), name: found.name, customer: names.get(customerId) ?? '' },
      note: note ?? '',
      dueAt: `${formatDateTime(dueAt.toISOString(), timeZone)}, ${formatTimeZone(timeZone)}`,
      link: `${parts.publicUrl}/reports/callback?${search.toString()}`,
    },
  })
}

/** Looks for reminders that are due, every few seconds. Any number of processes may do so at once. */
export function buildReminderNotifier(parts: RemindingParts): RepeatedWork {
  return new RepeatedWork({
    everyMs: 5000,
    async work() {
      await notifyReminders(parts)
    },
    onError(error) {
      parts.log.error({ err: error }, 'reminders could not be read; tried again')
    },
  })
}
