import { setTimeout } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import { beginToApplyPatches } from '../../../db/embedded-calls/apply-patches.ts'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Log } from '../../../lib/log.ts'

interface Patching {
  calls: CallStore
  /** Held while calls are written. */
  limit: LimitFunction
  log: Log
}

/** So that corrections that come together are applied together. */
const delayMs = 1000
/** The engine links every part of the table anew. */
const restMs = 5000

/**
 * Has the patches applied that mark superseded rows, soon after they were written, as every read joins those that are left
 * (docs/decisions/0017-snapshots.md). No reader sees a difference.
 */
export class Patches {
  readonly #patching: Patching
  readonly #closing = new AbortController()
  #isDue = false
  #restsUntilMs = 0
  #running: Promise<void> | undefined

  constructor(patching: Patching) {
    this.#patching = patching
  }

  /** To be called when rows were marked or deleted. */
  applySoon(): void {
    this.#isDue = true
    this.#running ??= this.#run()
  }

  /** What is not applied yet will be at night, or after the next change. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { calls, limit, log } = this.#patching
    const { signal } = this.#closing
    while (this.#isDue) {
      const waitMs = Math.max(delayMs, this.#restsUntilMs - performance.now())
      await setTimeout(waitMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) break
      this.#isDue = false
      try {
        await limit(async () => await beginToApplyPatches(calls))
      } catch (error) {
        log.error({ err: error }, 'patches of calls could not be applied; tried again after the next change')
      }
      this.#restsUntilMs = performance.now() + restMs
    }
    this.#running = undefined
  }
}
