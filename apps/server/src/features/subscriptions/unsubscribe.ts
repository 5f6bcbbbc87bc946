import type { Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/subscriptions'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { type Actor, change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { updateWaitingToSkipped } from './delivery-store.ts'
import * as store from './store.ts'
import { parseUnsubscribeToken } from './unsubscribe-token.ts'

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
    if (userEmail !== null) await store.deleteAddressFailures(transaction, userEmail)
    await store.updateRecordedRecipients(transaction, subscriptionId)
  })
}

/** Throws `notFound` for a token that the portal did not make, and for what is deleted. */
export async function getUnsubscribe(
  db: Kysely<Database>,
  token: string,
): Promise<Output<typeof endpoints.getUnsubscribe>> {
  const { name, unsubscribedAt } = await getRecipientOf(db, token)
  return { subscriptionName: name, isUnsubscribed: unsubscribedAt !== null }
}

/** Throws as `getUnsubscribe`. */
export async function unsubscribeByLink(
  db: Kysely<Database>,
  { token, requestId }: { token: string; requestId: string },
): Promise<undefined> {
  const recipient = await getRecipientOf(db, token)
  const { userId, userName, email } = recipient
  await endFor(db, { userId, userName: userName ?? email ?? '', requestId }, recipient)
}

async function getRecipientOf(db: Kysely<Database>, token: string): Promise<Recipient> {
  const id = parseUnsubscribeToken(await store.selectUnsubscribeSecret(db), token)
  return orNotFound(id === undefined ? undefined : await store.selectRecipient(db, { id }))
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
