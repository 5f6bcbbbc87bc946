import pLimit from 'p-limit'
import { type Job as QueuedJob, type JobResult, PgBoss, type Schedule } from 'pg-boss'
import type { Postgres } from '../db/postgres/postgres.ts'
import { isUniqueViolation } from '../lib/unique-violation.ts'
import type { Log } from '../lib/log.ts'
import { traced } from '../lib/tracing.ts'

// A batch that comes back full is followed by the next at once; each job of it succeeds or fails alone.
const working = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** How often each queue is looked at. What this process adds itself is seen at once; what comes by the clock can wait. */
const pollIntervalSeconds = { asked: 2, byClock: 30 } as const

const retries = { retryLimit: 10, retryDelay: 5, retryBackoff: true } as const

/** Work that is kept in the database until it is done. */
export interface Job {
  name: string
  /** In UTC: the times at which the queue adds it by itself. */
  cron?: string
  /** How many are worked off side by side, for work that threads do; one after the other unless given. */
  concurrency?: number
  /** How long one may take, where that is longer than a quarter of an hour. */
  timeoutMinutes?: number
  /** Is done where calls are written, of several processes by that one. */
  writesCalls?: boolean
  /** May run more than once for the same data, after an error or a crash. */
  work: (data: object) => Promise<void>
}

export const nightly = '17 3 * * *'

/** When the nightly jobs run next. */
export function nextNight(now: Date): Date {
  const [minute, hour] = nightly.split(' ').map(Number)
  const next = new Date(now)
  next.setUTCHours(hour ?? 0, minute ?? 0, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

/** What expired before this instant is deleted by the nightly jobs. */
export function yesterday(): Date {
  return new Date(Date.now() - 24 * 3_600_000)
}

/** Thrown by a job that is to be tried again although nothing is wrong here. The message says why. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
}

/** Background work, kept in the database until it is done. A job that fails is tried again with growing pauses. */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #log: Log
  /** Jobs are added, and done by other processes. */
  readonly #isIdle: boolean
  /** By the name of the job: woken when one is added in this process. */
  readonly #workers = new Map<string, string[]>()
  /** What the database has already, so that a start writes only what is new. */
  readonly #queues = new Set<string>()
  #schedules: Schedule[] = []
  readonly #writeCalls: Job[] = []
  #isWriter = false
  #changingRole: Promise<void> = Promise.resolve()

  constructor(postgres: Postgres, { log, isIdle = false }: { log: Log; isIdle?: boolean }) {
    this.#log = log
    this.#isIdle = isIdle
    this.#boss = new PgBoss({
      db: { executeSql: async (text, values) => await postgres.executeSql(text, values) },
      cronWorkerIntervalSeconds: pollIntervalSeconds.byClock,
      // No job waits for another one.
      flowIntervalSeconds: 3600,
      supervise: !isIdle,
      schedule: !isIdle,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'))
  }

  async start(): Promise<void> {
    try {
      await this.#boss.start()
    } catch (error) {
      // Of two processes that start on an empty database one made the tables meanwhile.
      if (!isUniqueViolation(error)) throw error
      await this.#boss.start()
    }
    for (const { name } of await this.#boss.getQueues()) this.#queues.add(name)
    this.#schedules = await this.#boss.getSchedules()
  }

  /** Works off the jobs of a name. */
  async work(job: Job): Promise<void> {
    const { timeoutMinutes, cron } = job
    const isLong = timeoutMinutes !== undefined
    if (!this.#queues.has(job.name))
      await this.#boss.createQueue(job.name, {
        ...retries,
        ...(isLong && { expireInSeconds: timeoutMinutes * 60 }),
      })
    const isScheduled = this.#schedules.some((known) => known.name === job.name && known.cron === cron)
    if (cron !== undefined && !isScheduled) await this.#boss.schedule(job.name, cron, {}, { tz: 'UTC' })
    this.#workers.set(job.name, [])
    if (job.writesCalls === true) this.#writeCalls.push(job)
    if (this.#isIdle) return
    if (job.writesCalls !== true || this.#isWriter) await this.#take(job)
  }

  /** To be called when this process begins, or ends, to write calls. */
  async workOnCalls(isWriter: boolean): Promise<void> {
    this.#changingRole = this.#changingRole.then(async () => {
      if (isWriter === this.#isWriter) return
      this.#isWriter = isWriter
      for (const job of this.#writeCalls) {
        if (isWriter) await this.#take(job)
        else await this.#leave(job)
      }
    })
    await this.#changingRole
  }

  async #leave({ name }: Job): Promise<void> {
    this.#workers.set(name, [])
    await this.#boss.offWork(name, { wait: false })
  }

  async #take(job: Job): Promise<void> {
    const { concurrency = 1, timeoutMinutes, cron } = job
    const isLong = timeoutMinutes !== undefined
    const options = {
      ...working,
      pollingIntervalSeconds: cron === undefined ? pollIntervalSeconds.asked : pollIntervalSeconds.byClock,
      // What a process has fetched no other one does: of work for threads it is only what keeps them busy.
      ...(concurrency > 1 && { batchSize: 4 * concurrency }),
      // Of long work each is fetched by itself, so that a slow one holds up no other.
      ...(isLong && { batchSize: 1 }),
    }
    const limit = pLimit(concurrency)
    const workers: string[] = []
    for (let count = 0; count < (isLong ? concurrency : 1); count += 1) {
      const worker = await this.#boss.work<object, void, typeof options>(
        job.name,
        options,
        async (batch) => await limit.map(batch, async (queued) => await this.#run(job, queued)),
      )
      workers.push(worker)
    }
    this.#workers.set(job.name, workers)
  }

  /** Deletes the schedules of jobs that earlier versions had; called when all of today's have been added. */
  async deleteOldSchedules(): Promise<void> {
    for (const { name } of this.#schedules) {
      if (!this.#workers.has(name)) await this.#boss.unschedule(name)
    }
  }

  async #run({ name, work }: Job, { id, data }: QueuedJob): Promise<JobResult> {
    try {
      await traced(`job ${name}`, {}, async () => await work(data))
      return { id, status: 'completed' }
    } catch (error) {
      if (error instanceof TryAgain)
        this.#log.info({ job: id, name, why: error.message }, 'a job is tried again')
      else this.#log.error({ err: error, job: id, name }, 'a job failed')
      return { id, status: 'failed' }
    }
  }

  /** Adds a job, to be done after a time where one is given, unless one with the same key, where given, is waiting. */
  async add(
    name: string,
    data: object,
    { key, after }: { key?: string; after?: Date | null } = {},
  ): Promise<void> {
    await this.#boss.send(name, data, {
      ...(key !== undefined && { singletonKey: key }),
      ...(after !== undefined && after !== null && { startAfter: after }),
    })
    for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker)
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5_000 })
  }
}
