import pLimit from 'p-limit'

interface RepeatedWorkParts {
  /** The pause before each time, in milliseconds. */
  everyMs: number
  work: () => Promise<void>
  /** Told of what `work` throws; it is done again all the same. */
  onError: (error: unknown) => void
}

/** Work that is looked for again and again, one time after the other. */
export class RepeatedWork {
  readonly #parts: RepeatedWorkParts
  readonly #limit = pLimit(1)
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: RepeatedWorkParts) {
    this.#parts = parts
  }

  /** The first time may come earlier, or at once. */
  start(firstMs = this.#parts.everyMs): void {
    this.#timer = setTimeout(() => {
      void this.#limit(async () => await this.#run()).then(() => {
        if (!this.#isClosed) this.start()
      })
    }, firstMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    if (this.#isClosed) return
    const { work, onError } = this.#parts
    try {
      await work()
    } catch (error) {
      onError(error)
    }
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#limit(() => undefined)
  }
}
