import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { z } from 'zod'
import type { CallStore } from '../calls/call-store.ts'
import { type Checkpoint, writeCheckpoint } from './checkpoint-file.ts'
import type { FileMark, PartDamage } from './part-files.ts'
import { runSyncTask, type SyncResult, type SyncTask } from './part-sync-thread.ts'
import {
  callsFolder,
  clearAside,
  passingFolders,
  requireNothingDetached,
  requireWhole,
  restoreCalls,
} from './restore-calls.ts'
import { Integer } from '../calls/row-values.ts'
import { threadEnv } from '../../lib/thread-env.ts'

/** What the table of calls consists of at a moment. */
export interface ListedParts {
  parts: readonly { name: string; rows: number }[]
  mutations: readonly string[]
}

/** The engine in this process, with what only somebody who has it alone may do. */
export interface EmbeddedCallStore extends CallStore {
  readonly folder: string
  /** Called when a statement met a part that cannot be read. */
  onDamaged: () => void
  /** Stops all statements and refuses further ones, but those of `work`, until one such work has ended well. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** A statement that takes no settings, from our own code. */
  administer(sql: string): Promise<void>
}

/** Parts that a checkpoint found to be damaged. */
export class DamagedParts extends Error {
  override readonly name = 'DamagedParts'
  readonly damaged: readonly PartDamage[]

  constructor(damaged: readonly PartDamage[]) {
    super(damaged.map(({ name, problem }) => `${name}: ${problem}`).join(', '))
    this.damaged = damaged
  }
}

const Part = z.object({ name: z.string(), rows: Integer })
/** What the engine remembers of parts by their names: it will use these names again. */
const caches = [
  'MARK',
  'INDEX MARK',
  'UNCOMPRESSED',
  'INDEX UNCOMPRESSED',
  'PRIMARY INDEX',
  'QUERY CONDITION',
  'MMAP',
]
const attachRetryMs = 50
const attachTries = 600

/**
 * Checkpoints of the table of calls: moments at which each of its parts is whole and on disk. The engine syncs nothing by
 * itself, and its settings for that make each insert wait for a hundred files (docs/decisions/0048-checkpoints.md).
 */
