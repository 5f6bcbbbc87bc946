import pLimit from 'p-limit'
import { checkAlerts, type CheckingParts } from './check-alerts.ts'
import { type PostingParts, postWebhooks } from './post-webhooks.ts'

const everyMs = 15_000

/** Judges what is due, and posts what waits, every few seconds. Any number of processes may do so at once. */
export class AlertChecker {
  readonly #parts: CheckingParts & PostingParts
  readonly #limit = pLimit(1)
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: CheckingParts & PostingParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.#limit(async () => await this.#check()).then(() => {
        if (!this.#isClosed) this.start()
      })
    }, everyMs)
    this.#timer.unref()
  }

  async #check(): Promise<void> {
    if (this.#isClosed) return
    try {
      await checkAlerts(this.#parts)
      await postWebhooks(this.#parts)
    } catch (error) {
      this.#parts.log.error({ err: error }, 'alerts could not be judged or posted; tried again')
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // Waits for what is being judged.
    await this.#limit(() => undefined)
  }
}
