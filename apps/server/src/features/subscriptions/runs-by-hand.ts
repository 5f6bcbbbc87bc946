import type { Delivery } from '@callboard/contract/subscriptions'
import type { Caller } from '../../access/callers/caller.ts'
import type { Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { buildDelivery } from './deliveries.ts'
import {
  countRunsByHand,
  hasOpenRun,
  insertRun,
  type NewRun,
  type RecipientKey,
  selectDelivery,
  selectLastDelivery,
} from './delivery-store.ts'
import { getEditable } from './edit-subscriptions.ts'
import * as store from './store.ts'
import { type RunningParts, serverOf } from './subscriptions.ts'

interface SubscriptionKey {
  id: string
  savedReportId: string
}

/** The most runs by hand, and the most tests, of a subscription in 24 hours. */
const maxManualRuns = 30
const dayMs = 24 * 60 * 60_000

/** Sends it to all recipients now. Throws as `getEditable`, `conflict` when nobody gets it, or when it is being sent. */
export async function runSubscription(
  parts: RunningParts,
  caller: Caller,
  key: SubscriptionKey,
): Promise<{ deliveries: number }> {
  await getEditable(parts, caller, key)
  const now = new Date()
  const deliveries = await parts.db.transaction().execute(async (transaction) => {
    const { id } = orNotFound(await store.lockSubscription(transaction, key))
    await requireSlot(transaction, { subscriptionId: id, cause: 'run' })
    const count = await insertRun(transaction, {
      subscriptionId: id,
      dueAt: now,
      cause: 'run',
      askedBy: caller.userId,
    })
    if (count === 0) throw new AppError('conflict', 'All recipients have unsubscribed.')
    await store.updateNextRun(transaction, { id, lastRunAt: now })
    return count
  })
  parts.wake()
  return { deliveries }
}

/** Sends it to the caller alone. Throws as `runSubscription`, and `conflict` when the caller has no address. */
export async function testSubscription(
  parts: RunningParts,
  caller: Caller,
  key: SubscriptionKey,
): Promise<{ deliveries: number }> {
  await getEditable(parts, caller, key)
  const deliveries = await parts.db.transaction().execute(async (transaction) => {
    const { id } = orNotFound(await store.lockSubscription(transaction, key))
    const only = { userId: caller.userId, email: null }
    await requireSlot(transaction, { subscriptionId: id, cause: 'test', only })
    const [user] = await store.selectUsersToMail(transaction, {
      ids: [caller.userId],
      customerIds: undefined,
      withAdmins: true,
    })
    if (user?.email === null) throw new AppError('conflict', 'You have no email address.')
    return await insertRun(transaction, {
      subscriptionId: id,
      dueAt: new Date(),
      cause: 'test',
      askedBy: caller.userId,
      only,
    })
  })
  parts.wake()
  return { deliveries }
}

/**
 * Makes a delivery once more for its recipient, for its due time. Throws `notFound` for one that the caller is not told
 * of, `forbidden` unless they may change the subscription, `conflict` for whoever has unsubscribed.
 */
export async function resendDelivery(
  parts: RunningParts,
  caller: Caller,
  { id, savedReportId }: SubscriptionKey,
): Promise<Delivery> {
  const server = await serverOf(parts)
  const before = orNotFound(await selectDelivery(parts.db, server, { id, savedReportId }))
  const { subscriptionId, userId, email } = before
  if (before.isSubscriptionDeleted) throw notFound()
  await getEditable(parts, caller, { id: subscriptionId, savedReportId })
  const only = { userId, email }
  const added = await parts.db.transaction().execute(async (transaction) => {
    orNotFound(await store.lockSubscription(transaction, { id: subscriptionId, savedReportId }))
    await requireSlot(transaction, { subscriptionId, cause: 'resend', only })
    if (await store.selectHasUnsubscribed(transaction, { subscriptionId, ...only }))
      throw new AppError('conflict', `${before.recipientName} has unsubscribed.`)
    await insertRun(transaction, {
      subscriptionId,
      dueAt: before.dueAt,
      cause: 'resend',
      askedBy: caller.userId,
      only,
    })
    return await selectLastDelivery(transaction, { subscriptionId, cause: 'resend', recipient: only })
  })
  parts.wake()
  return buildDelivery(
    caller,
    orNotFound(await selectDelivery(parts.db, server, { id: added, savedReportId })),
  )
}

/** One after the other, and not too often: whoever gets them did not ask. */
async function requireSlot(
  transaction: Transaction,
  {
    subscriptionId,
    cause,
    only,
  }: Pick<NewRun, 'subscriptionId' | 'only'> & { cause: 'run' | 'test' | 'resend' },
): Promise<void> {
  const recipient: { recipient?: RecipientKey } = only === undefined ? {} : { recipient: only }
  if (await hasOpenRun(transaction, { subscriptionId, cause, ...recipient }))
    throw new AppError('conflict', 'It is being sent. Wait until it is done.')
  const since = new Date(Date.now() - dayMs)
  if ((await countRunsByHand(transaction, { subscriptionId, cause, since, ...recipient })) >= maxManualRuns)
    throw new AppError(
      'conflict',
      `It was sent manually ${maxManualRuns} times in the last 24 hours. Try again tomorrow.`,
    )
}
