import type { Output } from '@callboard/contract/endpoint'
import { exportTypes } from '@callboard/contract/export-types'
import type * as endpoints from '@callboard/contract/subscriptions'
import { deliveryStatuses, type Subscription } from '@callboard/contract/subscriptions'
import type { Kysely } from 'kysely'
import { type Caller, holds } from '../../access/caller.ts'
import type { Database } from '../../db/schema.ts'
import { notFound, orNotFound } from '../../lib/app-error.ts'
import type { Mailer } from '../mail/mail.ts'
import { listReaderErrors } from '../reports/delivered-report.ts'
import { findSavedReport } from '../reports/saved-reports.ts'
import type { MailServer } from './delivery-store.ts'
import { findOutsideError, outsideDomainsOf } from './recipient-rules.ts'
import * as store from './store.ts'

export interface SubscriptionParts {
  db: Kysely<Database>
  mailer: Mailer
}

/** What is listed or changed by. */
export async function serverOf({ mailer }: Pick<SubscriptionParts, 'mailer'>): Promise<MailServer> {
  return { hasMailServer: await mailer.hasServer() }
}

/** Why users get nothing, by their ids. */
type ReaderErrors = ReadonlyMap<string, string>

/** Whoever owns it or its saved report sees all recipients; others see themselves. */
function buildSubscription(
  caller: Caller,
  row: store.SubscriptionRow,
  errors: ReaderErrors = new Map(),
): Subscription {
  const { savedReportOwnerId, exportTypes: extensions, nextRunAt, lastRunAt, ...fields } = row
  const { isAdmin, userId } = caller
  const seesAll = isAdmin || userId === row.userId || userId === savedReportOwnerId
  const shown = seesAll ? row.recipients : row.recipients.filter((one) => one.userId === userId)
  return {
    ...fields,
    exportTypeIds: exportTypes.filter((one) => extensions.includes(one.extension)).map(({ id }) => id),
    recipients: shown.map((one) => ({ ...one, reason: findReason(one, caller, errors) })),
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    lastStatus: deliveryStatuses.find((status) => status === row.lastStatus) ?? null,
    isEditable: isAdmin || (userId === row.userId && holds(caller, 'reporting.save')),
  }
}

function findReason(
  { userId, email, state }: store.RecipientRow,
  { settings }: Caller,
  errors: ReaderErrors,
): string | null {
  if (state === 'unsubscribed') return 'They have unsubscribed.'
  const error = userId === null ? findOutsideError(settings, email ?? '') : errors.get(userId)
  return error ?? (state === 'stopped' ? 'Emails to this address bounced too often.' : null)
}

/**
 * All subscriptions of a saved report for its owner and admins; for others those that they own or receive. Throws
 * `notFound` for one that the caller neither finds nor receives.
 */
export async function listSubscriptions(
  parts: SubscriptionParts,
  caller: Caller,
  savedReportId: string,
): Promise<Output<typeof endpoints.listSubscriptions>> {
  const saved = await findSavedReport(parts.db, caller, savedReportId)
  const seesAll = caller.isAdmin || saved?.userId === caller.userId
  const items = await readJudged(parts, caller, {
    savedReportId,
    ofUser: seesAll ? undefined : caller.userId,
  })
  if (saved === undefined && items.length === 0) throw notFound()
  return { items, total: items.length, outsideDomains: outsideDomainsOf(caller.settings) }
}

/** One of those that are listed of a saved report. Throws `notFound`. */
export async function getListedSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  { savedReportId, id }: { savedReportId: string; id: string },
): Promise<Subscription> {
  const { items } = await listSubscriptions(parts, caller, savedReportId)
  return orNotFound(items.find((one) => one.id === id))
}

/** Those that one owns or receives. Whether the rights of others suffice is not looked into. */
export async function listOwnSubscriptions(
  parts: SubscriptionParts,
  caller: Caller,
): Promise<{ items: Subscription[]; total: number }> {
  const rows = await store.selectSubscriptions(parts.db, await serverOf(parts), { ofUser: caller.userId })
  const items = rows.map((row) => buildSubscription(caller, row))
  return { items, total: items.length }
}

/** Throws `notFound`. */
export async function getSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  id: string,
): Promise<Subscription> {
  const [found] = await readJudged(parts, caller, { id })
  return orNotFound(found)
}

/** Of one saved report, with why recipients would get nothing. */
async function readJudged(
  parts: SubscriptionParts,
  caller: Caller,
  filter: store.SubscriptionFilter,
): Promise<Subscription[]> {
  const rows = await store.selectSubscriptions(parts.db, await serverOf(parts), filter)
  const [first] = rows
  if (first === undefined) return []
  const userIds = rows.flatMap(({ recipients }) => recipients.flatMap(({ userId }) => userId ?? []))
  const errors = await listReaderErrors(parts.db, { id: first.savedReportId, userIds: [...new Set(userIds)] })
  return rows.map((row) => buildSubscription(caller, row, errors))
}
