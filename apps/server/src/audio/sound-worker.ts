import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { Examination } from './examine-sound.ts'
import type { Overwriting, TimeRange } from './overwrite.ts'
import type { Peaks } from './peaks.ts'
import { RecordingError } from './recording-error.ts'
import type { SoundResult, SoundTask } from './sound-thread.ts'
import type { VoicePart } from './voice-parts.ts'
import { threadEnv } from '../lib/thread-env.ts'

/** How many recordings are worked on at once: one core is left to those who use the portal meanwhile. */
export const soundThreads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** How long one file may be worked on. An hour of MP3 takes about 8 s. */
const hardStopMs = 300_000

/**
 * Works on recordings in threads of their own. A file that takes too long or too much memory, or that ends its thread,
 * is `broken`; the next one gets a new thread and the portal does not notice.
 */
export class SoundWorker {
  readonly #hardStopMs: number
  readonly #pool: Piscina<SoundTask, SoundResult>
  /** What waits for a thread does not wait in the pool: the time of a file begins when it is worked on. */
  readonly #limit = pLimit(soundThreads)
  #isClosed = false

  constructor({ stopAfterMs = hardStopMs }: { stopAfterMs?: number } = {}) {
    this.#hardStopMs = stopAfterMs
    this.#pool = new Piscina<SoundTask, SoundResult>({
      filename: join(import.meta.dirname, 'sound-thread.ts'),
      name: 'runSoundTask',
      minThreads: 0,
      maxThreads: soundThreads,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
      env: threadEnv(),
    }).on('error', () => undefined)
  }

  /** @throws RecordingError, and an error of the system when the file cannot be read */
  async examine(path: string): Promise<Examination> {
    const result = await this.#run({ task: 'examine', path })
    if (!('examination' in result)) throw new TypeError('examined nothing')
    return result.examination
  }

  /** @throws RecordingError, and an error of the system when a file cannot be read or written */
  async redact(
    path: string,
    to: string,
    { ranges, by }: { ranges: TimeRange[]; by: Overwriting },
  ): Promise<{ peaks: Peaks[]; bytes: number }> {
    const result = await this.#run({ task: 'redact', path, to, ranges, by })
    if (!('redacted' in result)) throw new TypeError('redacted nothing')
    return result.redacted
  }

  /** Writes parts of its channels, each as a WAV file of its own. @throws RecordingError */
  async writeVoices(path: string, parts: readonly (VoicePart & { path: string })[]): Promise<void> {
    await this.#run({ task: 'voices', path, parts })
  }

  async #run(task: SoundTask): Promise<SoundResult> {
    const result = await this.#limit(async () => await this.#runNow(task))
    if ('error' in result) throw new RecordingError(result.error.kind, result.error.message)
    if ('systemError' in result) {
      const { message, ...system } = result.systemError
      throw Object.assign(new Error(message), system)
    }
    return result
  }

  async #runNow(task: SoundTask): Promise<SoundResult> {
    try {
      return await this.#pool.run(task, { signal: AbortSignal.timeout(this.#hardStopMs) })
    } catch (cause) {
      // Nothing is wrong with a file that the end of the portal interrupts.
      if (this.#isClosed) throw new Error('the portal ends', { cause })
      throw new RecordingError('broken', 'Processing the recording took too long or too much memory.', {
        cause,
      })
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool.destroy()
  }
}
