import type { Logger } from 'pino'
import { z } from 'zod'
import { byLabel, type Metric } from '../../lib/metric.ts'
import { noteCall, traced } from '../../lib/tracing.ts'
import { currentRequester } from './requester.ts'
import {
  callStoreErrorKinds,
  type CallStoreErrorKind,
  type CallStore,
  CallStoreError,
  type CommandRequest,
  type InsertFileRequest,
  type QueryRequest,
  type ReadRequest,
  type Replicas,
  type StreamRequest,
} from './call-store.ts'

type StatementKind = 'read' | 'stream' | 'insert' | 'command'

type RequesterKind = 'people' | 'background' | 'portal'

function currentKind(): RequesterKind {
  const requester = currentRequester()
  if (requester === undefined) return 'portal'
  return requester.isBackground ? 'background' : 'people'
}

/** Values are parameters, so that the text says nothing of anybody's calls. */
function attributesOf(sql: string) {
  return { 'db.system.name': 'clickhouse', 'db.query.text': sql }
}

/** A plan costs the engine little, but what is slow because of overload comes in masses. */
const planIntervalMs = 60_000

const PlanLine = z.object({ explain: z.string() })

/** A store of calls that counts its statements and logs the slow reads, at most one in a minute with its plan. */
export class WatchedCalls implements CallStore {
  readonly #store: CallStore
  readonly #log: Logger
  readonly #slowMs: number
  readonly #ended = { read: 0, stream: 0, insert: 0, command: 0 } satisfies Record<StatementKind, number>
  readonly #seconds = { read: 0, stream: 0, insert: 0, command: 0 } satisfies Record<StatementKind, number>
  readonly #underWay = { people: 0, background: 0, portal: 0 }
  readonly #failed = Object.fromEntries(callStoreErrorKinds.map((kind) => [kind, 0]))
  #slow = 0
  #plannedMs = -planIntervalMs

  constructor(store: CallStore, { log, slowMs }: { log: Logger; slowMs: number }) {
    this.#store = store
    this.#log = log
    this.#slowMs = slowMs
  }

  get replicas(): Replicas | undefined {
    return this.#store.replicas
  }

  get metrics(): readonly Metric[] {
    return [
      {
        name: 'call_statements_total',
        help: 'Statements of the store of calls that ended, by what they do.',
        read: () => byLabel('kind', this.#ended),
      },
      {
        name: 'call_statement_seconds_total',
        help: 'The time that statements of the store of calls took; of streams also that of whoever reads them.',
        read: () => byLabel('kind', this.#seconds),
      },
      {
        name: 'call_statement_errors_total',
        help: 'Statements of the store of calls that failed, by why.',
        read: () => byLabel('error', this.#failed),
      },
      {
        name: 'call_statements_under_way',
        help: 'Statements of the store of calls that run or wait for their turn, by whom they are for.',
        read: () => byLabel('for', this.#underWay),
      },
      {
        name: 'slow_call_reads_total',
        help: 'Reads of calls that took longer than SLOW_QUERY_MS and are in the log.',
        read: () => this.#slow,
      },
    ]
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    return await this.#watchRead(read, async () => await this.#store.query(read))
  }

  async lines(read: ReadRequest): Promise<string> {
    return await this.#watchRead(read, async () => await this.#store.lines(read))
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    return this.#watchStream(read.sql, this.#store.stream(read), currentKind())
  }

  async *#watchStream(
    sql: string,
    chunks: AsyncIterable<Uint8Array>,
    requesterKind: RequesterKind,
  ): AsyncIterable<Uint8Array> {
    const startedMs = performance.now()
    this.#underWay[requesterKind] += 1
    let failure: unknown
    try {
      yield* chunks
    } catch (error) {
      failure = error
      this.#noteError(error)
      throw error
    } finally {
      this.#underWay[requesterKind] -= 1
      const ms = performance.now() - startedMs
      this.#noteEnd('stream', ms)
      noteCall('calls stream', attributesOf(sql), { ms, error: failure })
    }
  }

  async insertFile(insert: InsertFileRequest): Promise<void> {
    const sql = `INSERT INTO ${insert.table}`
    await this.#watch({ kind: 'insert', sql }, async () => await this.#store.insertFile(insert))
  }

  async command(command: CommandRequest): Promise<void> {
    const { sql } = command
    await this.#watch({ kind: 'command', sql }, async () => await this.#store.command(command))
  }

  async cancel(queryId: string): Promise<boolean> {
    return await this.#store.cancel(queryId)
  }

  async ping(): Promise<void> {
    await this.#store.ping()
  }

  async close(): Promise<void> {
    await this.#store.close()
  }

  async #watchRead<T>(read: ReadRequest, work: () => Promise<T>): Promise<T> {
    return await this.#watch({ kind: 'read', sql: read.sql }, work, (ms) => {
      if (ms >= this.#slowMs) void this.#logSlow(read, ms)
    })
  }

  async #watch<T>(
    { kind, sql }: { kind: StatementKind; sql: string },
    work: () => Promise<T>,
    onEnd?: (ms: number) => void,
  ): Promise<T> {
    const startedMs = performance.now()
    const requesterKind = kind === 'read' ? currentKind() : 'portal'
    this.#underWay[requesterKind] += 1
    try {
      return await traced(`calls ${kind}`, attributesOf(sql), work)
    } catch (error) {
      this.#noteError(error)
      throw error
    } finally {
      this.#underWay[requesterKind] -= 1
      const ms = performance.now() - startedMs
      this.#noteEnd(kind, ms)
      onEnd?.(ms)
    }
  }

  #noteEnd(kind: StatementKind, ms: number): void {
    this.#ended[kind] += 1
    this.#seconds[kind] += ms / 1000
  }

  #noteError(error: unknown): void {
    const kind: CallStoreErrorKind = error instanceof CallStoreError ? error.kind : 'query'
    this.#failed[kind] = (this.#failed[kind] ?? 0) + 1
  }

  /** Without the values that the statement asks for: these are numbers of callers. */
  async #logSlow(read: ReadRequest, ms: number): Promise<void> {
    this.#slow += 1
    const { user: requester, isBackground } = currentRequester() ?? {}
    const fields = { ms: Math.round(ms), sql: read.sql, requester, isBackground }
    if (performance.now() - this.#plannedMs < planIntervalMs) {
      this.#log.warn(fields, 'a slow read of calls')
      return
    }
    this.#plannedMs = performance.now()
    this.#log.warn({ ...fields, plan: await this.#planOf(read) }, 'a slow read of calls')
  }

  /** The parts and ranges that are read, by index; empty where the engine cannot say. */
  async #planOf({ sql, params }: ReadRequest): Promise<string[]> {
    try {
      const lines = await this.#store.query({
        sql: `EXPLAIN indexes = 1 ${sql}`,
        ...(params !== undefined && { params }),
        row: PlanLine,
      })
      return lines.map(({ explain }) => explain)
    } catch {
      return []
    }
  }
}
