import type { Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/unsubscribing'
import { parseUnsubscribeToken, readUnsubscribeSecret } from '../../access/sign-in/unsubscribe-token.ts'
import type { Db } from '../../db/tables/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { findAlertRecipient } from '../alerts/alerts.ts'
import { findSubscriptionRecipient } from '../subscriptions/subscriptions.ts'

/** Throws `notFound` for a token that the portal did not make, and for what is deleted. */
export async function getUnsubscribe(
  db: Db,
  token: string,
): Promise<Output<typeof endpoints.getUnsubscribe>> {
  const { of, name, isUnsubscribed } = await getRecipient(db, token)
  return { of, name, isUnsubscribed }
}

/** Throws as `getUnsubscribe`. */
export async function unsubscribeByLink(
  db: Db,
  { token, requestId }: { token: string; requestId: string },
): Promise<undefined> {
  const recipient = await getRecipient(db, token)
  await recipient.unsubscribe(requestId)
}

async function getRecipient(db: Db, token: string) {
  const id = orNotFound(parseUnsubscribeToken(await readUnsubscribeSecret(db), token))
  return orNotFound((await findSubscriptionRecipient(db, id)) ?? (await findAlertRecipient(db, id)))
}
