import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { batchRowLimit, type CallInput } from '@callboard/contract/calls'
import { formatCount, formatFixed } from '@callboard/contract/format'
import { countryOfNumbers } from '../../lib/phone.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { AdaptedCall, FileBatch, ReadCall } from '../sources/adapter.ts'
import { readInThread } from './read-in-thread.ts'
import { type KeepRecording, RecordingFiles } from './recording-files.ts'

type IngestCustomer = Parameters<Ingest['accept']>[0]
type SentRow = Parameters<Ingest['accept']>[1][number]

export interface FileImport {
  ingest: Ingest
  path: string
  format: 'asterisk'
  customerCode: string
  /** Of the clock of the switch. */
  timeZone: string
  /** Sound files of the switch, which are added to the calls whose ids are in their names. */
  recordings?: { folder: string; keep: KeepRecording } | undefined
  onProgress?: (progress: ImportProgress) => void
  /** On abort the import finishes the current batches. Started again it continues, as nothing is imported twice. */
  signal?: AbortSignal
}

export interface ImportProgress {
  bytes: number
  allBytes: number
  legs: number
  calls: number
  legsPerSecond: number
  /** All of it in one line, for people. */
  text: string
}

export interface ImportSummary {
  /** False when it was stopped before the end of the file. */
  isComplete: boolean
  bytes: number
  legs: number
  calls: number
  created: number
  updated: number
  unchanged: number
  /** Lines that could not be read and calls that were rejected; all are in the quarantine. */
  rejected: number
  elapsedMs: number
  /** Of the file as a whole, each a sentence. */
  warnings: readonly string[]
  /** All of it for people. */
  text: string
}

/** So that the next rows are prepared while others wait for the disk and the look-up. */
const acceptConcurrency = 2

/**
 * Imports the calls of a file. Resolves when they can be read and their relations have been computed. Throws
 * `ImportFileError` when the file is of another format, and the error of the file system when it cannot be read.
 */
export async function importFile(options: FileImport): Promise<ImportSummary> {
  const { ingest, path, format, customerCode, timeZone, onProgress, signal } = options
  const customer = await ingest.findCustomer({ code: customerCode })
  if (customer === undefined) throw new Error(`no customer has the code ${customerCode}`)
  const { size } = await stat(path)
  const files = options.recordings && (await RecordingFiles.in(options.recordings.folder))
  const count = new Count(size)
  const loading = new Loading(ingest, customer, { count, files })
  const file = { path, name: basename(path), bytes: size }
  const source = {
    sourceSystem: format,
    timeZone,
    country: countryOfNumbers(customer.country),
    ownNumbers: [],
    statusWords: [],
    settings: {},
  }
  await ingest.duringLoad(async () => {
    for await (const batch of readInThread({ kind: format, file, source })) {
      if (signal?.aborted === true) break
      await loading.add(batch)
      onProgress?.(count.progress())
    }
    await loading.end()
    await ingest.settled()
  })
  await ingest.relationsSettled()
  const summary = count.summary(signal?.aborted !== true)
  if (options.recordings === undefined || files === undefined) return summary
  const lines = await files.keep(options.recordings.keep, signal)
  return { ...summary, text: [summary.text, ...lines].join('\n') }
}

/** Collects the small portions of the reader into batches, of which few are ingested at once. */
class Loading {
  readonly #ingest: Ingest
  readonly #customer: IngestCustomer
  readonly #count: Count
  readonly #files: RecordingFiles | undefined
  #rows: SentRow[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(
    ingest: Ingest,
    customer: IngestCustomer,
    { count, files }: { count: Count; files: RecordingFiles | undefined },
  ) {
    this.#ingest = ingest
    this.#customer = customer
    this.#count = count
    this.#files = files
  }

  async add(batch: FileBatch): Promise<void> {
    this.#count.calls += batch.calls.length
    for (const read of batch.calls) this.#rows.push(new ImportedRow(read))
    for (const { line, raw, code, description } of batch.rejected) {
      this.#rows.push({ line, raw, value: undefined, error: { code, description } })
    }
    this.#count.bytes += batch.bytes
    this.#count.legs += batch.rows
    this.#count.warnings = batch.warnings ?? []
    if (this.#rows.length >= batchRowLimit) await this.#send()
  }

  async end(): Promise<void> {
    await this.#send()
    await Promise.all(this.#running)
  }

  async #send(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 0) return
    await this.#ingest.roomFor(rows.length)
    const sending = this.#accept(rows).finally(() => this.#running.delete(sending))
    this.#running.add(sending)
    // An error is thrown here or in `end`.
    if (this.#running.size >= acceptConcurrency) await Promise.race(this.#running)
  }

  async #accept(rows: readonly SentRow[]): Promise<void> {
    const answer = await this.#ingest.accept(this.#customer, rows, { source: 'asterisk' })
    this.#count.created += answer.created
    this.#count.updated += answer.updated
    this.#count.unchanged += answer.unchanged
    this.#count.rejected += answer.rejected.length
    if (this.#files === undefined) return
    const rejected = new Set(answer.rejected.map(({ externalCallId }) => externalCallId))
    for (const row of rows)
      if (row instanceof ImportedRow && !rejected.has(row.value.externalCallId))
        this.#files.match(row.read, this.#customer.id, 'asterisk')
  }
}

/** A call to be ingested. Its text, for the quarantine, is hardly ever needed. */
class ImportedRow implements SentRow {
  readonly line: number
  readonly value: AdaptedCall
  readonly input?: CallInput
  readonly read: ReadCall

  constructor(read: ReadCall) {
    this.line = read.line
    this.value = read.call
    if (read.isChecked === true) this.input = read.call
    this.read = read
  }

  get raw(): string {
    return this.read.raw ?? JSON.stringify(this.value)
  }
}

class Count {
  bytes = 0
  legs = 0
  calls = 0
  created = 0
  updated = 0
  unchanged = 0
  rejected = 0
  warnings: readonly string[] = []
  readonly #allBytes: number
  readonly #startedMs = performance.now()

  constructor(allBytes: number) {
    this.#allBytes = allBytes
  }

  progress(): ImportProgress {
    const { bytes, legs, calls } = this
    const legsPerSecond = Math.round(legs / ((performance.now() - this.#startedMs) / 1000))
    const share = this.#allBytes === 0 ? 100 : Math.min(Math.floor((bytes / this.#allBytes) * 100), 100)
    const text = `${share} %, ${formatCount(legs)} legs, ${formatCount(calls)} calls, ${formatCount(legsPerSecond)} legs a second`
    return { bytes, allBytes: this.#allBytes, legs, calls, legsPerSecond, text }
  }

  summary(isComplete: boolean): ImportSummary {
    const { bytes, legs, calls, created, updated, unchanged, rejected, warnings } = this
    const elapsedMs = performance.now() - this.#startedMs
    const lines = [
      `${formatCount(legs)} legs read, ${formatCount(calls)} calls: ${formatCount(created)} created, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged; ${formatCount(rejected)} rejected, in ${formatFixed(elapsedMs / 1000, 1)} s.`,
    ]
    if (!isComplete)
      lines.push(
        'Stopped before the end of the file. Import it again to continue: nothing is imported twice.',
      )
    if (rejected > 0) lines.push('What was rejected is kept in the quarantine.')
    lines.push(...warnings)
    return {
      isComplete,
      bytes,
      legs,
      calls,
      created,
      updated,
      unchanged,
      rejected,
      elapsedMs,
      warnings,
      text: lines.join('\n'),
    }
  }
}
