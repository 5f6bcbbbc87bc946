import { setTimeout } from 'node:timers/promises'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { DirtyStarts } from '../../../db/calls/dirty-hours.ts'
import type { Log } from '../../../lib/log.ts'
import type { Patches } from './patches.ts'
import { undoChange } from './snapshot-store.ts'
import { deleteStaged } from './staged-store.ts'
import type { Journal } from '../journal/journal.ts'

export interface Changing {
  calls: CallStore
  snapshots: Snapshots
  journal: Journal
  /** Of one at a time: held until all of a change is seen or nothing is left of it. */
  limit: <T>(work: () => Promise<T>) => Promise<T>
  patches: Patches
  /** Something else than the table of calls says that a change has happened. */
  hasHappened: (number: number) => Promise<boolean>
  /** Makes good what a statement may have failed of; true when all that was half done is gone with it. */
  repair: () => Promise<boolean>
  log: Log
}

/** Given to the statements of a change. */
export interface ChangeToWrite {
  number: number
  queryId: string
}

const retryMs = 500
const askAgainMs = 50

/** Changes of stored calls, each seen whole or not at all: one that fails, or is cut short by a crash, is undone. */
export class UndoableChanges {
  readonly #changing: Changing
  readonly #closing = new AbortController()

  constructor(changing: Changing) {
    this.#changing = changing
  }

  /**
   * `work` marks the rows that it brings and takes out with the number. Nothing remains of it when it throws. `startsMs` are
   * those of the calls, if they are known.
   */
  async run(work: (change: ChangeToWrite) => Promise<void>, startsMs?: DirtyStarts): Promise<void> {
    await this.#changing.limit(async () => await this.#write(work, startsMs))
  }

  /**
   * The same where the change depends on what is there: `plan` reads it while nothing is written. Undefined: there is
   * nothing to change.
   */
  async runPlanned<Plan>({
    plan,
    startsMs,
    write,
    repeatable,
  }: {
    plan: () => Promise<Plan | undefined>
    /** Of the calls that are to be changed. */
    startsMs: (planned: Plan) => DirtyStarts
    write: (change: ChangeToWrite, planned: Plan) => Promise<void>
    /** By which it is done again, where nothing else says what it was. */
    repeatable?: (planned: Plan) => Buffer
  }): Promise<Plan | undefined> {
    return await this.#changing.limit(async () => {
      const planned = await plan()
      if (planned !== undefined)
        await this.#write(
          async (change) => await write(change, planned),
          startsMs(planned),
          repeatable?.(planned),
        )
      return planned
    })
  }

  /** Undoes what an earlier run left half done. To be called before anything else is written. */
  undoUnfinished(number: number): void {
    void this.#changing.limit(async () => await this.#undo(number))
  }

  close(): void {
    this.#closing.abort()
  }

  async #write(
    work: (change: ChangeToWrite) => Promise<void>,
    startsMs: DirtyStarts,
    repeatable?: Buffer,
  ): Promise<void> {
    const { snapshots, journal, patches } = this.#changing
    const number = snapshots.next()
    await journal.noteChange(number, repeatable)
    try {
      await snapshots.begin(number)
      await work({ number, queryId: queryIdOf(number) })
      await snapshots.publish(number, { supersedes: true, startsMs })
    } catch (error) {
      await this.#undo(number)
      throw error
    }
    await journal.forgetChange(number)
    patches.applySoon()
  }

  async #undo(number: number): Promise<void> {
    const { calls, snapshots, journal, hasHappened, repair, log } = this.#changing
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        // A server may still be at work for a connection that broke.
        while (await calls.cancel(queryIdOf(number))) await setTimeout(askAgainMs)
        // What others may have seen is complete: only the note of its end is missing.
        if ((await snapshots.published()) >= number || (await hasHappened(number)))
          await snapshots.publish(number, { supersedes: true })
        else {
          await undoChange(calls, number)
          snapshots.abandon()
        }
        await deleteStaged(calls, number)
        await journal.forgetChange(number)
        return
      } catch (error) {
        if (await repair()) {
          await journal.forgetChange(number)
          return
        }
        log.error({ err: error, retryMs }, 'half a change of calls could not be undone; tried again')
        await setTimeout(retryMs, undefined, { signal }).catch(() => {})
      }
    }
  }
}

function queryIdOf(number: number): string {
  return `change-${number}`
}
