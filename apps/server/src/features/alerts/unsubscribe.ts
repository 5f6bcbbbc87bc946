import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { type Actor, change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { forgetFailures } from '../mail/addresses.ts'
import * as peopleStore from './people-store.ts'
import { lockAlert } from './store.ts'

type Recipient = NonNullable<Awaited<ReturnType<typeof peopleStore.selectRecipient>>>

/** Stops an alert from notifying the caller. Throws `notFound` for one that does not notify them. */
export async function unsubscribe(db: Kysely<Database>, caller: Caller, alertId: string): Promise<undefined> {
  const recipient = await peopleStore.selectRecipient(db, { alertId, userId: caller.userId })
  await endFor(db, actorOf(caller), orNotFound(recipient))
}

/** Notifies the caller again, also at an address whose emails bounced. Throws as `unsubscribe`. */
export async function resubscribe(db: Kysely<Database>, caller: Caller, alertId: string): Promise<undefined> {
  const found = await peopleStore.selectRecipient(db, { alertId, userId: caller.userId })
  const { id, email } = orNotFound(found)
  await change(db, actorOf(caller), async (transaction) => {
    await peopleStore.updateUnsubscribed(transaction, { id, at: null })
    if (email !== null) await forgetFailures(transaction, email)
    await peopleStore.updateRecordedRecipients(transaction, alertId)
  })
}

/** The recipient whom a link of a mail names, for it to unsubscribe; undefined when it names none of an alert. */
export async function findAlertRecipient(db: Kysely<Database>, id: string) {
  const recipient = await peopleStore.selectRecipient(db, { id })
  if (recipient === undefined) return undefined
  const { name, userId, userName, unsubscribedAt } = recipient
  return {
    of: 'alert' as const,
    name,
    isUnsubscribed: unsubscribedAt !== null,
    unsubscribe: async (requestId: string) => await endFor(db, { userId, userName, requestId }, recipient),
  }
}

/** Who has unsubscribed before stays so since then. The owner is judged all the same, for the webhook. */
async function endFor(
  db: Kysely<Database>,
  actor: Actor,
  { id, alertId, userId, ownerId, unsubscribedAt }: Recipient,
): Promise<void> {
  if (unsubscribedAt !== null) return
  await change(db, actor, async (transaction) => {
    // A check that is being written has to be seen whole.
    orNotFound(await lockAlert(transaction, { id: alertId }))
    await peopleStore.updateUnsubscribed(transaction, { id, at: new Date() })
    if (userId !== ownerId)
      await peopleStore.endJudging(transaction, { alertId, userId, reason: 'They have unsubscribed.' })
    await peopleStore.updateRecordedRecipients(transaction, alertId)
  })
}
