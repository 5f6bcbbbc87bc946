import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PartFault, RenderMessage, RenderTask } from './render-thread.ts'

const hardStopMs = 2_000
const memoryMegabytes = 64

/** Why a template made no text; without `faults` it took too long or too much memory. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly faults: readonly PartFault[]

  constructor(
    message: string,
    { faults = [], cause }: { faults?: readonly PartFault[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.faults = faults
  }
}

/**
 * Makes texts of templates in a thread of its own, one at a time. A template that goes on too long, or wants too much
 * memory, ends with its thread; the next one gets another.
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
    if (message.kind === 'faults')
      throw new TemplateError('a template is not valid', { faults: message.faults })
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
    // One that ends between two tasks is made anew for the next.
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
  // oxlint-disable-next-line typescript/consistent-type-assertions -- told by the thread alone
  return sent[0] as RenderMessage
}
