import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { CallInput } from '@callboard/contract/calls'
import type { QuarantinedForm } from '@callboard/contract/quarantine'
import { AppError } from '../../lib/app-error.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type {
  AdaptedCall,
  FileBatch,
  ReadCall,
  SourceContext,
  SourceEvent,
  SourceFile,
} from '../sources/adapter.ts'
import { findAdapter } from '../sources/adapters.ts'
import type { EventRow } from '../sources/rows-of-events.ts'
import type { BatchEnd, Ledger, LedgerEntry } from './ledger.ts'
import type { ImportCount } from './import-count.ts'
import { readInThread } from './read-in-thread.ts'
import type { SeenCalls } from './seen-calls.ts'

export type ImportCustomer = Parameters<Ingest['accept']>[0]
type SentRow = Parameters<Ingest['accept']>[1][number]
type BeforeWriting = NonNullable<Parameters<Ingest['accept']>[2]['beforeWriting']>
type ClassifiedCall = Parameters<BeforeWriting>[0][number]
type Rejection = Parameters<NonNullable<Parameters<Ingest['accept']>[2]['onRejected']>>[0][number]

/** A file to be read, and what is needed for it. */
interface Importing {
  ingest: Ingest
  customer: ImportCustomer
  file: SourceFile
  kind: string
  context: SourceContext
  count: ImportCount
  seen: SeenCalls
  /** Undefined where nothing is to be written: then it is counted what would happen. */
  ledger: Ledger | undefined
  events: FileEvents
  onHash: (sha256: Uint8Array) => Promise<void>
  /** Of each call that is now as the file says. */
  onCall?: ((read: ReadCall) => void) | undefined
  /** On abort the batches under way are finished. */
  signal: AbortSignal
}

/** Of formats whose rows are events. */
export interface FileEvents {
  /** The calls of events, with what was said of the same calls before. */
  rowsOf: (events: readonly SourceEvent[]) => Promise<EventRow[]>
  /** Keeps events for what is said of their calls later. */
  keep: (events: readonly SourceEvent[]) => Promise<void>
}

/** So many are read before calls are made of them. */
const eventsPerBatch = 20_000

/** Rows that are accepted together. More at once would make nothing faster, and keep others waiting. */
const batchRows = 5000
/** So that the next rows are prepared while others wait for the disk and the look-up. */
const acceptConcurrency = 2
/** While calls cannot be accepted. */
const retryMs = 2000
const hourMs = 3_600_000

/** Reads a file and has its calls accepted. Resolves when they can be read. Throws `UnreadableFile`. */
export async function runImport(importing: Importing): Promise<void> {
  const { ingest, file, kind, context, count, signal } = importing
  const loading = new Loading(importing)
  const load = async () => {
    for await (const part of readInThread({ file, kind, context }, signal)) {
      if ('sha256' in part) await importing.onHash(part.sha256)
      else await loading.add(part)
    }
    await loading.end()
    if (importing.ledger !== undefined) await ingest.settled()
  }
  if (importing.ledger === undefined) await load()
  else await ingest.duringLoad(load)
  if (!signal.aborted) count.bytesRead = file.bytes
}

/** Collects the small portions of the reader into batches, of which few are accepted at once. */
class Loading {
  readonly #importing: Importing
  #rows: SentRow[] = []
  #events: SourceEvent[] = []
  #eventRows = 0
  /** Lines that the waiting rows were read from. */
  #lines = 0
  #batches = 0
  readonly #running = new Set<Promise<void>>()
  readonly #dayOfHour = new Map<number, string>()

  /** Lines that cannot be read again by themselves are corrected as calls. */
  readonly #form: QuarantinedForm

  constructor(importing: Importing) {
    this.#importing = importing
    this.#form = findAdapter(importing.kind)?.file?.rowAgain === undefined ? 'call' : 'row'
  }

