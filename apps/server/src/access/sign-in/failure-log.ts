import type { Db } from '../../db/tables/schema.ts'
import type { Log } from '../../lib/log.ts'
import { deleteFailuresBefore, type Failure, insertFailures, selectFailures } from './failure-store.ts'

const everyMs = 500
/** A row of another process may become visible after rows with higher ids. */
const lateIds = 1000

interface FailureLogParts {
  db: Db
  log: Log
  windowMs: number
  /** Whether other processes write to the same database. */
  hasPeers: boolean
  onFailure: (failure: Failure) => void
}

/**
 * Writes failures behind, within a second, so that they outlive a restart and other processes know of them, and reads
 * those that others wrote.
 */
export class FailureLog {
  readonly #parts: FailureLogParts
  #waiting: Failure[] = []
  readonly #known = new Set<number>()
  #lastId = 0
  #timer: NodeJS.Timeout | undefined
  #syncing: Promise<void> = Promise.resolve()
  #isFailing = false
  #isClosed = false

  constructor(parts: FailureLogParts) {
    this.#parts = parts
  }

  /** Reads what was written before. */
  async open(): Promise<void> {
    await this.#read()
    if (this.#parts.hasPeers) this.#schedule()
  }

  add(failure: Failure): void {
    this.#waiting.push(failure)
    this.#schedule()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#syncing
    await this.#sync()
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#syncing = this.#sync()
    }, everyMs).unref()
  }

  async #sync(): Promise<void> {
    const { log, hasPeers } = this.#parts
    try {
      await this.#write()
      if (hasPeers) await this.#read()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'failed sign-ins cannot be written')
      this.#isFailing = true
    }
    this.#timer = undefined
    if (hasPeers || this.#waiting.length > 0) this.#schedule()
  }

  async #write(): Promise<void> {
    const since = this.#since()
    const failures = this.#waiting.filter(({ at }) => at > since)
    this.#waiting = []
    if (failures.length === 0) return
    try {
      for (const id of await insertFailures(this.#parts.db, failures)) this.#known.add(id)
    } catch (error) {
      this.#waiting.unshift(...failures)
      throw error
    }
    await deleteFailuresBefore(this.#parts.db, since)
  }

  async #read(): Promise<void> {
    const afterId = this.#lastId - lateIds
    const rows = await selectFailures(this.#parts.db, { afterId, since: this.#since() })
    for (const { id, ...failure } of rows.filter((row) => !this.#known.has(row.id))) {
      this.#known.add(id)
      this.#parts.onFailure(failure)
    }
    this.#lastId = rows.at(-1)?.id ?? this.#lastId
    for (const id of this.#known) if (id <= this.#lastId - lateIds) this.#known.delete(id)
  }

  #since(): Date {
    return new Date(Date.now() - this.#parts.windowMs)
  }
}
