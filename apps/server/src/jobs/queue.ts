import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Postgres } from '../db/postgres.ts'
import type { Log } from '../lib/log.ts'

// A batch that comes back full is followed by the next at once; each job of it succeeds or fails alone.
const working = {
  pollingIntervalSeconds: 2,
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Background work, kept in the database until it is done. A job that fails is tried again with growing pauses. */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #log: Log
  /** Worker of each name in this process, which is woken when a job is added here. */
  readonly #workers = new Map<string, string>()

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
    const worker = await this.#boss.work<object, void, typeof working>(name, working, async (jobs) => {
      const results: JobResult[] = []
      for (const job of jobs) results.push(await this.#run(name, job, work))
      return results
    })
    this.#workers.set(name, worker)
  }

  async #run(name: string, job: Job, work: (data: object) => Promise<void>): Promise<JobResult> {
    try {
      await work(job.data)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      this.#log.error({ err: error, job: job.id, name }, 'a job failed')
      return { id: job.id, status: 'failed' }
    }
  }

  /** Adds a job each time of a cron expression, in UTC; after `work`, which makes its queue. */
  async repeat(name: string, cron: string): Promise<void> {
    await this.#boss.schedule(name, cron, {}, { tz: 'UTC' })
  }

  /** Adds a job. The key, where given, keeps a second one of it from being added while the first waits. */
  async add(name: string, data: object, key?: string): Promise<void> {
    await this.#boss.send(name, data, key === undefined ? {} : { singletonKey: key })
    const worker = this.#workers.get(name)
    if (worker !== undefined) this.#boss.notifyWorker(worker)
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5_000 })
  }
}
