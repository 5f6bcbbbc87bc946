import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { Database } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import { planRuns } from './plan-runs.ts'

const everyMs = 5000

interface RunPlannerParts {
  db: Kysely<Database>
  log: Log
  /** Has what was planned rendered. */
  wake: () => void
}

/** Plans what is due every few seconds. Any number of processes may do so at once. */
export class RunPlanner {
  readonly #parts: RunPlannerParts
  readonly #limit = pLimit(1)
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: RunPlannerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.#limit(async () => await this.#plan()).then(() => {
        if (!this.#isClosed) this.start()
      })
    }, everyMs)
    this.#timer.unref()
  }

  async #plan(): Promise<void> {
    if (this.#isClosed) return
    const { log, wake } = this.#parts
    try {
      if ((await planRuns(this.#parts)) > 0) wake()
    } catch (error) {
      log.error({ err: error }, 'subscriptions could not be planned; tried again')
      // Some may have been planned before.
      wake()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // Waits for what is being planned.
    await this.#limit(() => undefined)
  }
}
