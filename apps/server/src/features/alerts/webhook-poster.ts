import { type Log, orLogged } from '../../lib/log.ts'
import { triedAgainAt } from '../../lib/outside/signed-post.ts'
import { type PostingParts, postWebhook } from './post-webhook.ts'
import { claimPost, recordTry, type ClaimedPost } from './webhook-store.ts'

/** Posts at once of this process. */
const maxConcurrency = 20
const pollIntervalMs = 5_000

/**
 * Posts the notifications of alerts to their webhooks. What waits is in the database, so that any process may post it, and a post whose
 * try breaks off is tried again.
 */
export class WebhookPoster {
  readonly #parts: PostingParts & { log: Log }
  readonly #running = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #polling = Promise.resolve()

  constructor(parts: PostingParts & { log: Log }) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => void this.poll(), pollIntervalMs).unref()
    void this.poll()
  }

  /** Begins what may be tried by now, as far as there is room. */
  async poll(now = new Date()): Promise<void> {
    this.#polling = this.#polling.then(async () => await this.#quietly(this.#begin(now)))
    await this.#polling
  }

  /** Waits until nothing is under way, nor begun after what was. */
  async idle(): Promise<void> {
    await this.#polling
    while (this.#running.size > 0) {
      await Promise.all(this.#running.values())
      await this.#polling
    }
  }

  /** What is under way breaks off, and is tried again. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.idle()
  }

  async #begin(now: Date): Promise<void> {
    while (!this.#closing.signal.aborted && this.#running.size < maxConcurrency) {
      const post = await claimPost(this.#parts.db, {
        now,
        againAt: (tries) => triedAgainAt(now, tries),
      })
      if (post === undefined) return
      const ended = this.#quietly(this.#post(post)).then(() => {
        this.#running.delete(post.id)
        if (!this.#closing.signal.aborted) void this.poll()
      })
      this.#running.set(post.id, ended)
    }
  }

  async #post(post: ClaimedPost): Promise<void> {
    const outcome = await postWebhook(this.#parts, post, this.#closing.signal)
    await this.#parts.db
      .transaction()
      .execute(async (transaction) => await recordTry(transaction, { id: post.id, ...outcome }))
  }

  async #quietly(work: Promise<void>): Promise<void> {
    await orLogged(this.#parts.log, 'the posts of alerts could not be looked after; tried again', work)
  }
}
