import pLimit from 'p-limit'
import type { Db } from '../../db/tables/schema.ts'
import type { Log } from '../../lib/log.ts'
import { sealNext } from './chain.ts'
import type { ChainAnchor } from './chain-anchor.ts'
import { hasUnsealed } from './store.ts'

const everyMs = 2000

/** Seals change records in the background, within seconds, so that no write waits for another. */
export class Sealer {
  readonly #db: Db
  readonly #anchor: ChainAnchor
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  readonly #limit = pLimit(1)
  #isClosed = false

  constructor({ db, anchor, log }: { db: Db; anchor: ChainAnchor; log: Log }) {
    this.#db = db
    this.#anchor = anchor
    this.#log = log
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.sealAll()
        .catch((error: unknown) => this.#log.error({ err: error }, 'change records could not be sealed'))
        .then(() => {
          if (!this.#isClosed) this.start()
        })
    }, everyMs)
    this.#timer.unref()
  }

  /** Seals all records that wait for it; two calls at once run one after the other. */
  async sealAll(): Promise<void> {
    await this.#limit(async () => await this.#sealAll())
  }

  async #sealAll(): Promise<void> {
    while (!this.#isClosed && (await hasUnsealed(this.#db))) {
      const end = await sealNext(this.#db)
      if (end === undefined) return
      await this.#anchor.keep(end)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // Waits for the call that runs.
    await this.#limit(() => undefined)
  }
}
