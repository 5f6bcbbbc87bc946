import { join } from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { PartError, Rendered, RenderResult, RenderTask } from './render-thread.ts'
import { threadEnv } from '../../lib/thread-env.ts'

const hardStopMs = 2_000
const nothing: RenderTask = { texts: { subject: '', bodyHtml: '', bodyText: '' }, scope: {} }

/** Why a template could not be rendered. Without `errors`, it took too long or too much memory. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly errors: readonly PartError[]

  constructor(
    message: string,
    { errors = [], cause }: { errors?: readonly PartError[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.errors = errors
  }
}

/**
 * Renders templates in a worker, one at a time. A template that exceeds its time or memory ends with the worker, and
 * the next one gets a new worker.
 */
export class TemplateRenderer {
  readonly #pool = new Piscina<RenderTask, RenderResult>({
    filename: join(import.meta.dirname, 'render-thread.ts'),
    name: 'render',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    env: threadEnv(),
  }).on('error', () => undefined)
  readonly #limit = pLimit(1)

  /** Throws `TemplateError`. */
  async render(task: RenderTask): Promise<Rendered> {
    const result = await this.#limit(async () => await this.#run(task))
    if ('errors' in result) throw new TemplateError('a template is not valid', { errors: result.errors })
    return result
  }

  async #run(task: RenderTask): Promise<RenderResult> {
    try {
      // The start of a worker does not count towards the time of a template.
      if (this.#pool.threads.length === 0) await this.#pool.run(nothing)
      return await this.#pool.run(task, { signal: AbortSignal.timeout(hardStopMs) })
    } catch (cause) {
      throw new TemplateError('It takes too long, or too much memory.', { cause })
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}