export class CallCheckpoints {
  readonly #calls: EmbeddedCallStore
  readonly #pool = new Piscina<SyncTask, SyncResult>({
    filename: join(import.meta.dirname, 'part-sync-thread.ts'),
    name: 'runSyncTask',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    env: threadEnv(),
  }).on('error', () => undefined)
  #restored: Checkpoint | undefined
  #last: Checkpoint | undefined
  /** Of the parts of the last checkpoint. */
  #files = new Map<string, readonly FileMark[]>()
  #isRestSynced = false
  #isCleanupStopped = false
  /** While the portal starts and ends nobody waits for files to be put on disk. */
  #hasThread = false

  /** `restored` is the checkpoint that the table was put back to before the engine opened it. */
  constructor(calls: EmbeddedCallStore, restored: Checkpoint | undefined) {
    this.#calls = calls
    this.#restored = restored
    this.#last = restored
  }

  /** The table was put back, and nobody has done again what came since. */
  get isRestored(): boolean {
    return this.#restored !== undefined
  }

  /** For whoever does that. */
  takeRestored(): Checkpoint | undefined {
    const restored = this.#restored
    this.#restored = undefined
    return restored
  }

  /** Called when a statement met a part that cannot be read. */
  set onDamaged(listener: () => void) {
    this.#calls.onDamaged = listener
  }

  get last(): Checkpoint | undefined {
    return this.#last
  }

  /** To be called while no change of calls is being written. */
  async list(): Promise<ListedParts> {
    const parts = await this.#calls.query({
      sql: `SELECT name, rows FROM system.parts
        WHERE database = currentDatabase() AND table = 'calls' AND active ORDER BY name`,
      row: Part,
    })
    const mutations = readdirSync(this.#table()).filter((name) => /^mutation_\d+\.txt$/.test(name))
    return { parts, mutations }
  }

  /** Whether these are the parts of the last checkpoint. */
  isKept({ parts }: ListedParts): boolean {
    const known = new Set(this.#last?.parts.map(({ name }) => name))
    return known.size === parts.length && parts.every(({ name }) => known.has(name))
  }

  /** Puts them on disk and makes them the checkpoint. Throws `DamagedParts` when one of them is not whole. */
  async keep(number: number, { parts, mutations }: ListedParts): Promise<void> {
    const table = this.#table()
    await this.#keepRest(table)
    const kept = new Set(this.#last?.parts.map(({ name }) => name))
    const { synced, damaged } = await this.#run({
      task: 'parts',
      parts: parts
        .filter(({ name }) => !this.#files.has(name))
        .map(({ name }) => {
          const isKept = kept.has(name)
          return { name, folder: join(table, name), synced: isKept ? [] : this.#sharedWith(name), isKept }
        }),
      paths: [...mutations.map((name) => join(table, name)), table],
    })
    if (damaged.length > 0) throw new DamagedParts(damaged)
    const { folder } = this.#calls
    const checkpoint = { number, at: new Date().toISOString(), parts: [...parts], mutations: [...mutations] }
    writeCheckpoint(folder, checkpoint)
    this.#last = checkpoint
    const fresh = new Map(synced.map(({ name, files }) => [name, files]))
    this.#files = new Map(parts.map(({ name }) => [name, fresh.get(name) ?? this.#files.get(name) ?? []]))
    clearAside(folder)
  }

  /** Once for each run, as only a start changes the other tables and the definitions of all. */
  async #keepRest(table: string): Promise<void> {
    if (this.#isRestSynced) return
    const { folder } = this.#calls
    await this.#run({
      task: 'tree',
      folder,
      without: [table, ...passingFolders.map((name) => join(folder, name))],
    })
    // The one file of the table itself, which the engine writes when it makes the table and cannot open it without.
    await this.#run({ task: 'parts', parts: [], paths: [join(table, 'format_version.txt')] })
    this.#isRestSynced = true
  }

  /** Parts that are not whole now. */
  async findDamage(): Promise<readonly PartDamage[]> {
    const { parts } = await this.list()
    const table = this.#table()
    const { damaged } = await this.#run({
      task: 'examine',
      parts: parts.map(({ name }) => ({ name, folder: join(table, name) })),
    })
    // A part that was merged and removed meanwhile is not damaged.
    const now = new Set((damaged.length === 0 ? parts : (await this.list()).parts).map(({ name }) => name))
    return damaged.filter(({ name }) => now.has(name))
  }

  /**
   * Has `work` done while the table is as the last checkpoint left it, and nobody else reads or writes calls; when it fails,
   * nobody does until this has been called again. Throws `DamagedCalls`, and changes nothing, when not even the checkpoint
   * is whole.
   */
  async goBack(work: (to: Checkpoint) => Promise<void>): Promise<void> {
    const { folder } = this.#calls
    requireWhole(folder)
    await this.#calls.exclusively(async () => {
      await this.#calls.administer('DETACH TABLE IF EXISTS calls SYNC')
      const checkpoint = restoreCalls(folder)
      if (checkpoint === undefined) throw new Error('there is no checkpoint of the calls')
      await this.#attach()
      requireNothingDetached(folder)
      for (const cache of caches) await this.#calls.administer(`SYSTEM DROP ${cache} CACHE`)
      this.#files.clear()
      await work(checkpoint)
    })
  }

  /** Parts that others took the place of stay on disk while the last checkpoint may need them. */
  async stopCleanup(isStopped: boolean): Promise<void> {
    if (this.#isCleanupStopped === isStopped) return
    await this.#calls.administer(`SYSTEM ${isStopped ? 'STOP' : 'START'} CLEANUP calls`)
    this.#isCleanupStopped = isStopped
  }

  /** Files are put on disk in a thread from now on. */
  useThread(): void {
    this.#hasThread = true
  }

  async endThread(): Promise<void> {
    this.#hasThread = false
    await this.#pool.destroy()
  }

  /** Statements that were stopped may have it a little longer. */
  async #attach(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#calls.administer('ATTACH TABLE IF NOT EXISTS calls')
        this.#isCleanupStopped = false
        return
      } catch (error) {
        if (tries === attachTries) throw error
        await setTimeout(attachRetryMs)
      }
    }
  }

  /** Files of parts of which this one is a mutation: it may have them under a name of its own. */
  #sharedWith(name: string): readonly FileMark[] {
    const same = blocksOf(name)
    return [...this.#files].flatMap(([other, files]) => (blocksOf(other) === same ? files : []))
  }

  async #run(task: SyncTask): Promise<SyncResult> {
    return this.#hasThread ? await this.#pool.run(task) : runSyncTask(task)
  }

  #table(): string {
    const table = callsFolder(this.#calls.folder)
    if (table === undefined) throw new Error('there is no table of calls')
    return table
  }
}

/** Month and blocks: a part's name without the number of its last mutation. */
function blocksOf(name: string): string {
  return name.split('_').slice(0, 4).join('_')
}
