import type { LimitFunction } from 'p-limit'
import { beginToRemoveDeleted } from '../../../db/embedded-calls/apply-patches.ts'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { Log } from '../../../lib/log.ts'
import { findHiddenCalls } from '../self-check/hidden-calls.ts'
import type { Patches } from '../changes/patches.ts'
import { deleteSuperseded, updateSettled } from '../changes/snapshot-store.ts'

interface Cleaning {
  calls: CallStore
  snapshots: Snapshots
  limit: LimitFunction
  patches: Patches
  log: Log
  db: Db
  /** Told when calls were found whose versions are all taken out, though nobody deleted them. */
  onHidden: () => void
}

const everyMs = 5 * 60_000

/** Deletes the versions of calls that no answer can need any more. */
export class Cleaner {
  readonly #cleaning: Cleaning
  #timer: NodeJS.Timeout | undefined

  constructor(cleaning: Cleaning) {
    this.#cleaning = cleaning
  }

  start(): void {
    const { log } = this.#cleaning
    this.#timer = setInterval(() => {
      this.clean().catch((error: unknown) => {
        log.error({ err: error }, 'superseded versions of calls could not be deleted; tried again')
      })
    }, everyMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async clean(nowMs = Date.now()): Promise<void> {
    const { calls, snapshots, limit, patches } = this.#cleaning
    const to = snapshots.cleanable(nowMs)
    if (to === undefined) return
    const kept = await this.#findHidden(to)
    await limit(async () => {
      snapshots.forget(to)
      await deleteSuperseded(calls, { to, kept })
      if (kept.length === 0) snapshots.cleaned(to)
      patches.applySoon()
    })
  }

  /** What is the last of a call that nobody deleted is kept: `npm run repair-calls` brings it back. */
  async #findHidden(to: number): Promise<string[]> {
    const { calls, db, log, onHidden } = this.#cleaning
    const hidden = await findHiddenCalls({ calls, db }, to)
    if (hidden.length === 0) return []
    log.error({ calls: hidden.length }, 'calls were hidden that nobody deleted; run: npm run repair-calls')
    onHidden()
    return hidden
  }

  /** The same, and rows that every snapshot sees lose their numbers: for the night, as it touches all new rows. */
  async settle(nowMs = Date.now()): Promise<void> {
    await this.clean(nowMs)
    const { calls, snapshots, limit, patches } = this.#cleaning
    await limit(async () => {
      const to = snapshots.oldestNeeded(nowMs)
      snapshots.forget(to)
      await updateSettled(calls, to)
      patches.applySoon()
    })
  }

  /** The same as `clean`, and what was deleted leaves the disk: the parts that it was in are written again. */
  async purge(nowMs = Date.now()): Promise<void> {
    await this.clean(nowMs)
    const { calls, limit } = this.#cleaning
    await limit(async () => await beginToRemoveDeleted(calls))
  }
}
