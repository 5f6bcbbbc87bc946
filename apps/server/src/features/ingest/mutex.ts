/** Runs what it is given one after another, in the order of asking. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    try {
      return await work()
    } finally {
      resolve()
    }
  }
}
