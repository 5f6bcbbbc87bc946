import type { LimitFunction } from 'p-limit'
import {
  type CallCheckpoints,
  DamagedParts,
  type ListedParts,
} from '../../../db/embedded-calls/call-checkpoints.ts'
import type { Checkpoint } from '../../../db/embedded-calls/checkpoint-file.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { Log } from '../../../lib/log.ts'
import type { CallProblems } from '../changes/call-problems.ts'
import type { CallRepair } from './call-repair.ts'
import type { CheckpointedJournal } from '../journal/checkpointed-journal.ts'

interface Checkpointing {
  checkpoints: CallCheckpoints
  intervalMs: number | undefined
  journal: CheckpointedJournal
  snapshots: Snapshots
  limit: LimitFunction
  repair: CallRepair
  problems: CallProblems
  log: Log
}

/** So much is done again after a power cut, and kept in the journal until then. */
const defaultIntervalMs = 5_000
/** The engine merges parts for a while after the last change; what is merged again soon is not synced for nothing. */
const mergeIntervalMs = 60_000
/** Half of what the engine keeps parts for, of which it has made others (`old_parts_lifetime`). */
const maxAgeMs = 240_000

/** Makes checkpoints of the calls while they change, and then deletes what they hold from the journal. */
export class Checkpointer {
  readonly #checkpointing: Checkpointing
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #newest = { number: 0, mark: 0, atMs: performance.now() }
  #isClosing = false

  constructor(checkpointing: Checkpointing) {
    this.#checkpointing = checkpointing
  }

  /** The first one is there before anything is accepted. */
  async start(): Promise<void> {
    const { checkpoints, intervalMs = defaultIntervalMs } = this.#checkpointing
    await this.#checkpoint()
    checkpoints.useThread()
    checkpoints.onDamaged = () => void this.now()
    this.#timer = setInterval(() => void this.now(), intervalMs).unref()
  }

  /** Resolves when all that has happened is on disk, or it is known that something is damaged. */
  async now(): Promise<void> {
    while (this.#running !== undefined) await this.#running
    this.#running = this.#run()
    await this.#running
  }

  /** Runs work while the last checkpoint and the journal have all that has happened to calls, and nothing more happens. */
  async whileKept<T>(work: (checkpoint: Checkpoint) => Promise<T>): Promise<T> {
    const { checkpoints, limit } = this.#checkpointing
    await this.now()
    while (this.#running !== undefined) await this.#running
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#running = promise
    try {
      return await limit(async () => {
        if (checkpoints.last === undefined) throw new Error('there is no checkpoint of the calls')
        return await work(checkpoints.last)
      })
    } finally {
      this.#running = undefined
      resolve()
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    const { checkpoints } = this.#checkpointing
    checkpoints.onDamaged = () => {}
    await this.#running
    await checkpoints.endThread()
    await this.#run()
  }

  async #run(): Promise<void> {
    const { checkpoints, journal, problems, repair, limit, log } = this.#checkpointing
    try {
      problems.set('full', !(await journal.hasSpaceFor(0)))
      if (performance.now() - this.#newest.atMs > maxAgeMs) await checkpoints.stopCleanup(true)
      if (repair.isNeeded && !this.#isClosing) await limit(async () => await repair.repair())
      else await this.#checkpoint()
    } catch (error) {
      log.error({ err: error }, 'no checkpoint of the calls could be made; tried again')
    }
    this.#running = undefined
  }

  async #checkpoint(): Promise<void> {
    const { checkpoints, journal, snapshots, limit, repair } = this.#checkpointing
    const { number, mark, listed } = await limit(async () => ({
      number: await snapshots.published(),
      mark: journal.mark(),
      listed: await checkpoints.list(),
    }))
    if (this.#isDue({ number, mark, listed })) {
      try {
        await checkpoints.keep(number, listed)
      } catch (error) {
        if (!(error instanceof DamagedParts)) throw error
        await limit(async () => await repair.repair())
        return
      }
      await journal.release(mark, number)
    }
    this.#newest = { number, mark, atMs: performance.now() }
    await checkpoints.stopCleanup(false)
  }

  #isDue({ number, mark, listed }: { number: number; mark: number; listed: ListedParts }): boolean {
    const { checkpoints } = this.#checkpointing
    if (checkpoints.last === undefined) return true
    if (number !== this.#newest.number || mark !== this.#newest.mark) return true
    return !checkpoints.isKept(listed) && (this.#isClosing || this.#isOld())
  }

  #isOld(): boolean {
    const at = this.#checkpointing.checkpoints.last?.at ?? 0
    return Date.now() - new Date(at).getTime() > mergeIntervalMs
  }
}
