import type { Call } from '@callboard/contract/calls'
import type { WebhookDelivery } from '@callboard/contract/webhooks'
import pLimit from 'p-limit'
import { Scope } from '../../access/rows/scope.ts'
import { readSettings } from '../../db/settings.ts'
import { maxPostTries, type PostOutcome, postSigned } from '../../lib/outside/signed-post.ts'
import { findAdminWebhookError } from '../../lib/outside/webhook-address.ts'
import { getKnownCalls } from '../calls/calls.ts'
import type { ClaimedDelivery, Outcome } from './delivery-store.ts'
import type { PlanningParts } from './plan-deliveries.ts'
import type { PostedWebhook } from './store.ts'

export interface SendingParts extends PlanningParts {
  /** Of private networks, to which may be posted: none but in tests. */
  allowedAddresses: readonly string[]
}

/** Posts at once to one webhook: each has its own, so that a host that hangs holds up nothing but what goes to itself. */
const concurrency = 8

export interface SentOutcome extends Outcome {
  /** The host was asked. */
  isPosted: boolean
}

/** Tries each once, with the calls as they are now. Throws when these cannot be read. */
export async function sendDeliveries(
  parts: SendingParts,
  webhook: PostedWebhook,
  { claimed, closing }: { claimed: readonly ClaimedDelivery[]; closing: AbortSignal },
): Promise<SentOutcome[]> {
  const known = claimed.map(({ callId: id, callStartedAt: startedAt }) => ({ id, startedAt }))
  const calls = await getKnownCalls({ ...parts, signal: closing }, Scope.ofWebhook(webhook), known)
  const limit = pLimit(concurrency)
  return await Promise.all(
    claimed.map((delivery) =>
      limit(async (): Promise<SentOutcome> => {
        const call = calls.get(delivery.callId)
        if (call === undefined) return { id: delivery.id, ...gone, isPosted: false }
        const { isPassing: _, ...outcome } = await postOne(parts, webhook, { delivery, call, closing })
        const state = stateAfter(outcome, delivery.tries, closing)
        return { id: delivery.id, ...outcome, state, isPosted: true }
      }),
    ),
  )
}

const gone = {
  state: 'failed',
  status: null,
  answer: null,
  error: 'The call was deleted, or is no longer among those of the webhook, before it was sent.',
} as const

/** Whatever a webhook answers may be mended, so all that is not accepted is tried again. */
function stateAfter({ error }: { error: string | null }, tries: number, closing: AbortSignal) {
  if (error === null) return 'sent'
  return tries >= maxPostTries && !closing.aborted ? 'failed' : 'waiting'
}

interface ToPost {
  delivery: Pick<WebhookDelivery, 'id' | 'event'> & { createdAt: Date }
  /** Null of a test, where there is none. */
  call: Call | null
  closing: AbortSignal
}

export async function postOne(
  { db, allowedAddresses }: SendingParts,
  { id: webhookId, name, url, secret }: PostedWebhook,
  { delivery: { id, event, createdAt }, call, closing }: ToPost,
): Promise<PostOutcome> {
  const { webhookHosts } = await readSettings(db)
  const refused = findAdminWebhookError(url, { hosts: webhookHosts, allowedAddresses })
  if (refused !== undefined) return { status: null, answer: null, error: refused, isPassing: false }
  const body = JSON.stringify({
    id,
    event,
    createdAt: createdAt.toISOString(),
    webhook: { id: webhookId, name },
    call,
  })
  return await postSigned({ id, url, secret, body }, { allowedAddresses, closing })
}
