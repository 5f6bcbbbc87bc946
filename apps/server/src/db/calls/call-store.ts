import { randomUUID } from 'node:crypto'
import type { z } from 'zod'

/**
 * The store of calls: ClickHouse, embedded in this process (chDB) or as a server (CLICKHOUSE_URL).
 *
 * SQL text is constant or built from our own tables of identifiers; values are always `{name:Type}` parameters. SQL has no
 * FORMAT and no SETTINGS clause: the store adds both, settings always inline.
 */
export interface CallStore {
  /** All rows, each parsed by its schema; not for results that grow with the data (see `stream`). */
  query<Row>(read: QueryRequest<Row>): Promise<Row[]>
  /** The same rows as lines of JSON, which `parseRows` reads. */
  lines(read: ReadRequest): Promise<string>
  /**
   * The rows as bytes without a header line, never in memory as a whole. A chunk may end anywhere, also within a row
   * (`stream-lines.ts` cuts lines). The query runs when iterated, and an error, also a late one, throws from the
   * iterator. A consumer that stops early (`break`, `return`) or reads nothing for a minute ends the query. Fewer streams
   * than reads run at once; further ones wait.
   */
  stream(read: StreamRequest): AsyncIterable<Uint8Array>
  /**
   * Inserts a whole local file. Repeated with the same token and the same bytes it changes nothing, also after a crash
   * halfway (an insert is atomic per month only). Throws for a field that is not a column.
   */
  insertFile(insert: InsertFileRequest): Promise<void>
  /** A statement without rows: DDL, lightweight DELETE or UPDATE, INSERT … SELECT. */
  command(command: CommandRequest): Promise<void>
  /** Stops the waiting or running statement of that id; false when none is found. */
  cancel(queryId: string): Promise<boolean>
  /** Resolves when the engine answers, else throws `CallStoreError` of kind `unavailable` (or `timeout`). */
  ping(): Promise<void>
  /** Rejects the waiting statements, stops the running ones and releases everything. */
  close(): Promise<void>
  /** Where the store is several servers of which each has all calls. */
  readonly replicas?: Replicas
}

export interface Replica {
  /** `host:port`. */
  name: string
  store: CallStore
  isAnswering: boolean
}

/** Servers that copy from each other what one of them writes (docs/decisions/0100-clickhouse-replicated.md). */
export interface Replicas {
  /** Its name in the configuration of the servers. */
  readonly cluster: string
  /** Of the one that is written to, as `host:port`. */
  readonly written: string
  /** What is read there. */
  readonly writing: CallStore
  /** From now on this one is read: whoever writes has published the change of that number there. */
  follow(server: string, published: number): void
  /** Of all servers, by `host:port`, whether they answer now. */
  listServers(): Promise<readonly Replica[]>
  /**
   * Chooses the server that is written to from now on. Resolves when it has all that was ever acknowledged; throws while it is
   * not certain that those which do not answer are cut off from the others, too. Gives those that answer, which may still be
   * at work for whoever wrote before.
   */
  takeOver(): Promise<readonly CallStore[]>
  /** Resolves when a second server has all that is written, or none is there to have it. */
  copied(): Promise<void>
}

/** An instant is passed as text: see `instantParam` in `row-values.ts`. */
export type QueryValue = string | number | bigint | boolean | null | readonly QueryValue[]
export type QueryParams = Readonly<Record<string, QueryValue>>

export interface Statement {
  sql: string
  params?: QueryParams
  /** Letters, digits, `-` and `_`, at most 64; a random one unless given. What `cancel` is called with. */
  queryId?: string
  /** On abort the statement is really stopped in the engine, and rejects with kind `cancelled`. */
  signal?: AbortSignal
  /** Called when the statement is about to be sent, after it has waited; what it throws is the error of the statement. */
  precondition?: () => void
  /** Further inline settings, with names and values from our own code; those that the store sets take precedence. */
  settings?: InlineSettings
}

export type InlineSettings = Readonly<Record<string, string | number>>

export interface ReadLimits {
  executionSeconds: number
  memoryBytes: number
  threads: number
  /** Only for `query`: more rows are an error, never cut off. */
  resultRows: number
}

export interface ReadRequest extends Statement {
  limits?: Partial<ReadLimits>
}

export interface QueryRequest<Row> extends ReadRequest {
  /**
   * Schema of one row, keys as the SELECT names them. 64-bit integers (so every count) and decimals arrive as strings,
   * instants as `YYYY-MM-DD hh:mm:ss.mmm`: the parsers in `row-values.ts` read them.
   */
  row: z.ZodType<Row>
}

/** `Parquet` is one file, not lines: its first bytes come when the engine has read all rows. */
export const streamFormats = ['CSV', 'TSV', 'TSVRaw', 'JSONEachRow', 'JSONCompactEachRow', 'Parquet'] as const
export type StreamFormat = (typeof streamFormats)[number]

export interface StreamRequest extends Statement {
  format: StreamFormat
  limits?: Partial<Omit<ReadLimits, 'resultRows'>>
  /** Told how long a file is that was written before its first bytes are given; what it throws ends the stream. */
  onWritten?: (bytes: number) => Promise<void>
}

export interface InsertFileRequest extends Pick<
  Statement,
  'queryId' | 'signal' | 'precondition' | 'settings'
> {
  /** A name from our own code. */
  table: string
  /** Absolute, without `*?{}[]`: the engine would take it for a pattern and silently insert nothing. */
  path: string
  format: StreamFormat
  /** Stands for these very bytes. */
  deduplicationToken: string
  /** Needed for formats without names; columns that are not listed get their default. */
  columns?: readonly string[]
  executionSeconds?: number
}

export interface CommandRequest extends Statement {
  executionSeconds?: number
}

export const callStoreErrorKinds = [
  'timeout',
  'memory',
  'cancelled',
  'unavailable',
  'busy',
  'damaged',
  'full',
  'query',
] as const
export type CallStoreErrorKind = (typeof callStoreErrorKinds)[number]

const messages = {
  timeout: 'The query took longer than its limit.',
  memory: 'The query needed more memory, or gave more rows, than its limit.',
  cancelled: 'The query was cancelled.',
  unavailable: 'The call store is not responding.',
  busy: 'The call store is busy.',
  damaged: 'Some of the calls cannot be read.',
  full: 'There is no space left for what the query writes.',
  query: 'The query failed.',
} as const satisfies Record<CallStoreErrorKind, string>

/** The message contains no SQL, values or paths; the engine's own message is in `cause`, for the log only. */
export class CallStoreError extends Error {
  override readonly name = 'CallStoreError'
  readonly kind: CallStoreErrorKind
  /** ClickHouse's error number, if it gave one. */
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
