import { randomUUID } from 'node:crypto'
import { keptExportBytes } from '@callboard/contract/exports'
import { toAppError } from '../../http/errors.ts'
import { type ClaimedExport, ExportEnded, type ExportWriting, writeExport } from './export-writer.ts'
import type { KeptBytes } from './kept-bytes.ts'
import { inBackground } from '../../db/calls/requester.ts'
import { releaseStale } from '../../db/calls/release-stale.ts'
import { orLogged } from '../../lib/log.ts'
import { isUnreachableDatabase } from '../../db/postgres/unreachable-database.ts'
import * as store from './store.ts'

interface ExportRunnerParts extends Omit<ExportWriting, 'keptBytes'> {
  /** Other processes may write exports of the same database. */
  hasPeers: boolean
  /** This process leaves that to them. */
  isIdle?: boolean
  keptBytes?: KeptBytes | undefined
}

/** Each takes a stream of the engine and a thread: more would be felt by those who wait for an answer. */
const maxConcurrency = 2
const pollIntervalMs = 5_000
const sweepIntervalMs = 10 * 60_000
/** After so long without a word a worker is taken for dead. */
const staleAfterSeconds = 30
const maxAttempts = 3
/** What a file is made of, or its place, cannot be reached by this process, or has too much to do. */
const passing: ReadonlySet<string> = new Set(['unavailable', 'overloaded'])

const ofExports = { table: 'report_export', state: 'state', underWay: 'running', error: 'error' } as const

/**
 * Writes the exports that wait, the oldest first, one at a time for each user. Which there are and how far they are is in
 * the database, so that any process may write them, and what one leaves when it dies is begun again.
 */
export class ExportRunner {
  readonly #parts: ExportWriting
  readonly #hasPeers: boolean
  readonly #isIdle: boolean
  readonly #worker = randomUUID()
  readonly #running = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  #timers: NodeJS.Timeout[] = []
  #polling = Promise.resolve()
  #isClosed = false
  /** Until then the others may try what this process could not do; by `performance.now()`. */
  #pausedToMs = 0

  constructor({ hasPeers, isIdle = false, keptBytes = keptExportBytes, ...parts }: ExportRunnerParts) {
    this.#parts = { ...parts, keptBytes }
    this.#hasPeers = hasPeers
    this.#isIdle = isIdle
  }

  async start(): Promise<void> {
    // Where there is no other process, whatever runs was left by one that is no more.
    await this.#release(this.#hasPeers ? staleAfterSeconds : 0)
    await this.sweep()
    this.#timers = [
      setInterval(() => this.wake(), pollIntervalMs).unref(),
      setInterval(() => void this.#quietly(this.sweep()), sweepIntervalMs).unref(),
    ]
    this.wake()
  }

  /** To be called when an export was added. */
  wake(): void {
    if (this.#isIdle) return
    this.#polling = this.#polling.then(async () => await this.#quietly(this.#poll()))
  }

  /** Ends at once what this process writes; another one finds out within a second. */
  stop(id: string): void {
    this.#running.get(id)?.abort.abort(new ExportEnded())
  }

  /** What is being written waits again, for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#polling
    for (const { abort } of this.#running.values()) abort.abort(new ExportEnded())
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Deletes files that have expired, and those of no export. */
  async sweep(): Promise<void> {
    const { db, files } = this.#parts
    await store.updateExpired(db, new Date())
    // Listed first: one that is begun meanwhile is known by its row.
    const keys = await files.list()
    const kept = await store.selectFileKeys(db)
    for (const key of keys.filter((one) => !kept.has(one))) await files.delete(key)
  }

  async #poll(): Promise<void> {
    if (this.#hasPeers) await this.#release(staleAfterSeconds)
    while (this.#isReady && this.#running.size < maxConcurrency) {
      const claimed = await store.claimExport(this.#parts.db, this.#worker)
      if (claimed === undefined) return
      const abort = new AbortController()
      const ended = this.#run(claimed, abort).finally(() => {
        this.#running.delete(claimed.id)
        if (!this.#isClosed) this.wake()
      })
      this.#running.set(claimed.id, { abort, ended })
    }
  }

  get #isReady(): boolean {
    return !this.#isClosed && performance.now() >= this.#pausedToMs
  }

  async #release(seconds: number): Promise<void> {
    const why = `The portal stopped ${maxAttempts} times while creating this file.`
    await releaseStale(this.#parts.db, ofExports, { staleAfterSeconds: seconds, maxAttempts, why })
  }

  async #run(claimed: ClaimedExport, abort: AbortController): Promise<void> {
    try {
      const writing = { worker: this.#worker, abort }
      await inBackground('exports', async () => await writeExport(this.#parts, claimed, writing))
    } catch (error) {
      await this.#quietly(this.#parts.files.delete(claimed.file_key))
      await this.#quietly(this.#end(claimed, error))
    }
  }

  /** It waits again for what is away, or says why it ended, unless whoever ended it has. */
  async #end({ id }: ClaimedExport, error: unknown): Promise<void> {
    const { db, log } = this.#parts
    const own = { id, worker: this.#worker }
    if (this.#isClosed || isUnreachableDatabase(error)) return await store.updateReleased(db, own)
    if (error instanceof ExportEnded) return
    const { code, message } = toAppError(error)
    if (passing.has(code)) {
      this.#pausedToMs = performance.now() + pollIntervalMs / 2
      return await store.updateReleased(db, own)
    }
    if (code === 'internal') log.error({ err: error, export: id }, 'an export failed')
    await store.updateRunning(db, own, {
      state: 'failed',
      error:
        code === 'internal'
          ? `Something went wrong. Ask an administrator to look up ${id} in the log.`
          : message,
      ended_at: new Date(),
    })
  }

  async #quietly(work: Promise<void>): Promise<void> {
    await orLogged(this.#parts.log, 'the exports could not be looked after; tried again', work)
  }
}
