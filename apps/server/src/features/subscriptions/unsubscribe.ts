import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { type Actor, change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { forgetFailures } from '../mail/addresses.ts'
import { updateWaitingToSkipped } from './delivery-store.ts'
import * as store from './store.ts'

type Recipient = NonNullable<Awaited<ReturnType<typeof store.selectRecipient>>>

/** Ends what one gets. Throws `notFound` for a subscription that one does not get. */
export async function unsubscribe(
  db: Kysely<Database>,
  caller: Caller,
  subscriptionId: string,
): Promise<undefined> {
  const { userId } = caller
  const recipient = orNotFound(await store.selectRecipient(db, { subscriptionId, userId }))
  await endFor(db, actorOf(caller), recipient)
}

/** Gets it again, also by an address that mails came back from. Throws as `unsubscribe`. */
export async function resubscribe(
  db: Kysely<Database>,
  caller: Caller,
  subscriptionId: string,
): Promise<undefined> {
  const { userId } = caller
  const { id, userEmail } = orNotFound(await store.selectRecipient(db, { subscriptionId, userId }))
  await change(db, actorOf(caller), async (transaction) => {
    await store.updateUnsubscribed(transaction, { id, at: null })
    if (userEmail !== null) await forgetFailures(transaction, userEmail)
    await store.updateRecordedRecipients(transaction, subscriptionId)
  })
}

/** The recipient whom a link of a mail names, for it to end what they get; undefined when it names none of a subscription. */
export async function findSubscriptionRecipient(db: Kysely<Database>, id: string) {
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
  db: Kysely<Database>,
  actor: Actor,
  { id, subscriptionId, userId, email, unsubscribedAt }: Recipient,
): Promise<void> {
  if (unsubscribedAt !== null) return
  await change(db, actor, async (transaction) => {
    await store.updateUnsubscribed(transaction, { id, at: new Date() })
    await updateWaitingToSkipped(transaction, {
      subscriptionId,
      recipient: { userId, email },
      reason: 'Whoever gets this has unsubscribed.',
    })
    await store.updateRecordedRecipients(transaction, subscriptionId)
  })
}
