import { exportTypes } from '@callboard/contract/export-types'
import { deliveryStatuses, type Subscription } from '@callboard/contract/subscriptions'
import type { Kysely } from 'kysely'
import { type Caller, holds } from '../../access/caller.ts'
import type { Database } from '../../db/schema.ts'
import { notFound, orNotFound } from '../../lib/app-error.ts'
import type { Mailer } from '../mail/mail.ts'
import { findSavedReport } from '../reports/saved-reports.ts'
import type { MailServer } from './delivery-store.ts'
import * as store from './store.ts'

export interface SubscriptionParts {
  db: Kysely<Database>
  mailer: Mailer
}

/** What is listed or changed by. */
export async function serverOf({ mailer }: Pick<SubscriptionParts, 'mailer'>): Promise<MailServer> {
  return { hasMailServer: await mailer.hasServer() }
}

/** Whoever owns it or its saved report is told of all recipients; others are told of themselves. */
function buildSubscription(caller: Caller, row: store.SubscriptionRow): Subscription {
  const { savedReportOwnerId, exportTypes: extensions, nextRunAt, lastRunAt, ...fields } = row
  const { isAdmin, userId } = caller
  const isTold = isAdmin || userId === row.userId || userId === savedReportOwnerId
  return {
    ...fields,
    exportTypeIds: exportTypes.filter((one) => extensions.includes(one.extension)).map(({ id }) => id),
    recipients: isTold ? row.recipients : row.recipients.filter((one) => one.userId === userId),
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    lastStatus: deliveryStatuses.find((status) => status === row.lastStatus) ?? null,
    isEditable: isAdmin || (userId === row.userId && holds(caller, 'reporting.save')),
  }
}

/**
 * All subscriptions of a saved report for its owner and admins; for others those that they own or receive. Throws
 * `notFound` for one that the caller neither finds nor receives.
 */
export async function listSubscriptions(
  parts: SubscriptionParts,
  caller: Caller,
  savedReportId: string,
): Promise<{ items: Subscription[]; total: number }> {
  const saved = await findSavedReport(parts.db, caller, savedReportId)
  const seesAll = caller.isAdmin || saved?.userId === caller.userId
  const items = await readSubscriptions(parts, caller, {
    savedReportId,
    ofUser: seesAll ? undefined : caller.userId,
  })
  if (saved === undefined && items.length === 0) throw notFound()
  return { items, total: items.length }
}

/** Those that one owns or receives. */
export async function listOwnSubscriptions(
  parts: SubscriptionParts,
  caller: Caller,
): Promise<{ items: Subscription[]; total: number }> {
  const items = await readSubscriptions(parts, caller, { ofUser: caller.userId })
  return { items, total: items.length }
}

/** Throws `notFound`. */
export async function getSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  id: string,
): Promise<Subscription> {
  const [found] = await readSubscriptions(parts, caller, { id })
  return orNotFound(found)
}

async function readSubscriptions(
  parts: SubscriptionParts,
  caller: Caller,
  filter: store.SubscriptionFilter,
): Promise<Subscription[]> {
  const rows = await store.selectSubscriptions(parts.db, await serverOf(parts), filter)
  return rows.map((row) => buildSubscription(caller, row))
}
