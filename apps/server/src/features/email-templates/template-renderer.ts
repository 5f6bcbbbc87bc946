import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PartError, RenderMessage, RenderTask } from './render-thread.ts'

const hardStopMs = 2_000
const memoryMegabytes = 64

/** Why a template rendered nothing; without `errors` it took too long or too much memory. */
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
 * Renders templates in a thread of its own, one at a time. A template that takes too long or too much memory is ended
 * with its thread; the next one gets another.
 */
export class TemplateRenderer {
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** Throws `TemplateError`. */
  async render(task: RenderTask): Promise<RenderTask['texts']> {
    const turn = this.#last.then(async () => await this.#renderNow(task))
    this.#last = turn.catch(() => undefined)
    return await turn
  }

  async #renderNow(task: RenderTask): Promise<RenderTask['texts']> {
    const message = await this.#ask(task)
    if (message.kind === 'done') return message.texts
    if (message.kind === 'errors') throw new TemplateError('a template is not valid', message)
    throw new TemplateError('the thread of templates answered out of turn')
  }

  async #ask(task: RenderTask): Promise<RenderMessage> {
    try {
      const worker = await this.#ready()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(task)
      return await nextMessage(worker, hardStopMs)
    } catch (cause) {
      await this.close()
      throw new TemplateError('It takes too long, or too much memory.', { cause })
    }
  }

  async #ready(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(new URL('render-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 16 },
      env: {},
    })
    // A thread that ends between two tasks is replaced for the next.
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    worker.on('error', () => undefined)
    worker.unref()
    this.#worker = worker
    await nextMessage(worker, 10 * hardStopMs)
    return worker
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

async function nextMessage(worker: Worker, withinMs: number): Promise<RenderMessage> {
  const sent: unknown[] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) })
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only the thread sends messages
  return sent[0] as RenderMessage
}
