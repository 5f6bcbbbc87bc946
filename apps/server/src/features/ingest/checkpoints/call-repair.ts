import type { CallCheckpoints } from '../../../db/embedded-calls/call-checkpoints.ts'
import { DamagedCalls } from '../../../db/embedded-calls/restore-calls.ts'
import type { Log } from '../../../lib/log.ts'
import { decodeCallers } from '../rows/batch.ts'
import type { CallProblems } from '../changes/call-problems.ts'
import type { CheckpointedJournal } from '../journal/checkpointed-journal.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Merge } from '../inserts/merge.ts'
import type { Callers } from '../rows/callers.ts'
import type { Relations } from '../relations/relations.ts'
import { readMerges, replay, type Replaying } from './replay.ts'

export interface Repairing extends Omit<Replaying, 'journal'> {
  checkpoints: CallCheckpoints
  journal: CheckpointedJournal
  relations: Pick<Relations, 'invalidate' | 'beginAnew'>
  problems: CallProblems
  /** What else depends on calls is compared with them again. */
  onRepaired: () => void
  log: Log
}

/**
 * Makes damaged calls good while the portal runs: their table is put back to its last checkpoint, whose parts the engine
 * still has, and all that came since is done again.
 */
export class CallRepair {
  readonly #repairing: Repairing
  #isNeeded = false

  constructor(repairing: Repairing) {
    this.#repairing = repairing
  }

  /** Something is damaged, and could not be repaired yet. */
  get isNeeded(): boolean {
    return this.#isNeeded
  }

  /**
   * To be called while nothing else is written; `unfinished` is an insert that is half done. True when something was damaged
   * and has been repaired, and the insert is done.
   */
  async repair(unfinished?: Merge): Promise<boolean> {
    const { checkpoints, problems, log } = this.#repairing
    const damaged = this.#isNeeded ? [] : await checkpoints.findDamage()
    if (damaged.length === 0 && !this.#isNeeded) return false
    if (!this.#isNeeded) log.error({ damaged }, 'parts of the calls are damaged; they are repaired')
    this.#isNeeded = true
    problems.set('damaged', true)
    try {
      await checkpoints.goBack(async ({ number }) => await this.#replay(number, unfinished))
    } catch (error) {
      if (error instanceof DamagedCalls) problems.set('lost', true)
      log.error({ err: error }, 'damaged calls could not be repaired; tried again')
      return false
    }
    this.#isNeeded = false
    problems.set('damaged', false)
    problems.set('lost', false)
    this.#repairing.onRepaired()
    log.info({}, 'damaged calls have been repaired')
    return true
  }

  async #replay(since: number, unfinished: Merge | undefined): Promise<void> {
    const { journal, relations } = this.#repairing
    const done = journal.doneMerges
    const entries = [
      ...done.map(({ merge }) => merge),
      ...(unfinished === undefined ? [] : [unfinished.file]),
    ]
    const merges = (await readMerges(journal, entries)).filter(({ number }) => number > since)
    await replay(this.#repairing, { since, merges, changes: journal.doneChanges })
    const repeated = new Set(merges.flatMap(({ batchNames }) => [...batchNames]))
    const computed = await this.#readComputed(repeated)
    journal.keepComputed()
    relations.beginAnew()
    for (const { callers, batchNames } of merges) {
      const batches = done.flatMap(({ batches: some }) => some).filter(({ name }) => batchNames.has(name))
      relations.invalidate(callers, batches)
    }
    for (const { callers, entry } of computed) relations.invalidate(callers, [entry])
  }

  /** Callers whose relations were computed of inserts before the checkpoint, and written after it. */
  async #readComputed(repeated: ReadonlySet<string>): Promise<{ callers: Callers; entry: JournalEntry }[]> {
    const { journal } = this.#repairing
    const read: { callers: Callers; entry: JournalEntry }[] = []
    for (const entry of journal.computed.filter(({ name }) => !repeated.has(name)))
      read.push({ callers: decodeCallers(await journal.readInserted(entry)), entry })
    return read
  }
}
