import { randomUUID } from 'node:crypto'
import { toAppError } from '../../http/errors.ts'
import { type Log, orLogged } from '../../lib/log.ts'
import { ReadingRounds } from './reading-rounds.ts'
import { type DeliveryRendering, RunRenderer } from './render-run.ts'
import type { ClaimedDelivery } from './render-store.ts'
import { inBackground } from '../../db/calls/requester.ts'
import { releaseStale } from '../../db/calls/release-stale.ts'
import * as store from './render-store.ts'

interface DeliveryRunnerParts extends DeliveryRendering {
  log: Log
  /** Other processes may render deliveries of the same database. */
  hasPeers: boolean
  /** This process leaves that to them. */
  isIdle?: boolean
}

/** Runs at once. Each takes a stream of the engine: more would be felt by those who wait for an answer. */
const maxConcurrency = 2
const pollIntervalMs = 5_000
const heartbeatIntervalMs = 5_000
const sweepIntervalMs = 10 * 60_000
/** After so long without a word a worker is taken for dead. */
const staleAfterSeconds = 30
/** After each attempt but the last, which is then tried no more. */
const pausesInSeconds = [30, 120, 480, 1800, 3600] as const
const maxAttempts = pausesInSeconds.length + 1
const dayMs = 24 * 3_600_000
/** How long files are kept. */
const keptDays = 7

const ofDeliveries = { table: 'delivery', state: 'status', underWay: 'rendering', error: 'reason' } as const

/**
 * Renders the deliveries that wait: checks them, writes their files and their mail. Which there are is in the database, so that
 * any process may do it, and what one leaves when it dies is begun again; the mail is written together with the end.
 */
export class DeliveryRunner {
  readonly #parts: DeliveryRunnerParts
  readonly #worker = randomUUID()
  readonly #rounds: ReadingRounds
  readonly #running = new Map<
    string,
    { ids: readonly string[]; abort: AbortController; ended: Promise<void> }
  >()
  #timers: NodeJS.Timeout[] = []
  #polling = Promise.resolve()
  #isClosed = false

  constructor(parts: DeliveryRunnerParts) {
    this.#parts = parts
    this.#rounds = new ReadingRounds(parts.snapshots)
  }

  async start(): Promise<void> {
    // Where there is no other process, whatever is being rendered was left by one that is no more.
    await this.#release(this.#parts.hasPeers ? staleAfterSeconds : 0)
    await this.sweep()
    this.#timers = [
      setInterval(() => this.wake(), pollIntervalMs).unref(),
      setInterval(() => void this.#quietly(this.#heartbeat()), heartbeatIntervalMs).unref(),
      setInterval(() => void this.#quietly(this.sweep()), sweepIntervalMs).unref(),
    ]
    this.wake()
  }

  /** To be called when deliveries were added. */
  wake(): void {
    if (this.#parts.isIdle === true) return
    this.#polling = this.#polling.then(async () => await this.#quietly(this.#poll()))
  }

  /** What is being rendered waits again, for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#polling
    for (const { abort } of this.#running.values()) abort.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    // Until then others have to know that this one lives.
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Deletes files after their time, and those of no delivery. */
  async sweep(): Promise<void> {
    const { db, files } = this.#parts
    const before = new Date(Date.now() - keptDays * dayMs)
    await store.updateFilesDeleted(db, before)
    // Listed first: of what is begun meanwhile the worker is known.
    const found = await files.list()
    const { keys, workers } = await store.selectKept(db, before)
    const isKept = (key: string) => keys.has(key) || workers.has(key.slice(0, idLength))
    for (const key of found.filter((one) => !isKept(one))) await files.delete(key)
  }

  async #poll(): Promise<void> {
    await this.#release(staleAfterSeconds)
    while (!this.#isClosed && this.#running.size < maxConcurrency) {
      const claimed = await store.claimDeliveries(this.#parts.db, this.#worker)
      const [first] = claimed
      if (first === undefined) return
      const abort = new AbortController()
      const ended = this.#render(claimed, abort.signal).finally(() => {
        this.#running.delete(first.id)
        if (!this.#isClosed) this.wake()
      })
      this.#running.set(first.id, { ids: claimed.map(({ id }) => id), abort, ended })
    }
  }

  async #heartbeat(): Promise<void> {
    const ids = [...this.#running.values()].flatMap((running) => running.ids)
    if (ids.length > 0) await store.updateHeartbeats(this.#parts.db, { worker: this.#worker, ids })
  }

  async #release(seconds: number): Promise<void> {
    const why = `The portal stopped ${maxAttempts} times while preparing this.`
    await releaseStale(this.#parts.db, ofDeliveries, { staleAfterSeconds: seconds, maxAttempts, why })
  }

  /** Renders deliveries of one run, one after the other. */
  async #render(claimed: readonly ClaimedDelivery[], signal: AbortSignal): Promise<void> {
    const renderer = new RunRenderer(this.#parts, { worker: this.#worker, signal, rounds: this.#rounds })
    const beganMs = Date.now()
    try {
      for (const delivery of claimed) {
        try {
          signal.throwIfAborted()
          await inBackground('subscriptions', async () => await renderer.render(delivery))
        } catch (error) {
          await this.#quietly(this.#end(delivery, error, { beganMs, signal }))
        }
      }
    } finally {
      await renderer.close()
    }
  }

  /** It is tried again, all of a run at the same time; or it has failed. */
  async #end(
    { id, attempts }: ClaimedDelivery,
    error: unknown,
    { beganMs, signal }: { beganMs: number; signal: AbortSignal },
  ): Promise<void> {
    const { db, log } = this.#parts
    const own = { id, worker: this.#worker }
    if (signal.aborted) return await store.updateReleased(db, own)
    const { code, status, message } = toAppError(error)
    if (code === 'internal') log.error({ err: error, delivery: id }, 'a delivery could not be rendered')
    const reason =
      code === 'internal'
        ? `Something went wrong. Ask an administrator to look up ${id} in the log.`
        : message
    const pause = pausesInSeconds[attempts - 1]
    // What is wrong with the report itself is no better later.
    const isFinal = pause === undefined || status < 500
    await store.updateRendering(
      db,
      own,
      isFinal
        ? { status: 'failed', reason, ended_at: new Date(), worker: null }
        : { status: 'waiting', reason, not_before: new Date(beganMs + pause * 1000), worker: null },
    )
  }

  async #quietly(work: Promise<void>): Promise<void> {
    await orLogged(this.#parts.log, 'the deliveries could not be looked after; tried again', work)
  }
}

const idLength = 36
