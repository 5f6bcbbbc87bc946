import { join } from 'node:path'
import type { MappingGuess, MappingPreview } from '@callboard/contract/mappings'
import { Piscina } from 'piscina'
import { AppError } from '../../../lib/app-error.ts'
import type { GuessTask, PreviewTask, Unreadable } from './mapping-thread.ts'
import { threadEnv } from '../../../lib/thread-env.ts'

const hardStopMs = 30_000

/**
 * Guesses and previews in a worker: of a sample that somebody sent, and by patterns that somebody typed. What takes too
 * long ends with the worker.
 */
export class MappingThread {
  readonly #guesses = poolOf<GuessTask, MappingGuess | Unreadable>('guess')
  readonly #previews = poolOf<PreviewTask, MappingPreview>('preview')

  async guess(task: GuessTask): Promise<MappingGuess> {
    const guessed = await this.#run(task, this.#guesses)
    if ('unreadable' in guessed) throw new AppError('invalid', guessed.unreadable, { field: 'sample' })
    return guessed
  }

  async preview(task: PreviewTask): Promise<MappingPreview> {
    return await this.#run(task, this.#previews)
  }

  async #run<Task, Result>(task: Task, pool: Piscina<Task, Result>): Promise<Result> {
    try {
      return await pool.run(task, { signal: AbortSignal.timeout(hardStopMs) })
    } catch (cause) {
      if (!isStopped(cause)) throw cause
      throw new AppError('invalid', 'The sample takes too long to read. Try a shorter one.', { cause })
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#guesses.destroy(), this.#previews.destroy()])
  }
}

function poolOf<Task, Result>(name: string): Piscina<Task, Result> {
  return new Piscina<Task, Result>({
    filename: join(import.meta.dirname, 'mapping-thread.ts'),
    name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: threadEnv(),
  }).on('error', () => undefined)
}

/** By its time, or by its memory. */
function isStopped(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
  )
}