  async add({ calls, events = [], rejected, rows, bytes, warnings }: FileBatch): Promise<void> {
    const { count } = this.#importing
    for (const read of calls) this.#rows.push(new ImportedRow(read))
    for (const { code, description, value, ...read } of rejected)
      this.#rows.push({ ...read, value: undefined, form: this.#form, error: { code, description, value } })
    this.#lines += rows
    count.bytesRead += bytes
    if (warnings !== undefined) count.fileWarnings = warnings
    for (const event of events) this.#events.push(event)
    if (this.#events.length >= eventsPerBatch) await this.#makeCalls()
    // Batches are alike whenever the file is read, so that those of an earlier run are known again.
    while (this.#rows.length >= batchRows) await this.#send(this.#rows.splice(0, batchRows))
  }

  async end(): Promise<void> {
    await this.#makeCalls()
    await this.#drain()
  }

  async #drain(): Promise<void> {
    const rows = this.#rows.splice(0)
    // What is left of a file that was not read to its end is another batch than it was, or will be.
    if (rows.length > 0 && !this.#importing.signal.aborted) await this.#send(rows)
    await Promise.all(this.#running)
  }

  /** They are kept when their calls are accepted: made of what is kept, these would not be the import's. */
  async #makeCalls(): Promise<void> {
    const { events, ledger, signal } = this.#importing
    const some = this.#events.splice(0)
    if (some.length === 0 || signal.aborted) return
    for (const row of await events.rowsOf(some)) {
      this.#eventRows += 1
      this.#rows.push({ ...row, line: this.#eventRows })
    }
    while (this.#rows.length >= batchRows) await this.#send(this.#rows.splice(0, batchRows))
    await this.#drain()
    if (ledger !== undefined && !signal.aborted) await events.keep(some)
  }

  async #send(rows: readonly SentRow[]): Promise<void> {
    const { count, ledger } = this.#importing
    const batch = this.#batches
    this.#batches += 1
    const lines = this.#lines
    this.#lines = 0
    const digest = digestOf(rows)
    const known = ledger?.endOf(batch)
    if (known?.digest === digest) {
      count.add(known)
      return
    }
    // The file is another one than before, or is read otherwise: nothing is lost when the batch is accepted all the same.
    const number = known === undefined ? batch : batch + otherBatches
    const sending = this.#take({ number, digest, rows, lines }).finally(() => this.#running.delete(sending))
    this.#running.add(sending)
    // An error is thrown here or in `end`.
    if (this.#running.size >= acceptConcurrency) await Promise.race(this.#running)
  }

  async #take({ number: batch, digest, rows, lines }: Batch): Promise<void> {
    const { count, ledger, signal } = this.#importing
    for (;;) {
      try {
        const taken =
          ledger === undefined ? await this.#classify(rows) : await this.#accept(rows, { batch, ledger })
        const end = { digest, ...this.#endOf(rows, { lines, ...taken }) }
        await ledger?.end(batch, end)
        count.add(end)
        return
      } catch (error) {
        // It is tried again for as long as the stores do not answer, in this process or in another one.
        if (!(error instanceof AppError) || error.status !== unavailable) throw error
        if (signal.aborted) return
        await setTimeout(retryMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  async #classify(rows: readonly SentRow[]): Promise<Taken> {
    const { ingest, customer, context } = this.#importing
    const { calls, rejected } = await ingest.classify(customer, rows, { source: context.sourceSystem })
    let doubled = 0
    const outcomes = calls.map((call) => {
      const before = this.#see(call, call.outcome === 'created')
      if (before === undefined) return call.outcome
      doubled += 1
      return before.isSame ? 'unchanged' : 'updated'
    })
    return { outcomes, rejected, doubled }
  }

  async #accept(
    rows: readonly SentRow[],
    { batch, ledger }: { batch: number; ledger: Ledger },
  ): Promise<Taken> {
    const { ingest, customer, context, onCall } = this.#importing
    const outcomes: ClassifiedCall['outcome'][] = []
    let doubled = 0
    await ingest.waitForCapacity(rows.length)
    let rejected: readonly Rejection[] = []
    await ingest.accept(customer, rows, {
      source: context.sourceSystem,
      onRejected: (all) => {
        rejected = all
      },
      beforeWriting: async (classified) => {
        const entries: LedgerEntry[] = []
        for (const call of classified) {
          const before = this.#see(call, call.outcome === 'created')
          const planned = ledger.takePlanned(batch, call)
          if (before !== undefined && planned === undefined) doubled += 1
          const outcome = planned === undefined ? call.outcome : outcomeOf[planned]
          if (call.outcome === 'conflict') continue
          outcomes.push(outcome)
          if (outcome === 'created') entries.push({ ...call, kind: 'created' })
          else if (outcome === 'updated')
            entries.push({ ...call, kind: planned ?? (before?.isOwn === true ? 'again' : 'updated') })
        }
        await ledger.plan(batch, entries)
      },
    })
    if (onCall !== undefined) {
      const refused = new Set(rejected.map(({ row }) => row))
      for (const row of rows) if (row instanceof ImportedRow && !refused.has(row)) onCall(row.read)
    }
    return { outcomes, rejected, doubled }
  }

  #see({ id, contentHash }: ClassifiedCall, isOwn: boolean) {
    return this.#importing.seen.add({ id, contentHash, isOwn })
  }

  #endOf(
    rows: readonly SentRow[],
    { lines, outcomes, rejected, doubled }: Taken & { lines: number },
  ): Omit<BatchEnd, 'digest'> {
    const reasons = new Map<string, [count: number, value: string | null]>()
    for (const { error } of rejected) {
      const known = reasons.get(error.description)
      if (known === undefined) reasons.set(error.description, [1, error.value ?? null])
      else known[0] += 1
    }
    // By themselves: rows of a file and calls that are made of events each count their own lines.
    const refused = new Set<SentRow>(rejected.map(({ row }) => row))
    const starts = rows.flatMap((row) => (refused.has(row) ? [] : startOf(row.value)))
    const count = (outcome: string) => outcomes.filter((other) => other === outcome).length
    return {
      rows: lines,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      rejected: rejected.length,
      doubled,
      rejections: Array.from(reasons, ([description, reason]) => [description, ...reason]),
      days: [...new Set(starts.map((ms) => this.#dayOf(ms)))],
      firstCallAt: isoOf(starts.reduce((one, other) => Math.min(one, other), Infinity)),
      lastCallAt: isoOf(starts.reduce((one, other) => Math.max(one, other), -Infinity)),
    }
  }

  /** In the zone of the source. */
  #dayOf(ms: number): string {
    const hour = Math.floor(ms / hourMs)
    const known = this.#dayOfHour.get(hour)
    if (known !== undefined) return known
    const at = Temporal.Instant.fromEpochMilliseconds(ms)
    const day = at.toZonedDateTimeISO(this.#importing.context.timeZone).toPlainDate().toString()
    this.#dayOfHour.set(hour, day)
    return day
  }
}

const unavailable = 503
const otherBatches = 2 ** 30

/** Rows that are accepted together. */
interface Batch {
  number: number
  digest: number
  rows: readonly SentRow[]
  /** Lines of the file that they were read from. */
  lines: number
}

/** Tells batches apart. */
function digestOf(rows: readonly SentRow[]): number {
  return rows.reduce((sum, row) => crc32(nameOf(row), sum), 0)
}

function nameOf(row: SentRow): string {
  return row instanceof ImportedRow ? `${row.line} ${row.value.externalCallId}` : `${row.line}`
}

interface Taken {
  outcomes: readonly ClassifiedCall['outcome'][]
  rejected: readonly Rejection[]
  /** Calls that the file has had before. */
  doubled: number
}

const outcomeOf = { created: 'created', updated: 'updated', again: 'updated' } as const

function startOf(call: unknown): number[] {
  if (typeof call !== 'object' || call === null || !('startedAt' in call)) return []
  const ms = typeof call.startedAt === 'string' ? Date.parse(call.startedAt) : Number.NaN
  return Number.isNaN(ms) ? [] : [ms]
}

function isoOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null
}

/** A call to be ingested. Its text, for the quarantine, is hardly ever needed. */
class ImportedRow implements SentRow {
  readonly line: number
  readonly value: AdaptedCall
  readonly input?: CallInput
  readonly form: QuarantinedForm
  readonly read: ReadCall

  constructor(read: ReadCall) {
    this.line = read.line
    this.value = read.call
    if (read.isChecked === true) this.input = read.call
    this.form = read.raw === undefined ? 'call' : 'row'
    this.read = read
  }

  get raw(): string {
    return this.read.raw ?? JSON.stringify(this.value)
  }
}
