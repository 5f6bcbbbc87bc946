import { stat } from 'node:fs/promises'
import { Attribute } from '@callboard/contract/attributes'
import { Mapping } from '@callboard/contract/mappings'
import { StatusWord, SourceSettingValue } from '@callboard/contract/sources'
import { z } from 'zod'
import { change, systemActor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import { countryOfNumbers } from '../../lib/phone.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { ReadCall, SourceContext, SourceEvent, SourceFile } from '../sources/adapter.ts'
import { findAdapter } from '../sources/adapters.ts'
import { rowsOfCalls, splitKnown } from '../sources/rows-of-events.ts'
import { loadSource } from '../sources/sources.ts'
import { allowedFolder, FolderRefused } from './allowed-folder.ts'
import { ImportCount } from './import-count.ts'
import type { ImportFiles } from './import-files.ts'
import { Ledger } from './ledger.ts'
import { findOtherSystem } from './other-system.ts'
import { UnreadableFile } from './read-in-thread.ts'
import { type KeepRecording, RecordingFiles } from './recording-files.ts'
import { type FileEvents, type ImportCustomer, runImport } from './run-import.ts'
import { SeenCalls } from './seen-calls.ts'
import * as store from './store.ts'

export interface ReadingImport {
  db: Db
  ingest: Ingest
  eventIntake: { keep: (sourceId: string, events: readonly SourceEvent[]) => Promise<void> }
  files: ImportFiles
  recordings: ImportRecordings
  row: store.ImportRow
  onCall?: ((read: ReadCall) => void) | undefined
  signal: AbortSignal
}

/** Sound files that lie in folders of the portal. */
export interface ImportRecordings {
  /** Those that the operator allows. */
  folders: readonly string[]
  keep: KeepRecording
}

/** The reason of an abort by which an import is left to the process that writes calls next. */
export class ImportLeft extends Error {
  override readonly name = 'ImportLeft'
}

const progressIntervalMs = 1000

/** Reads the file of an import, from its beginning or as far as an earlier run did not come, and notes what came of it. */
export async function readImport(reading: ReadingImport): Promise<void> {
  const { db, ingest, files, row, signal } = reading
  const { id, kind } = row
  const context = await contextOf(db, row)
  const customer = await customerOf(ingest, row)
  const file = await fileOf(files, row)
  const count = new ImportCount(file.bytes)
  const seen = new SeenCalls()
  const ledger = row.is_dry_run
    ? undefined
    : await Ledger.open(files, id, (entry) => {
        seen.add({ ...entry, isOwn: entry.kind !== 'updated' })
      })
  const sounds = await soundsOf(reading, context)
  const stopped = new AbortController()
  const reporter = new ProgressReporter(reading, { count, onStop: () => stopped.abort() })
  try {
    await runImport({
      ingest,
      customer,
      file,
      kind,
      context,
      count,
      seen,
      ledger,
      onCall: (read) => {
        reading.onCall?.(read)
        sounds?.match(read, { customerId: customer.id, sourceSystem: context.sourceSystem })
      },
      events: eventsOf(reading, { context, customer, count }),
      onHash: async (sha256) => await reporter.write({ sha256, context: JSON.stringify(context) }),
      signal: AbortSignal.any([signal, stopped.signal]),
    })
    if (signal.reason instanceof ImportLeft) return
    if (sounds !== undefined) count.recordings = await sounds.keep(signal)
    await ledger?.close()
    await reporter.end(signal.aborted || stopped.signal.aborted ? 'stopped' : 'done')
  } catch (error) {
    throw error instanceof UnreadableFile ? await withOtherSystem(error, { file, kind }) : error
  } finally {
    await reporter.close()
    await ledger?.close().catch(() => {})
    if (row.path === null) await files.closeForReading(id)
  }
}

/** A file that is none of its source may be one of another system. */
async function withOtherSystem(
  error: UnreadableFile,
  { file, kind }: { file: SourceFile; kind: string },
): Promise<UnreadableFile> {
  const label = await findOtherSystem(file, kind)
  if (label === undefined) return error
  const sentence = `${error.message} It looks like a file of ${label}: import it into a source of that system.`
  return new UnreadableFile(sentence, { cause: error })
}

/** The sound files of the folder that a source names; undefined where it names none. */
async function soundsOf({ row, recordings }: ReadingImport, { settings }: SourceContext) {
  const folder = settings['recordingsFolder']
  if (row.is_dry_run || typeof folder !== 'string' || folder.trim() === '') return undefined
  try {
    const found = await RecordingFiles.in(await allowedFolder(folder.trim(), recordings.folders))
    return {
      match: (...call: Parameters<RecordingFiles['match']>) => found.match(...call),
      keep: async (signal: AbortSignal) => await found.keep(recordings.keep, signal),
    }
  } catch (error) {
    if (!(error instanceof FolderRefused)) throw error
    return { match: () => {}, keep: async () => await Promise.resolve([error.message]) }
  }
}

function eventsOf(
  { db, ingest, row, eventIntake }: ReadingImport,
  { context, customer, count }: { context: SourceContext; customer: ImportCustomer; count: ImportCount },
): FileEvents {
  const { source_id: id, kind } = row
  const adapter = findAdapter(kind)
  return {
    rowsOf: async (events) => {
      if (adapter === undefined) return []
      const rows = await rowsOfCalls(db, { id, adapter, context }, { events })
      const { sourceSystem } = context
      const all = [...rows.values()].flat()
      const { whole, added } = await splitKnown({ db, ingest, customer, sourceSystem }, all)
      // They are when the events are kept.
      count.added += added.length
      return whole
    },
    keep: async (events) => await eventIntake.keep(id, events),
  }
}

/** Everything that a file is read by. */
const Context = z.object({
  sourceSystem: z.string(),
  timeZone: z.string(),
  country: z.string().transform(countryOfNumbers),
  ownNumbers: z.array(z.string()),
  statusWords: z.array(StatusWord),
  settings: z.record(z.string(), SourceSettingValue),
  attributes: z
    .array(Attribute.pick({ key: true, name: true, type: true, choices: true, isActive: true }))
    .optional(),
  mapping: Mapping.optional(),
} satisfies Record<keyof SourceContext, z.ZodType>)

/** As the source was when the file began to be read, so that an earlier run and this one read it alike. */
async function contextOf(db: Db, row: store.ImportRow): Promise<SourceContext> {
  if (row.context !== null) return Context.parse(row.context)
  const source = await loadSource(db, row.source_id)
  if (source === undefined) throw new UnreadableFile('The portal no longer knows this kind of source.')
  return source.context
}

async function customerOf(ingest: Ingest, row: store.ImportRow): Promise<ImportCustomer> {
  const customer = await ingest.findCustomer({ id: row.customer_id })
  if (customer === undefined) throw new UnreadableFile('The customer of the source is gone.')
  return customer
}

async function fileOf(files: ImportFiles, { id, name, path, bytes }: store.ImportRow) {
  if (path === null) return { path: await files.openForReading(id, bytes), name, bytes }
  const found = await stat(path).catch((error: unknown) => {
    throw new UnreadableFile('The file is no longer there.', { cause: error })
  })
  return { path, name, bytes: found.size }
}

/** Writes down how far an import is, and hears whether it is to end. */
class ProgressReporter {
  readonly #reading: ReadingImport
  readonly #count: ImportCount
  readonly #onStop: () => void
  readonly #timer: NodeJS.Timeout
  #writing = Promise.resolve()

  constructor(reading: ReadingImport, { count, onStop }: { count: ImportCount; onStop: () => void }) {
    this.#reading = reading
    this.#count = count
    this.#onStop = onStop
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(async () => await this.write({}).catch(() => {}))
    }, progressIntervalMs).unref()
  }

  /** With what else is known. */
  async write(more: Parameters<typeof store.updateProgress>[2]): Promise<void> {
    const { db, row } = this.#reading
    const started = row.started_at === null && { started_at: new Date() }
    row.started_at ??= new Date()
    const values = { ...this.#figures(), ...started, ...more }
    const isStopping = await change(
      db,
      systemActor,
      async (transaction) => await store.updateProgress(transaction, row.id, values),
    )
    if (isStopping !== false) this.#onStop()
  }

  async end(state: 'done' | 'stopped'): Promise<void> {
    await this.close()
    const { db, row } = this.#reading
    await change(db, systemActor, async (transaction) => {
      const ended = { ...this.#figures(), seconds_left: null, ended_at: new Date() }
      await store.updateImport(transaction, { id: row.id, states: ['running'] }, { ...ended, state })
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  #figures() {
    const { bytesRead, rows, created, updated, unchanged, rejected, firstCallAt, lastCallAt } = this.#count
    return {
      bytes_read: bytesRead,
      rows,
      created,
      updated,
      unchanged,
      rejected,
      rejections: JSON.stringify(this.#count.rejections()),
      warnings: JSON.stringify(this.#count.warnings()),
      rows_per_second: this.#count.rowsPerSecond,
      seconds_left: this.#count.secondsLeft,
      first_call_at: firstCallAt === null ? null : new Date(firstCallAt),
      last_call_at: lastCallAt === null ? null : new Date(lastCallAt),
    }
  }
}
