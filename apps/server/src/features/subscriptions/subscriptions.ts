import type { Output } from '@callboard/contract/endpoint'
import { exportTypes } from '@callboard/contract/export-types'
import type * as endpoints from '@callboard/contract/subscriptions'
import { deliveryStatuses, type RecipientInput, type Subscription } from '@callboard/contract/subscriptions'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import { type Caller, holds, type Person } from '../../access/callers/caller.ts'
import { listOwnCustomers } from '../../access/rows/own-customers.ts'
import { type Actor, change } from '../../db/records/change.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { notFound, orNotFound } from '../../lib/app-error.ts'
import { forgetFailures, type Mailer } from '../mail/mail.ts'
import { listReaderErrors, type ReaderError, readerErrors } from '../reports/running/delivered-report.ts'
import { findSavedReport } from '../reports/saved/saved-reports.ts'
import { type MailServer, type RecipientKey, updateWaitingToSkipped } from './delivery-store.ts'
import { nextRunOf } from './next-run.ts'
import {
  checkRecipients,
  findOutsideError,
  type RecipientContext,
  keyOf,
  type NamedRecipient,
  outsideDomainsOf,
} from './recipient-rules.ts'
import { requireQuota } from './quota.ts'
import * as savedReportStore from './saved-report-store.ts'
import * as store from './store.ts'

export interface SubscriptionParts {
  db: Db
  mailer: Mailer
}

/** What lists are read by; in a transaction, from what is known of the mail server before it. */
export interface ListingParts {
  db: Db
  mailer: Pick<Mailer, 'hasServer'>
}

export interface RunningParts extends SubscriptionParts {
  /** Has what was added rendered. */
  wake: () => void
}

/** What is listed or changed by. */
export async function serverOf({ mailer }: Pick<ListingParts, 'mailer'>): Promise<MailServer> {
  return { hasMailServer: await mailer.hasServer() }
}

/** Why users get nothing, by their ids. */
type ReaderErrors = ReadonlyMap<string, ReaderError>

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
  if (state === 'unsubscribed') return 'They unsubscribed.'
  const readerError = userId === null ? undefined : errors.get(userId)
  const error =
    userId === null ? findOutsideError(settings, email ?? '') : readerError && readerErrors[readerError]
  return error ?? (state === 'stopped' ? 'Emails to this address bounced too often.' : null)
}

/**
 * All subscriptions of a saved report for its owner and admins; for others those that they own or receive. Throws
 * `notFound` for one that the caller neither finds nor receives.
 */
export async function listSubscriptions(
  parts: ListingParts,
  caller: Caller,
  { savedReportId, id }: { savedReportId: string; id?: string },
): Promise<Output<typeof endpoints.listSubscriptions>> {
  const saved = await findSavedReport(parts.db, caller, savedReportId)
  const seesAll = caller.isAdmin || saved?.userId === caller.userId
  const items = await readWithErrors(parts, caller, {
    savedReportId,
    id,
    ofUser: seesAll ? undefined : caller.userId,
  })
  if (saved === undefined && items.length === 0) throw notFound()
  return { items, total: items.length, outsideDomains: outsideDomainsOf(caller.settings) }
}

/** One of those that are listed of a saved report, or that were sent once. Throws `notFound`. */
export async function getListedSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  asked: { savedReportId: string; id: string },
): Promise<Subscription> {
  const { id } = asked
  const { items } = await listSubscriptions(parts, caller, asked)
  return orNotFound(items.find((one) => one.id === id))
}

/** Those that one owns or receives. */
export async function listOwnSubscriptions(
  parts: SubscriptionParts,
  caller: Caller,
): Promise<{ items: Subscription[]; total: number }> {
  const items = await readWithErrors(parts, caller, { ofUser: caller.userId })
  return { items, total: items.length }
}

/** Throws `notFound`. */
export async function getSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  id: string,
): Promise<Subscription> {
  const [found] = await readWithErrors(parts, caller, { id })
  return orNotFound(found)
}

/** Of one saved report, with why recipients would get nothing. */
async function readWithErrors(
  parts: ListingParts,
  caller: Caller,
  filter: store.SubscriptionFilter,
): Promise<Subscription[]> {
  const rows = await store.selectSubscriptions(parts.db, await serverOf(parts), filter)
  const ofReports = Map.groupBy(rows, ({ savedReportId }) => savedReportId)
  const errors = new Map(
    await Promise.all(
      Array.from(ofReports, async ([id, own]) => {
        const userIds = own.flatMap(({ recipients }) => recipients.flatMap(({ userId }) => userId ?? []))
        return [id, await listReaderErrors(parts.db, { id, userIds: [...new Set(userIds)] })] as const
      }),
    ),
  )
  return rows.map((row) => buildSubscription(caller, row, errors.get(row.savedReportId)))
}

/** What waits to be sent is not sent. */
export async function deleteWithSavedReport(transaction: Transaction, savedReportId: string): Promise<void> {
  const asked = { savedReportId, wereDeletedWithIt: false }
  for (const { id } of await savedReportStore.selectIdsOfSavedReport(transaction, asked)) {
    await savedReportStore.updateWithReport(transaction, { id, isDeleted: true, nextRunAt: null })
    const reason = 'The saved report was deleted.'
    await updateWaitingToSkipped(transaction, { subscriptionId: id, reason })
  }
}

