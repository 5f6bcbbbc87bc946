import { randomBytes } from 'node:crypto'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import { type Journal, type JournalContent, type JournalEntry, namedMerge, nameOfBatch } from './journal.ts'
import * as store from './journal-store.ts'
import { withScratchFile } from './scratch-file.ts'

interface Keeping {
  db: Db
  /** Of the lease under which it is written. */
  fence: Fence
  /** For files that the store of calls is given. */
  scratchFolder: string
}

/**
 * The journal in PostgreSQL, where the next writer finds it whatever became of the last one's machine. Each write is a
 * transaction that cannot be committed once another process writes calls.
 */
export class PostgresJournal implements Journal {
  readonly #keeping: Keeping
  /** Not acknowledged, though they may have been committed: they are deleted with whatever is written next. */
  #failed: string[] = []

  private constructor(keeping: Keeping) {
    this.#keeping = keeping
  }

  static async open(keeping: Keeping): Promise<{ journal: PostgresJournal; content: JournalContent }> {
    const journal = new PostgresJournal(keeping)
    return { journal, content: await journal.#read() }
  }

  /** The server is asked for space when something is written, and says so when there is none. */
  async hasSpaceFor(): Promise<boolean> {
    return await Promise.resolve(true)
  }

  async accept(version: number, rows: readonly Buffer[], notes: unknown): Promise<JournalEntry> {
    return await this.#insert({
      name: nameOfBatch(version, random()),
      kind: 'accepted',
      version,
      content: Buffer.concat(rows),
      notes,
    })
  }

  async merge(
    batches: readonly JournalEntry[],
    rows: readonly Buffer[],
    notes: unknown,
  ): Promise<JournalEntry> {
    const merge = namedMerge(batches, random())
    return await this.#insert({ ...merge, kind: 'merge', content: Buffer.concat(rows), notes })
  }

  async readAccepted({ name }: JournalEntry): Promise<Buffer> {
    return await store.selectContent(this.#keeping.db, name)
  }

  async readInserted({ name }: JournalEntry): Promise<Buffer> {
    return await store.selectContent(this.#keeping.db, name)
  }

  async readNotes({ name }: JournalEntry): Promise<unknown> {
    return await store.selectNotes(this.#keeping.db, name)
  }

  async withMergeFile({ name }: JournalEntry, work: (path: string) => Promise<void>): Promise<void> {
    await this.withScratch(await store.selectContent(this.#keeping.db, name), work)
  }

  async finishMerge(merge: JournalEntry, batches: readonly JournalEntry[]): Promise<void> {
    await this.#write(async (transaction) => {
      await store.updateToInserted(
        transaction,
        batches.map(({ name }) => name),
      )
      await store.deleteEntries(transaction, [merge.name])
    })
  }

  async deleteInserted(entries: readonly JournalEntry[]): Promise<void> {
    const names = entries.map(({ name }) => name)
    await this.#write(async (transaction) => await store.deleteEntries(transaction, names))
  }

  async withScratch(content: Buffer, work: (path: string) => Promise<void>): Promise<void> {
    await withScratchFile(this.#keeping.scratchFolder, content, work)
  }

  async noteChange(number: number): Promise<void> {
    const name = nameOfBatch(number, '0')
    await this.#insert({ name, kind: 'change', version: number, content: Buffer.alloc(0), notes: undefined })
  }

  async forgetChange(number: number): Promise<void> {
    await this.#write(
      async (transaction) => await store.deleteEntries(transaction, [nameOfBatch(number, '0')]),
    )
  }

  /** The server keeps what it has acknowledged. */
  async whenKept(forget: () => Promise<void>): Promise<void> {
    await forget()
  }

  async noteInserted(version: number, rows: Buffer): Promise<JournalEntry> {
    const name = nameOfBatch(version, random())
    return await this.#insert({ name, kind: 'inserted', version, content: rows, notes: undefined })
  }

  async #insert(row: store.JournalRow): Promise<JournalEntry> {
    const { name, version, content } = row
    try {
      await this.#write(async (transaction) => await store.insertEntry(transaction, row))
    } catch (error) {
      this.#failed.push(name)
      throw error
    }
    return { name, version, bytes: content.length }
  }

  async #write(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const { db, fence } = this.#keeping
    const failed = this.#failed
    await db.transaction().execute(async (transaction) => {
      await fence(transaction)
      if (failed.length > 0) await store.deleteEntries(transaction, failed)
      await work(transaction)
    })
    this.#failed = this.#failed.filter((name) => !failed.includes(name))
  }

  async #read(): Promise<JournalContent> {
    const content: JournalContent = { accepted: [], inserted: [], merges: [], changes: [] }
    for (const { kind, ...entry } of await store.selectEntries(this.#keeping.db)) {
      if (kind === 'accepted') content.accepted.push(entry)
      else if (kind === 'inserted') content.inserted.push(entry)
      else if (kind === 'merge') content.merges.push(entry)
      else if (kind === 'change') content.changes.push(entry.version)
    }
    return content
  }
}

function random(): string {
  return randomBytes(6).toString('hex')
}
