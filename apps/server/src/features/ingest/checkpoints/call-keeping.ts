import type { LimitFunction } from 'p-limit'
import type { Checkpoint } from '../../../db/embedded-calls/checkpoint-file.ts'
import { StartError } from '../../../lib/files/data-dir.ts'
import { CallRepair, type Repairing } from './call-repair.ts'
import { Checkpointer } from './checkpointer.ts'
import type { JournalContent } from '../journal/journal.ts'
import type { Merge } from '../inserts/merge.ts'
import type { Relations } from '../relations/relations.ts'
import { type KeptMerge, readMerges, replay, type Replaying } from './replay.ts'
import { UndoableChanges, type Changing } from '../changes/undoable-changes.ts'

interface Keeping extends Omit<Repairing, 'changes' | 'relations'> {
  intervalMs: number | undefined
  patches: Changing['patches']
  limit: LimitFunction
  relations: Relations
}

const copiedMeanwhile =
  'The journal in DATA_DIR begins after the last checkpoint of the calls, so that calls are missing: the folder was probably copied while its portal ran. Copy it again while it is stopped, or continue without them: npm run repair-calls'

/** Of an embedded store of calls: keeps in the journal what has happened to them until that is on disk. */
export class CallKeeping {
  readonly #keeping: Keeping
  readonly #replaying: Replaying
  readonly #repair: CallRepair
  readonly #checkpointer: Checkpointer

  constructor(keeping: Keeping) {
    // Whoever replays has the lock.
    const changes = new UndoableChanges({
      ...keeping,
      limit: async (work) => await work(),
      repair: async () => await Promise.resolve(false),
    })
    this.#keeping = keeping
    this.#replaying = { ...keeping, changes }
    this.#repair = new CallRepair({ ...keeping, changes })
    this.#checkpointer = new Checkpointer({ ...keeping, repair: this.#repair })
  }

  /** See `CallRepair.repair`. */
  async repair(unfinished?: Merge): Promise<boolean> {
    return await this.#repair.repair(unfinished)
  }

  /**
   * Does again what the journal has since the checkpoint that the calls were put back to at the start. Returns what is left
   * to be done.
   */
  async resume(content: JournalContent): Promise<JournalContent> {
    const { checkpoints, journal, limit } = this.#keeping
    const restored = checkpoints.takeRestored()
    if (restored === undefined) return content
    const since = restored.number
    if ((await journal.readKept()) > since) throw new StartError(copiedMeanwhile)
    const all = await readMerges(journal, content.merges)
    const merges = all.filter(({ number }) => number > since)
    await limit(async () => await replay(this.#replaying, { since, merges, changes: content.changes }))
    for (const merge of all) await this.#finish(merge, content)
    for (const number of content.changes)
      await journal.whenKept(async () => await journal.forgetChange(number))
    const batches = new Set(all.flatMap(({ batchNames }) => [...batchNames]))
    return {
      ...content,
      accepted: content.accepted.filter(({ name }) => !batches.has(name)),
      merges: [],
      changes: [],
    }
  }

  /** Its batches are inserted; what follows for their callers is not known to be computed. */
  async #finish({ file, batchNames, callers }: KeptMerge, content: JournalContent): Promise<void> {
    const { journal, relations } = this.#keeping
    const batches = content.accepted.filter(({ name }) => batchNames.has(name))
    await journal.finishMerge(file, batches)
    relations.invalidate(callers, batches)
  }

  async start(): Promise<void> {
    await this.#checkpointer.start()
  }

  /** Resolves when all that has happened so far is on disk. */
  async checkpoint(): Promise<void> {
    await this.#checkpointer.now()
  }

  /** See `Checkpointer.whileKept`. */
  async whileKept<T>(work: (checkpoint: Checkpoint) => Promise<T>): Promise<T> {
    return await this.#checkpointer.whileKept(work)
  }

  async close(): Promise<void> {
    await this.#checkpointer.close()
  }
}
