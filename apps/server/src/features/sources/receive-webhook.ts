import type { IncomingHttpHeaders } from 'node:http'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { WebhookRefused, type WebhookRequest, WebhookUnreadable } from './adapter.ts'
import type { EventIntake } from './event-intake.ts'
import type { LoadedSource, SourceLoads } from './sources.ts'
import { noteProblem } from './state-store.ts'

export interface ReceivingParts {
  db: Db
  ingest: Ingest
  intake: EventIntake
  sources: SourceLoads
  refusals: Refusals
}

interface Received {
  sourceId: string
  headers: IncomingHttpHeaders
  body: unknown
  url: string
  about: WebhookRequest['about']
  log: Log
}

/**
 * Keeps what the system of a source posted; it is on disk when this resolves. Throws `forbidden`, the same for a source that
 * there is not and for whatever its system has not signed.
 */
export async function receiveWebhook(parts: ReceivingParts, received: Received): Promise<void> {
  const { intake, sources, refusals } = parts
  const source = await sources.load(received.sourceId)
  const { webhook } = source?.adapter ?? {}
  if (source?.isActive !== true || webhook === undefined) throw refused()
  const request = requestOf(received)
  if (!webhook.contentTypes.includes(request.contentType))
    throw new AppError('unsupportedMediaType', `Send ${webhook.contentTypes.join(' or ')}.`)
  try {
    webhook.verify(request, source.context, source.secrets)
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    received.log.info({ source: source.id, reason: error.message }, 'a webhook was refused')
    await refusals.note(source.id, error.message)
    throw refused()
  }
  try {
    await intake.keep(source.id, webhook.events(request, source.context))
  } catch (error) {
    if (!(error instanceof WebhookUnreadable)) throw error
    await quarantine(parts, source, { request, description: error.message })
  }
}

/** Notes at a source that a request to it was refused before anybody could say who has sent it. */
export async function noteRefused(
  { sources, refusals }: ReceivingParts,
  sourceId: string,
  reason: string,
): Promise<void> {
  const source = await sources.load(sourceId)
  if (source?.isActive === true) await refusals.note(source.id, reason)
}

function requestOf({ headers, body, url, about }: Received): WebhookRequest {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new AppError('unsupportedMediaType', 'The body must not be compressed.')
  const [contentType = ''] = (headers['content-type'] ?? '').split(';')
  return {
    url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    ),
    contentType: contentType.trim().toLowerCase(),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    about,
  }
}

function refused(): AppError {
  return new AppError('forbidden', 'This is not accepted here.')
}

/** What a system signed and nobody understands is kept as it came. */
async function quarantine(
  { db, ingest }: ReceivingParts,
  { id, customerId, context }: LoadedSource,
  { request, description }: { request: WebhookRequest; description: string },
): Promise<void> {
  const customer = await ingest.findCustomer({ id: customerId })
  if (customer === undefined) throw refused()
  const row = {
    line: 1,
    raw: request.body.toString(),
    value: undefined,
    form: 'body' as const,
    error: { code: 'unreadableWebhook', description },
  }
  await ingest.accept(customer, [row], { source: context.sourceSystem })
  await noteProblem(db, id, description)
}

const refusalIntervalMs = 60_000

/** Notes refused requests at their source, each source once a minute: whoever knows its address may send any number. */
export class Refusals {
  readonly #db: Db
  readonly #notedMs = new Map<string, number>()

  constructor(db: Db) {
    this.#db = db
  }

  async note(sourceId: string, reason: string): Promise<void> {
    const nowMs = Date.now()
    if (nowMs - (this.#notedMs.get(sourceId) ?? -Infinity) < refusalIntervalMs) return
    this.#notedMs.set(sourceId, nowMs)
    await noteProblem(this.#db, sourceId, `A request was refused: ${reason}`)
  }
}
