import { open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import {
  CallStoreError,
  type CallStore,
  type CommandRequest,
  type InsertFileRequest,
  type QueryRequest,
  type ReadRequest,
  type StreamRequest,
} from '#server/db/calls/call-store.ts'
import { asPortal } from '#server/db/calls/requester.ts'
import { toCallStoreError } from '#server/db/calls/engine-errors.ts'
import { type Execution, Executions, killWhenStopped } from '#server/db/calls/executions.ts'
import { guardedStream } from '#server/db/calls/guarded-stream.ts'
import { withoutLateError } from '#server/db/calls/late-error.ts'
import { parseRows } from '#server/db/calls/row-values.ts'
import { type Permit, Semaphore } from '#server/db/calls/semaphore.ts'
import {
  checkParams,
  checkPlainPath,
  commandSeconds,
  commandSettings,
  insertSettings,
  insertTarget,
  killStatement,
  queryLimits,
  readSettings,
  settingsClause,
  streamLimits,
  withSettings,
} from '#server/db/calls/statement-text.ts'

export interface ClickhouseStoreOptions {
  /** `http(s)://user:password@host:8123/database`, of ClickHouse 26.9 or newer. */
  url: string
  /** Statements at once. */
  connections?: number
  waiting?: number
  waitSeconds?: number
  /** After this time without a reader a stream is stopped. */
  streamIdleMs?: number
}

/** A server, as far as others copy from it what it has, and it from them. */
export interface ReplicaStore extends CallStore {
  /** Resolves when its table has all that the others have acknowledged; throws after so many seconds. */
  catchUp(table: string, seconds: number): Promise<void>
}

const killIntervalMs = 500
const leaveAfterMs = 3000
/** Time limits are the engine's; the client's own must not be shorter. */
const requestTimeoutMs = 24 * 3600 * 1000

/** A ClickHouse server, over HTTP. */
export function openClickhouseStore(options: ClickhouseStoreOptions): ReplicaStore {
  return new ClickhouseStore(options)
}

class ClickhouseStore implements ReplicaStore {
  readonly #client: ClickHouseClient
  readonly #semaphore: Semaphore
  readonly #executions = new Executions()
  readonly #streamIdleMs: number
  #closing: Promise<void> | undefined

  constructor(options: ClickhouseStoreOptions) {
    const connections = options.connections ?? 16
    this.#client = createClient({
      url: options.url,
      application: 'callboard',
      request_timeout: requestTimeoutMs,
      // Besides the statements: KILL and ping, which must never wait.
      max_open_connections: connections + 4,
      use_multipart_params_auto: true,
      // Its log would contain SQL; we log the errors.
      log: { level: ClickHouseLogLevel.OFF },
    })
    this.#streamIdleMs = options.streamIdleMs ?? 60_000
    this.#semaphore = new Semaphore({
      size: connections,
      streams: Math.max(1, connections - 2),
      waiting: options.waiting ?? 200,
      waitSeconds: options.waitSeconds ?? 30,
    })
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    return parseRows(await this.lines(read), read.row)
  }

  async lines(read: ReadRequest): Promise<string> {
    checkParams(read.sql, read.params)
    const limits = { ...read.limits, resultRows: read.limits?.resultRows ?? queryLimits.resultRows }
    const seconds = limits.executionSeconds ?? queryLimits.executionSeconds
    return await this.#run(read, seconds, async (execution, { isExtra }) => {
      const result = await this.#client.query({
        ...this.#request(execution),
        query: withSettings(read.sql, readSettings(read, { id: execution.id, isExtra }, limits)),
        query_params: { ...read.params },
        format: 'JSONEachRow',
        // So that an error is always in the status, never in the middle of the rows.
        clickhouse_settings: { wait_end_of_query: 1 },
      })
      return await result.text()
    })
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    return guardedStream(() => {
      const { execution, end } = this.#executions.begin(read)
      return { execution, end, chunks: this.#chunks(execution, read) }
    }, this.#streamIdleMs)
  }

  async insertFile(insert: InsertFileRequest): Promise<void> {
    checkPlainPath(insert.path)
    const seconds = insert.executionSeconds ?? commandSeconds
    await this.#write(insert, seconds, async (execution) => {
      const file = await open(insert.path)
      try {
        const settings = settingsClause(insertSettings(execution.id, insert, seconds))
        const result = await this.#client.exec({
          ...this.#request(execution),
          query: `INSERT INTO ${insertTarget(insert)} ${settings} FORMAT ${insert.format}`,
          values: file.createReadStream({ autoClose: false }),
        })
        await result.stream.toArray()
      } finally {
        await file.close()
      }
    })
  }

  async command(command: CommandRequest): Promise<void> {
    checkParams(command.sql, command.params)
    const seconds = command.executionSeconds ?? commandSeconds
    await this.#write(command, seconds, async (execution) => {
      await this.#client.command({
        ...this.#request(execution),
        query: withSettings(command.sql, commandSettings(command, execution.id, seconds)),
        query_params: { ...command.params },
        clickhouse_settings: { wait_end_of_query: 1 },
      })
    })
  }

  async catchUp(table: string, seconds: number): Promise<void> {
    await this.#write({ sql: `SYSTEM SYNC REPLICA ${table}` }, seconds, async (execution) => {
      await this.#client.command({
        ...this.#request(execution),
        query: `SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT`,
        // It has no clause for settings.
        clickhouse_settings: { receive_timeout: seconds, wait_end_of_query: 1 },
      })
    })
  }

  /** Also finds a statement of another of our processes. */
  async cancel(queryId: string): Promise<boolean> {
    return this.#executions.stop(queryId) || (await this.#kill(queryId))
  }

  async ping(): Promise<void> {
    const answer = await this.#client.ping({ select: true, abort_signal: AbortSignal.timeout(5000) })
    if (!answer.success) throw new CallStoreError('unavailable', { cause: answer.error })
  }

  close(): Promise<void> {
    this.#closing ??= this.#executions.close().then(() => this.#client.close())
    return this.#closing
  }

  async #write(
    statement: Parameters<Executions['run']>[0],
    executionSeconds: number,
    work: (execution: Execution) => Promise<void>,
  ): Promise<void> {
    await asPortal(async () => await this.#run(statement, executionSeconds, work))
  }

  async #run<T>(
    statement: Parameters<Executions['run']>[0],
    executionSeconds: number,
    work: (execution: Execution, permit: Permit) => Promise<T>,
  ): Promise<T> {
    return await this.#executions.run(statement, async (execution) => {
      let permit: Permit | undefined
      try {
        const acquired = await this.#semaphore.acquire(false, execution)
        permit = acquired
        statement.precondition?.()
        return await killWhenStopped(execution, this.#killing(execution, executionSeconds), () =>
          work(execution, acquired),
        )
      } catch (error) {
        throw toCallStoreError(error, execution)
      } finally {
        permit?.release()
      }
    })
  }

  async *#chunks(execution: Execution, read: StreamRequest): AsyncGenerator<Uint8Array, void, undefined> {
    const killing = this.#killing(execution, read.limits?.executionSeconds ?? streamLimits.executionSeconds)
    let permit: Permit | undefined
    let body: Readable | undefined
    try {
      checkParams(read.sql, read.params)
      permit = await this.#semaphore.acquire(true, execution)
      const { isExtra } = permit
      const settings = readSettings(read, { id: execution.id, isExtra }, { ...streamLimits, ...read.limits })
      const answer = await killWhenStopped(execution, killing, () =>
        this.#client.exec({
          ...this.#request(execution),
          query: `${withSettings(read.sql, settings)}\nFORMAT ${read.format}`,
          query_params: { ...read.params },
        }),
      )
      body = answer.stream
      const { abort_signal: leaving } = this.#request(execution)
      const chunks = withoutLateError(addAbortSignal(leaving, body), answer.response_headers)
      for (;;) {
        const chunk = await killWhenStopped(execution, killing, () => chunks.next())
        if (chunk.done === true) return
        yield chunk.value
      }
    } catch (error) {
      throw toCallStoreError(error, execution)
    } finally {
      // A server ends a query when its connection is cut; the KILL is for one that has sent nothing yet.
      if (body?.readableEnded === false) this.#abandon(body, execution)
      permit?.release()
    }
  }

  #abandon(body: Readable, execution: Execution): void {
    body.on('error', () => undefined)
    body.destroy()
    void this.#kill(execution.id).catch(() => undefined)
  }

  /** A stopped request gets a moment for the answer that follows its KILL, then it is aborted. */
  #request(execution: Execution) {
    const leaving = new AbortController()
    execution.signal.addEventListener('abort', () => {
      setTimeout(() => leaving.abort(), leaveAfterMs).unref()
    })
    return { query_id: execution.id, abort_signal: leaving.signal }
  }

  #killing(execution: Execution, executionSeconds: number) {
    // Tried again until the query has ended.
    const kill = () => void this.#kill(execution.id).catch(() => undefined)
    return { executionSeconds, kill, killIntervalMs }
  }

  async #kill(queryId: string): Promise<boolean> {
    const result = await this.#client.exec({ query: `${killStatement(queryId)}\nFORMAT TSV` })
    const chunks = await result.stream.toArray()
    return chunks.length > 0
  }
}
