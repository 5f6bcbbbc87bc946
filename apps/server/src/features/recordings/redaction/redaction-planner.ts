import { join } from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { RecordingError } from '../../../audio/recording-error.ts'
import type { RedactionPlan, RedactionTask } from './plan-redaction.ts'
import { threadEnv } from '../../../lib/thread-env.ts'

/** The longest transcript that is taken needs 3 s at most. */
const hardStopMs = 60_000

/** Finds what must not be heard in a thread of its own, one recording at a time, so that nobody waits for a long transcript. */
export class RedactionPlanner {
  readonly #hardStopMs: number
  readonly #pool = new Piscina<RedactionTask, RedactionPlan>({
    filename: join(import.meta.dirname, 'plan-redaction.ts'),
    name: 'planRedaction',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    env: threadEnv(),
  }).on('error', () => undefined)
  readonly #limit = pLimit(1)
  #isClosed = false

  constructor({ stopAfterMs = hardStopMs }: { stopAfterMs?: number } = {}) {
    this.#hardStopMs = stopAfterMs
  }

  /** @throws RecordingError when it takes too long or too much memory */
  async plan(task: RedactionTask): Promise<RedactionPlan> {
    return await this.#limit(async () => await this.#planNow(task))
  }

  async #planNow(task: RedactionTask): Promise<RedactionPlan> {
    try {
      return await this.#pool.run(task, { signal: AbortSignal.timeout(this.#hardStopMs) })
    } catch (cause) {
      if (this.#isClosed) throw new Error('the portal ends', { cause })
      throw new RecordingError(
        'tooLong',
        'To look through the transcript took too long or too much memory.',
        { cause },
      )
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool.destroy()
  }
}