/** Those that were deleted with it are due again from now on; others stay deleted. */
export async function restoreWithSavedReport(transaction: Transaction, savedReportId: string): Promise<void> {
  const asked = { savedReportId, wereDeletedWithIt: true }
  for (const { id, schedule, is_active: isActive } of await savedReportStore.selectIdsOfSavedReport(
    transaction,
    asked,
  )) {
    const nextRunAt = isActive ? nextRunOf(schedule) : null
    await savedReportStore.updateWithReport(transaction, { id, isDeleted: false, nextRunAt })
  }
}

/** A subscription is called as its report unless somebody names it otherwise, and stays so. */
export async function renameWithSavedReport(
  transaction: Transaction,
  renamed: { savedReportId: string; from: string; to: string },
): Promise<void> {
  if (renamed.from !== renamed.to) await savedReportStore.updateNames(transaction, renamed)
}

/**
 * What the earlier owner had subscribed of these saved reports is the new owner's, as the reports are. Throws `conflict` when that is
 * too much.
 */
export async function handOverWithSavedReports(
  transaction: Transaction,
  asked: { savedReportIds: readonly string[]; from: string; to: string },
): Promise<void> {
  await requireQuota(transaction, asked.to, await savedReportStore.countHandedOver(transaction, asked))
  await savedReportStore.updateOwners(transaction, asked)
}

interface OwnerContext extends RecipientContext {
  /** Who has the reports sent. */
  owner: Person
}

/** The list as it is kept. Throws `invalid` that names who may not be on it. */
export async function requireRecipients(
  db: Db,
  given: readonly RecipientInput[],
  context: OwnerContext,
): Promise<NamedRecipient[]> {
  const keys = given.map(keyOf)
  return checkRecipients(keys, await findUsers(db, keys, context.owner), context)
}

async function findUsers(db: Db, keys: readonly RecipientKey[], owner: Person) {
  const ids = keys.flatMap(({ userId }) => userId ?? [])
  return await findUsersToMail(db, ids, owner)
}

/** Of these users the owner, and whom the owner finds by searchportalusers: active users of their customers, for an admin all. */
export async function findUsersToMail(
  db: Db,
  ids: readonly string[],
  owner: Person,
): Promise<ReadonlyMap<string, store.UserToMail>> {
  const customerIds = owner.isAdmin ? undefined : await listOwnCustomers(db, owner)
  const [others, own] = await Promise.all([
    store.selectUsersToMail(db, { ids, customerIds, withAdmins: owner.isAdmin }),
    store.selectUsersToMail(db, {
      ids: ids.filter((id) => id === owner.userId),
      customerIds: undefined,
      withAdmins: true,
    }),
  ])
  return new Map([...others, ...own].map((user) => [user.id, user]))
}

/** Of these addresses, in lower case, those that emails came back from too often. */
export async function listStoppedAddresses(
  db: Db,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await store.selectStoppedAddresses(db, addresses))
}

type Recipient = NonNullable<Awaited<ReturnType<typeof store.selectRecipient>>>

/** Ends what one gets. Throws `notFound` for a subscription that one does not get. */
export async function unsubscribe(
  db: Db,
  caller: Caller,
  { id: subscriptionId }: { id: string },
): Promise<undefined> {
  const { userId } = caller
  const recipient = orNotFound(await store.selectRecipient(db, { subscriptionId, userId }))
  await endFor(db, actorOf(caller), recipient)
}

/** Gets it again, also by an address that mails came back from. Throws as `unsubscribe`. */
export async function resubscribe(
  db: Db,
  caller: Caller,
  { id: subscriptionId }: { id: string },
): Promise<undefined> {
  const { userId } = caller
  const { id, userEmail } = orNotFound(await store.selectRecipient(db, { subscriptionId, userId }))
  await changeBy(db, caller, async (transaction) => {
    await store.updateUnsubscribed(transaction, { id, at: null })
    if (userEmail !== null) await forgetFailures(transaction, userEmail)
    await store.updateRecordedRecipients(transaction, subscriptionId)
  })
}

/** The recipient whom a link of a mail names, for it to end what they get; undefined when it names none of a subscription. */
export async function findSubscriptionRecipient(db: Db, id: string) {
  const recipient = await store.selectRecipient(db, { id })
  if (recipient === undefined) return undefined
  const { name, userId, userName, email, unsubscribedAt } = recipient
  return {
    of: 'subscription' as const,
    name,
    isUnsubscribed: unsubscribedAt !== null,
    unsubscribe: async (requestId: string) =>
      await endFor(db, { userId, userName: userName ?? email ?? '', requestId }, recipient),
  }
}

/** Nothing that waits is sent to them. Who has unsubscribed before stays so since then. */
async function endFor(
  db: Db,
  actor: Actor,
  { id, subscriptionId, userId, email, unsubscribedAt }: Recipient,
): Promise<void> {
  if (unsubscribedAt !== null) return
  await change(db, actor, async (transaction) => {
    await store.updateUnsubscribed(transaction, { id, at: new Date() })
    await updateWaitingToSkipped(transaction, {
      subscriptionId,
      recipient: { userId, email },
      reason: 'The recipient has unsubscribed.',
    })
    await store.updateRecordedRecipients(transaction, subscriptionId)
  })
}
