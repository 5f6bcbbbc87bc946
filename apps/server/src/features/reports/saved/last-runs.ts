import type { Caller } from '../../../access/callers/caller.ts'
import type { Database, Db } from '../../../db/tables/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { upsertLastRuns } from './report-use-store.ts'

const writeIntervalMs = 5_000

/** When users ran reports last. Noted in memory and written together, so that no run waits for the database. */
export class LastRuns {
  readonly #db: Db
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  /** By user and report or saved report. */
  #noted = new Map<string, Database['report_last_run']>()
  #writing = Promise.resolve()

  constructor({ db, log }: { db: Db; log: Log }) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.write(), writeIntervalMs).unref()
  }

  /** Whoever views the portal as the user runs nothing on their behalf. */
  note({ userId, viewedBy }: Pick<Caller, 'userId' | 'viewedBy'>, itemId: string): void {
    if (viewedBy === null)
      this.#noted.set(`${userId} ${itemId}`, { user_id: userId, item_id: itemId, ran_at: new Date() })
  }

  /** Writes what is noted, after what is being written. After an error it is tried again with what comes next. */
  async write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const noted = this.#noted
      if (noted.size === 0) return
      this.#noted = new Map()
      try {
        await upsertLastRuns(this.#db, [...noted.values()])
      } catch (error) {
        this.#noted = new Map([...noted, ...this.#noted])
        this.#log.error({ err: error }, 'the last runs of reports could not be written')
      }
    })
    await this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }
}
