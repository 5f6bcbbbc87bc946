import type { ArrivedCall } from '../../db/arrived-call.ts'
import type { Db } from '../../db/tables/schema.ts'
import { RepeatedWork } from '../../jobs/repeated-work.ts'
import type { Log } from '../../lib/log.ts'
import type { CallsListener, Ingest } from '../ingest/ingest.ts'
import * as store from './store.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'

interface NewsContext {
  db: Db
  ingest: Pick<Ingest, 'onCalls' | 'fence' | 'isWriter'>
  log: Log
}

/** Who is told of calls; nobody is asked for what is not wanted. */
export interface Follower {
  isWanted: () => boolean
  notify: CallsListener
}

const everyMs = 500
const callsPerRow = 1000
const rowBatchSize = 20
const keptSeconds = 300
/** Streams that begin are told of calls this much older: they may have come since what their reader has loaded. */
const overlapSeconds = 2
const maxWaiting = 100_000

/**
 * Tells every process of calls that can be read: the one that writes them puts them into a table, and all look there twice a
 * second while they have somebody to tell.
 */
export class CallNews {
  readonly #context: NewsContext
  readonly #followers = new Set<Follower>()
  readonly #work: RepeatedWork
  #waiting: ArrivedCall[] = []
  #readTo: number | undefined
  #deletedMs = 0

  constructor(context: NewsContext) {
    this.#context = context
    this.#work = new RepeatedWork({
      everyMs,
      work: async () => {
        await this.#write()
        await this.#read()
      },
      onError: (error) =>
        context.log.error({ err: error }, 'news of calls could not be written or read; tried again'),
    })
  }

  start(): void {
    this.#context.ingest.onCalls((calls) => this.#add(calls))
    this.#work.start(0)
  }

  follow(follower: Follower): void {
    this.#followers.add(follower)
  }

  async close(): Promise<void> {
    await this.#work.close()
  }

  #add(calls: readonly ArrivedCall[]): void {
    this.#waiting = this.#waiting.concat(calls)
    const tooMany = this.#waiting.length - maxWaiting
    if (tooMany <= 0) return
    this.#waiting = this.#waiting.slice(tooMany)
    this.#context.log.error(
      { calls: tooMany },
      'nobody is notified of calls that came while the database did not answer',
    )
  }

  /** In their order: nothing later is committed before. */
  async #write(): Promise<void> {
    const { db, ingest } = this.#context
    // What it did not tell before it lost the lease is told by nobody: a later writer's news may have been read.
    if (!ingest.isWriter) this.#waiting = []
    if (this.#waiting.length === 0) return
    const calls = this.#waiting
    this.#waiting = []
    try {
      await db.transaction().execute(async (transaction) => {
        await ingest.fence(transaction)
        for (const some of inPartsOf(callsPerRow, calls)) await store.insertNews(transaction, some)
      })
    } catch (error) {
      this.#waiting = [...calls, ...this.#waiting]
      throw error
    }
    if (performance.now() - this.#deletedMs < keptSeconds * 1000 && this.#deletedMs > 0) return
    this.#deletedMs = performance.now()
    await store.deleteNewsOlderThan(db, keptSeconds)
  }

  async #read(): Promise<void> {
    const { db } = this.#context
    const wanting = [...this.#followers].filter(({ isWanted }) => isWanted())
    if (wanting.length === 0) {
      this.#readTo = undefined
      return
    }
    this.#readTo ??= await store.selectNewestOlderThan(db, overlapSeconds)
    for (;;) {
      const rows = await store.selectNewsAfter(db, this.#readTo, rowBatchSize)
      for (const { id, calls } of rows) {
        for (const { notify } of wanting) notify(calls)
        this.#readTo = id
      }
      if (rows.length < rowBatchSize) return
    }
  }
}
