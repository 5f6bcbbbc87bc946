import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { maxPostTries, postSigned } from '../../lib/outside/signed-post.ts'
import { findWebhookError } from '../../lib/outside/webhook-address.ts'
import type * as webhookStore from './webhook-store.ts'

export interface PostingParts {
  db: Db
  /** Of private networks, to which may be posted: none but in tests. */
  allowedAddresses: readonly string[]
}

/** Tries a post once. */
export async function postWebhook(
  { db, allowedAddresses }: PostingParts,
  { id, url, secret, body, tries }: webhookStore.ClaimedPost,
  closing: AbortSignal,
): Promise<webhookStore.Outcome> {
  const none = { status: null, answer: null }
  if (url === null || secret === null)
    return { ...none, state: 'failed', error: 'The alert no longer has a webhook.' }
  const { webhookHosts } = await readSettings(db)
  const refused = findWebhookError(url, { hosts: webhookHosts, allowedAddresses })
  if (refused !== undefined) return { ...none, state: 'failed', error: refused }
  const { isPassing, ...outcome } = await postSigned({ id, url, secret, body }, { allowedAddresses, closing })
  if (outcome.error === null) return { ...outcome, state: 'sent' }
  // A try that the end of the portal broke off says nothing about the webhook.
  const isAgain = closing.aborted || (isPassing && tries < maxPostTries)
  return { ...outcome, state: isAgain ? 'waiting' : 'failed' }
}
