import { randomUUID } from 'node:crypto'
import type { z } from 'zod'

/**
 * The one way to the calls in ClickHouse: embedded in this process (chDB) or a server (CLICKHOUSE_URL).
 *
 * SQL text is constant or put together from our own tables of identifiers; a value only ever arrives as a
 * `{name:Type}` parameter. SQL carries no FORMAT and no SETTINGS clause: the store adds both, settings always inline.
 */
export interface CallStore {
  /** All rows of a read, each parsed by its schema; not for results that grow with the data (see `stream`). */
  query<Row>(read: QueryRequest<Row>): Promise<Row[]>
  /**
   * The rows of a read as bytes, never held in memory as a whole, without a header line. A chunk may end anywhere, also
   * within a row (`stream-lines.ts` cuts lines). Runs when iterated; a failure, also a late one, throws from the
   * iterator. A consumer that stops early (`break`, `return`) ends the query too, and so does one that asks for nothing
   * for a minute. Streams are fewer than reads at once: the next waits for its turn.
   */
  stream(read: StreamRequest): AsyncIterable<Uint8Array>
  /**
   * Inserts a local file whole. Repeated with the same token and the same bytes it changes nothing, also after a crash
   * halfway (an insert is atomic per month only). A field that is no column is refused.
   */
  insertFile(insert: InsertFileRequest): Promise<void>
  /** A statement without rows: DDL, lightweight DELETE or UPDATE, INSERT … SELECT. */
  command(command: CommandRequest): Promise<void>
  /** Stops the waiting or running statement of that id; false when none is found. */
  cancel(queryId: string): Promise<boolean>
  /** Resolves when the engine answers, else throws `CallStoreError` of kind `unavailable` (or `timeout`). */
  ping(): Promise<void>
  /** Refuses what is waiting, stops what runs, releases everything. The store cannot be used afterwards. */
  close(): Promise<void>
}

/** An instant is passed as text: see `instantParam` in `row-values.ts`. */
export type QueryValue = string | number | bigint | boolean | null | readonly QueryValue[]
export type QueryParams = Readonly<Record<string, QueryValue>>

export interface Statement {
  sql: string
  params?: QueryParams
  /** Letters, digits, `-` and `_`, at most 64; a random one unless given. What `cancel` is called with. */
  queryId?: string
  /** Aborted, the statement is really stopped in the engine and rejects with kind `cancelled`. */
  signal?: AbortSignal
  /** More inline settings of this statement, names and values from our own code; those the store sets win. */
  settings?: InlineSettings
}

export type InlineSettings = Readonly<Record<string, string | number>>

export interface ReadLimits {
  executionSeconds: number
  memoryBytes: number
  threads: number
  /** Only for `query`: more rows than this are an error, never a cut result. */
  resultRows: number
}

export interface QueryRequest<Row> extends Statement {
  /**
   * Schema of one row, keys as the SELECT names them. 64-bit integers (so every count) and decimals arrive as strings,
   * instants as `YYYY-MM-DD hh:mm:ss.mmm`: the parsers in `row-values.ts` read them.
   */
  row: z.ZodType<Row>
  limits?: Partial<ReadLimits>
}

export const streamFormats = ['CSV', 'TSV', 'JSONEachRow', 'JSONCompactEachRow'] as const
export type StreamFormat = (typeof streamFormats)[number]

export interface StreamRequest extends Statement {
  format: StreamFormat
  limits?: Partial<Omit<ReadLimits, 'resultRows'>>
}

export interface InsertFileRequest {
  /** A name from our own code. */
  table: string
  /** Absolute, without `*?{}[]` (the engine would read them as a pattern and insert nothing, in silence). */
  path: string
  format: StreamFormat
  /** Names these bytes once and for all. */
  deduplicationToken: string
  /** Needed for the formats without names; a table's column not listed gets its default. */
  columns?: readonly string[]
  executionSeconds?: number
}

export interface CommandRequest extends Statement {
  executionSeconds?: number
}

export const callStoreErrorKinds = ['timeout', 'memory', 'cancelled', 'unavailable', 'query'] as const
export type CallStoreErrorKind = (typeof callStoreErrorKinds)[number]

const messages = {
  timeout: 'The query took longer than its limit.',
  memory: 'The query needed more memory, or gave more rows, than its limit.',
  cancelled: 'The query was cancelled.',
  unavailable: 'The store of calls does not answer.',
  query: 'The query failed.',
} as const satisfies Record<CallStoreErrorKind, string>

/** The message tells nothing of SQL, values or paths; the engine's own words are in `cause`, for the log only. */
export class CallStoreError extends Error {
  override readonly name = 'CallStoreError'
  readonly kind: CallStoreErrorKind
  /** ClickHouse's number of the error, where it said one. */
  readonly code: number | undefined

  constructor(kind: CallStoreErrorKind, options: { cause?: unknown; code?: number; message?: string } = {}) {
    super(options.message ?? messages[kind], { cause: options.cause })
    this.kind = kind
    this.code = options.code
  }
}

export function newQueryId(): string {
  return randomUUID()
}
