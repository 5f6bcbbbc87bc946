import { join } from 'node:path'
import type { MappingGuess, MappingPreview } from '@callboard/contract/mappings'
import { Piscina } from 'piscina'
import { AppError } from '../../../lib/app-error.ts'
import type { GuessTask, PreviewTask, Unreadable } from './mapping-thread.ts'

const hardStopMs = 30_000

/**
 * Guesses and previews in a worker: of a sample that somebody sent, and by patterns that somebody typed. What takes too
 * long ends with the worker.
 */
export class MappingThread {
  readonly #pool = new Piscina({
    filename: join(import.meta.dirname, 'mapping-thread.ts'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: {},
  }).on('error', () => undefined)

  async guess(task: GuessTask): Promise<MappingGuess> {
    const guessed: MappingGuess | Unreadable = await this.#run(task, 'guess')
    if ('unreadable' in guessed) throw new AppError('invalid', guessed.unreadable, { field: 'sample' })
    return guessed
  }

  async preview(task: PreviewTask): Promise<MappingPreview> {
    return await this.#run(task, 'preview')
  }

  async #run<Result>(task: GuessTask | PreviewTask, name: string): Promise<Result> {
    try {
      const result: Result = await this.#pool.run(task, { name, signal: AbortSignal.timeout(hardStopMs) })
      return result
    } catch (cause) {
      if (!isStopped(cause)) throw cause
      throw new AppError('invalid', 'The sample takes too long to read. Try a shorter one.', { cause })
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}

/** By its time, or by its memory. */
function isStopped(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
  )
}
