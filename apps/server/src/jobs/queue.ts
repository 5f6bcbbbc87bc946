import { PgBoss } from 'pg-boss'
import type { Postgres } from '../db/postgres.ts'
import type { Log } from '../lib/log.ts'

/** Background work, kept in the database until it is done. A job that fails is tried again with growing pauses. */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #log: Log

  constructor(postgres: Postgres, log: Log) {
    this.#log = log
    this.#boss = new PgBoss({
      db: { executeSql: async (text, values) => await postgres.executeSql(text, values) },
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'the job queue had a fault'))
  }

  async start(): Promise<void> {
    await this.#boss.start()
  }

  /** Works off the jobs of a name, one at a time; `work` may run more than once for the same job after a crash. */
  async work(name: string, work: (data: object) => Promise<void>): Promise<void> {
    await this.#boss.createQueue(name, { retryLimit: 10, retryDelay: 5, retryBackoff: true })
    await this.#boss.work<object>(name, { pollingIntervalSeconds: 2 }, async (jobs) => {
      for (const job of jobs) {
        try {
          await work(job.data)
        } catch (error) {
          this.#log.error({ err: error, job: job.id, name }, 'a job failed')
          throw error
        }
      }
    })
  }

  /** Adds a job each time of a cron expression, in UTC; after `work`, which makes its queue. */
  async repeat(name: string, cron: string): Promise<void> {
    await this.#boss.schedule(name, cron, {}, { tz: 'UTC' })
  }

  /** Adds a job. The key, where given, keeps a second one of it from being added while the first waits. */
  async add(name: string, data: object, key?: string): Promise<void> {
    await this.#boss.send(name, data, key === undefined ? {} : { singletonKey: key })
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5_000 })
  }
}
