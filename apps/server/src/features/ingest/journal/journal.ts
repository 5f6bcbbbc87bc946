/** An accepted batch, or the rows of one insert, as it is kept in the journal. */
export interface JournalEntry {
  /** Unique for ever: it is also the deduplication token of the insert. */
  name: string
  version: number
  bytes: number
}

/** What an earlier run left to be done. */
export interface JournalContent {
  /** Accepted, but not known to be inserted; in order. */
  accepted: JournalEntry[]
  /** Inserted, but the relations of their callers may not have been computed. */
  inserted: JournalEntry[]
  /** Unfinished when the process ended; at most one, as there is one insert at a time. */
  merges: JournalEntry[]
  /** Numbers of changes that were begun and not ended; at most one, as there is one at a time. */
  changes: number[]
}

/**
 * Keeps batches from their acceptance until all work on them is done, and notes what is half done, so that the journal alone
 * says what remains after a crash. What a method has written is safe when it resolves, and not there when it throws.
 */
export interface Journal {
  /** False when it would leave the databases too little space to work. */
  hasSpaceFor(bytes: number): Promise<boolean>
  /** Resolves when the batch is safe. When it throws, the batch is not accepted. */
  accept(version: number, rows: readonly Buffer[], notes: unknown): Promise<JournalEntry>
  /** Keeps the rows of an insert, which is repeated with the very same bytes after a crash. */
  merge(batches: readonly JournalEntry[], rows: readonly Buffer[], notes: unknown): Promise<JournalEntry>
  readAccepted(entry: JournalEntry): Promise<Buffer>
  readInserted(entry: JournalEntry): Promise<Buffer>
  /** Undefined for what was written without notes. */
  readNotes(entry: JournalEntry): Promise<unknown>
  /** Gives the rows of an insert to `work` as a local file. */
  withMergeFile(merge: JournalEntry, work: (path: string) => Promise<void>): Promise<void>
  /**
   * Called when the insert is done. The merge is deleted last: as long as it is there, its bytes are inserted again after a
   * crash under the same token, instead of being merged in another way.
   */
  finishMerge(merge: JournalEntry, batches: readonly JournalEntry[]): Promise<void>
  deleteInserted(entries: readonly JournalEntry[]): Promise<void>
  /** Writes a temporary local file for `work`. */
  withScratch(content: Buffer, work: (path: string) => Promise<void>): Promise<void>
  /**
   * Notes that a change begins which is undone if the process ends before it does. What it can be repeated by is for a
   * journal that outlives changes.
   */
  noteChange(number: number, repeatable?: Buffer): Promise<void>
  forgetChange(number: number): Promise<void>
  /** Runs `forget` when the calls as they are now cannot be lost any more. */
  whenKept(forget: () => Promise<void>): Promise<void>
  /** Notes work that follows from a change made elsewhere, as if an inserted batch had made it. */
  noteInserted(version: number, rows: Buffer): Promise<JournalEntry>
}

/** One that says what a change can be repeated by; empty for a change that is undone. */
export interface RepeatableJournal extends Journal {
  readChange(number: number): Promise<Buffer>
  noteKept(number: number): Promise<void>
  readKept(): Promise<number>
}

/** The name of a batch, by which entries are in order. */
export function nameOfBatch(version: number, random: string): string {
  return `${padded(version)}-${random}`
}

/** The name and the version of the merge of these. */
export function namedMerge(batches: readonly JournalEntry[], random: string) {
  const [first, last] = [batches[0], batches.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a merge of nothing')
  return { name: `${padded(first.version)}-${padded(last.version)}-${random}`, version: first.version }
}

function padded(version: number): string {
  return String(version).padStart(16, '0')
}

export function bytesOf(rows: readonly Buffer[]): number {
  return rows.reduce((bytes, some) => bytes + some.length, 0)
}
