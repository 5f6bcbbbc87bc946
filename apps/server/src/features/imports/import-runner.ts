import { setTimeout } from 'node:timers/promises'
import { change, systemActor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import { isFull } from '../../lib/files/free-space.ts'
import { toAppError } from '../../http/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { ReadCall } from '../sources/adapter.ts'
import { ImportLeft, readImport, type ReadingImport } from './read-import.ts'
import { UnreadableFile } from './read-in-thread.ts'
import * as store from './store.ts'
import { summariseUndo, undoImport, type UndoParts } from './undo.ts'

export interface ImportRunnerParts extends Omit<UndoParts, 'ingest'> {
  ingest: Ingest
  eventIntake: ReadingImport['eventIntake']
  recordings: ReadingImport['recordings']
}

/** Reading takes a thread each: more would be felt by those who wait for an answer. */
const maxConcurrency = 4
/** So others learn of what this process has not added itself. */
const pollIntervalMs = 2000

interface RunningImport {
  sourceId: string
  abort: AbortController
  ended: Promise<void>
}

/**
 * Reads files and undoes imports, where calls are written, several side by side: of the sources with the fewest under way
 * the oldest first. Which there are is in the database, so that what one process leaves when it dies another one resumes.
 */
export class ImportRunner {
  readonly #parts: ImportRunnerParts
  readonly #running = new Map<string, RunningImport>()
  /** Told of the calls of an import that is read here. */
  readonly #onCall = new Map<string, (read: ReadCall) => void>()
  #polling = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #endFollowing: (() => void) | undefined

  constructor(parts: ImportRunnerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#endFollowing = this.#parts.ingest.onRole((isWriter) => {
      if (isWriter) this.wake()
      else for (const { abort } of this.#running.values()) abort.abort(new ImportLeft())
    })
    this.#timer = setInterval(() => this.wake(), pollIntervalMs).unref()
    this.wake()
  }

  /** To be called when there is something to be read or undone. */
  wake(): void {
    this.#polling = this.#polling.then(async () => {
      try {
        await this.#poll()
      } catch (error) {
        this.#parts.log.error({ err: error }, 'imports could not be looked for; tried again')
      }
    })
  }

  /** To be called before an import is to be read that tells of each of its calls. */
  follow(id: string, onCall: (read: ReadCall) => void): void {
    this.#onCall.set(id, onCall)
  }

  /** Ends at once what this process reads; another one finds out within a second. */
  stop(id: string): void {
    this.#running.get(id)?.abort.abort()
  }

  /** What is under way is resumed by the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#endFollowing?.()
    await this.#polling
    for (const { abort } of this.#running.values()) abort.abort(new ImportLeft())
    await Promise.all([...this.#running.values()].map(async ({ ended }) => await ended))
  }

  async #poll(): Promise<void> {
    const { db, ingest } = this.#parts
    if (this.#isClosed || !ingest.isWriter || this.#running.size >= maxConcurrency) return
    const waiting = (await store.selectWaiting(db)).filter(({ id }) => !this.#running.has(id))
    while (waiting.length > 0 && this.#running.size < maxConcurrency && !this.#isClosed) {
      const [next] = waiting.toSorted((one, other) => this.#countOf(one) - this.#countOf(other))
      if (next === undefined) return
      waiting.splice(waiting.indexOf(next), 1)
      const abort = new AbortController()
      const ended = this.#run(next, abort.signal).finally(() => {
        this.#running.delete(next.id)
        this.#onCall.delete(next.id)
        if (!this.#isClosed) this.wake()
      })
      this.#running.set(next.id, { sourceId: next.source_id, abort, ended })
    }
  }

  /** How many of the same source are under way. */
  #countOf({ source_id: sourceId }: store.ImportRow): number {
    return [...this.#running.values()].filter((one) => one.sourceId === sourceId).length
  }

  async #run(row: store.ImportRow, signal: AbortSignal): Promise<void> {
    const { log, ingest } = this.#parts
    try {
      if (row.state === 'undoing') await this.#undo(row, signal)
      else await readImport({ ...this.#parts, row, signal, onCall: this.#onCall.get(row.id) })
    } catch (error) {
      // Whoever writes calls from now on resumes it.
      if (this.#isClosed || !ingest.isWriter || signal.reason instanceof ImportLeft) return
      if (isPassing(error)) {
        log.info({ err: error, import: row.id }, 'an import cannot go on now; tried again')
        await setTimeout(pollIntervalMs, undefined, { signal }).catch(() => {})
        return
      }
      const sentence = sentenceOf(error)
      if (sentence === undefined) log.error({ err: error, import: row.id }, 'an import failed')
      await this.#fail(
        row,
        sentence ?? `Something went wrong. Ask the operator to look up ${row.id} in the log.`,
      )
    }
  }

  async #fail({ id }: store.ImportRow, error: string): Promise<void> {
    const { db, log } = this.#parts
    try {
      await setState(db, { id, states: ['running', 'undoing'] }, { state: 'failed', error })
    } catch (cause) {
      log.error({ err: cause, import: id }, 'the end of an import could not be noted')
    }
  }

  async #undo(row: store.ImportRow, signal: AbortSignal): Promise<void> {
    const { db } = this.#parts
    const { id, customer_id: customerId } = row
    const undoing = { id, customerId }
    if (!(await undoImport(this.#parts, undoing, signal))) return
    const undo = await summariseUndo(this.#parts, undoing, row.undo)
    await setState(db, { id, states: ['undoing'] }, { state: 'undone', undo: JSON.stringify(undo) })
  }
}

async function setState(
  db: Db,
  from: Parameters<typeof store.updateImport>[1],
  values: Parameters<typeof store.updateImport>[2],
): Promise<void> {
  await change(db, systemActor, async (transaction) => {
    await store.updateImport(transaction, from, { ...values, ended_at: new Date() })
  })
}

/** Whether it may go well in a moment. */
function isPassing(error: unknown): boolean {
  return toAppError(error).status === unavailable
}

const unavailable = 503

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof UnreadableFile) return error.message
  if (isFull(error)) return 'There is not enough space left on the disk.'
  if (error instanceof AppError && error.code !== 'internal') return error.message
  return undefined
}
