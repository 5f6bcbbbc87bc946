import { mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { drainPending, Session } from 'chdb'
import {
  CallStoreError,
  type CommandRequest,
  type InsertFileRequest,
  type QueryRequest,
  type ReadRequest,
  type Statement,
  type StreamRequest,
} from '#server/db/calls/call-store.ts'
import { asPortal } from '#server/db/calls/requester.ts'
import type { EmbeddedCallStore } from '#server/db/embedded-calls/call-checkpoints.ts'
import { bindToSession } from '#server/db/embedded-calls/chdb-params.ts'
import { toCallStoreError } from '#server/db/calls/engine-errors.ts'
import { writeEngineConfig } from '#server/db/embedded-calls/engine-config.ts'
import { readOnceWhole, writeInSpace } from '#server/db/embedded-calls/engine-file.ts'
import { type Execution, Executions, killWhenStopped } from '#server/db/calls/executions.ts'
import { guardedStream } from '#server/db/calls/guarded-stream.ts'
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
  streamLimits,
  textLiteral,
  withSettings,
} from '#server/db/calls/statement-text.ts'
import { reserves } from '#server/lib/files/free-space.ts'

export interface ChdbStoreOptions {
  /** Folder of the embedded ClickHouse: only one process can open it, and a process only one folder at a time. */
  path: string
  /** Statements at once. */
  sessions?: number
  /** Statements of each sort (reads and commands, streams) that may wait for a session. */
  waiting?: number
  waitSeconds?: number
  /** After this time without a reader a stream is stopped. */
  streamIdleMs?: number
  /** What files that the engine writes for a stream leave free on their disk. */
  reserveBytes?: number
  /** What merges, inserts and updates leave free. */
  engineReserveBytes?: number
}

const defaultSessions = 6
/** The native calls run in libuv's pool; file reads and DNS look-ups, which run there too, must not wait for them. */
const threadsBeside = 4
const connectionArgs = [
  // For lists of ten thousand ids; the engine's default is 256 kB.
  '--max_query_size=33554432',
  // Merges and applied patches that share its two threads at once: as many as with a server, not 4, which would take
  // seconds to begin with all months.
  '--background_merges_mutations_concurrency_ratio=16',
  // To compile a function takes some 20 ms, longer than most statements do that few calls answer. The default is 3 uses.
  '--min_count_to_compile_expression=30',
  '--min_count_to_compile_aggregate_expression=30',
  '--min_count_to_compile_sort_description=30',
]
const killIntervalMs = 100

/**
 * ClickHouse in this process: a pool of sessions on one folder, each running one statement at a time, and one more for
 * KILL, which must never wait. Throws when the process was started with too few threads.
 */
export function openChdbStore(options: ChdbStoreOptions): EmbeddedCallStore {
  const sessions = options.sessions ?? defaultSessions
  checkThreads(sessions)
  mkdirSync(options.path, { recursive: true })
  // What a run that was killed has left behind.
  rmSync(filesFolder(options.path), { recursive: true, force: true })
  mkdirSync(filesFolder(options.path))
  const configFile = writeEngineConfig(options.path, options.engineReserveBytes ?? reserves.engine)
  const sessionOptions = { connectionArgs: [...connectionArgs, `--config-file=${configFile}`] }
  const opened: Session[] = []
  try {
    for (let count = 0; count <= sessions; count++) opened.push(new Session(options.path, sessionOptions))
  } catch (cause) {
    for (const session of opened) session.close()
    throw new CallStoreError('unavailable', { cause, message: 'The folder of calls cannot be opened.' })
  }
  const [control, ...pool] = opened
  if (control === undefined) throw new TypeError('A store needs a session')
  return new ChdbStore(control, pool, options)
}

/** Where the engine writes what it cannot stream. */
function filesFolder(path: string): string {
  return join(path, 'streamed-files')
}

function checkThreads(sessions: number): void {
  // oxlint-disable-next-line node/no-process-env -- libuv itself reads it, so it cannot be one of our settings
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  const needed = sessions + threadsBeside
  if (threads >= needed) return
  throw new Error(
    `UV_THREADPOOL_SIZE is ${threads}: the embedded store of calls needs at least ${needed}, set before the process starts`,
  )
}

class ChdbStore implements EmbeddedCallStore {
  readonly folder: string
  onDamaged: () => void = () => {}
  readonly #control: Session
  readonly #pool: readonly Session[]
  readonly #semaphore: Semaphore
  readonly #executions = new Executions()
  readonly #streamIdleMs: number
  readonly #filesFolder: string
  readonly #reserveBytes: number
  #closing: Promise<void> | undefined

  constructor(control: Session, pool: readonly Session[], options: ChdbStoreOptions) {
    this.folder = options.path
    this.#control = control
    this.#pool = pool
    this.#streamIdleMs = options.streamIdleMs ?? 60_000
    this.#filesFolder = filesFolder(options.path)
    this.#reserveBytes = options.reserveBytes ?? reserves.files
    this.#semaphore = new Semaphore({
      size: pool.length,
      streams: Math.max(1, pool.length - 2),
      waiting: options.waiting ?? 200,
      waitSeconds: options.waitSeconds ?? 30,
    })
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    return parseRows(await this.lines(read), read.row)
  }

  async lines(read: ReadRequest): Promise<string> {
    const limits = { ...read.limits, resultRows: read.limits?.resultRows ?? queryLimits.resultRows }
    const executionSeconds = limits.executionSeconds ?? queryLimits.executionSeconds
    return await this.#run(read, { executionSeconds, format: 'JSONEachRow' }, (running) =>
      withSettings(read.sql, readSettings(read, running, limits)),
    )
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    return guardedStream(() => {
      const { execution, end } = this.#executions.begin(read)
      const chunks = read.format === 'Parquet' ? this.#file(execution, read) : this.#chunks(execution, read)
      return { execution, end, chunks }
    }, this.#streamIdleMs)
  }

  async insertFile(insert: InsertFileRequest): Promise<void> {
    checkPlainPath(insert.path)
    const executionSeconds = insert.executionSeconds ?? commandSeconds
    const sql = `INSERT INTO ${insertTarget(insert)} SELECT * FROM file({path:String}, ${textLiteral(insert.format)})`
    const { queryId, signal, precondition } = insert
    const statement = { sql, params: { path: insert.path }, queryId, signal, precondition }
    await asPortal(
      async () =>
        await this.#run(statement, { executionSeconds }, ({ id }) =>
          withSettings(sql, insertSettings(id, insert, executionSeconds)),
        ),
    )
  }

  async command(command: CommandRequest): Promise<void> {
    const executionSeconds = command.executionSeconds ?? commandSeconds
    await asPortal(
      async () =>
        await this.#run(command, { executionSeconds }, ({ id }) =>
          withSettings(command.sql, commandSettings(command, id, executionSeconds)),
        ),
    )
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    return await this.#executions.alone(work)
  }

  async administer(sql: string): Promise<void> {
    await this.#executions.run({}, async (execution) => {
      try {
        await this.#withSession(execution, async (session) => {
          await endedOnError(session, session.queryAsync(sql, { format: 'TSV' }))
        })
      } catch (error) {
        throw this.#failure(error, execution)
      }
    })
  }

  cancel(queryId: string): Promise<boolean> {
    return Promise.resolve(this.#executions.stop(queryId))
  }

  async ping(): Promise<void> {
    try {
      this.#control.query('SELECT 1', 'TSV')
    } catch (error) {
      throw toCallStoreError(error)
    }
    await Promise.resolve()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#executions.close()
    for (const session of [...this.#pool, this.#control]) session.close()
    await drainPending()
  }

  /** Runs one statement and returns its output as text. */
  async #run(
    statement: Statement,
    { executionSeconds, format = 'TSV' }: { executionSeconds: number; format?: string },
    build: (running: { id: string; isExtra: boolean }) => string,
  ): Promise<string> {
    checkParams(statement.sql, statement.params)
    return await this.#executions.run(statement, async (execution) => {
      try {
        return await this.#withSession(execution, async (session, permit) => {
          const sql = build({ id: execution.id, isExtra: permit.isExtra })
          const bound = await this.#bind(session, permit, { sql, params: statement.params })
          return await endedOnError(
            session,
            killWhenStopped(execution, this.#killing(execution, executionSeconds), async () => {
              const result = await session.queryAsync(bound, { format })
              return result.text()
            }),
          )
        })
      } catch (error) {
        throw this.#failure(error, execution)
      }
    })
  }

  async *#chunks(execution: Execution, read: StreamRequest): AsyncGenerator<Uint8Array, void, undefined> {
    const executionSeconds = read.limits?.executionSeconds ?? streamLimits.executionSeconds
    const killing = this.#killing(execution, executionSeconds)
    let permit: Permit | undefined
    try {
      permit = await this.#semaphore.acquire(true, execution)
      const session = this.#session(permit)
      const { isExtra } = permit
      const settings = {
        ...readSettings(read, { id: execution.id, isExtra }, { ...streamLimits, ...read.limits }),
        // A stream is analysed on the main thread: the set of an IN must not be built there.
        use_index_for_in_with_subqueries: 0,
      }
      const sql = await this.#bind(session, permit, {
        sql: withSettings(read.sql, settings),
        params: read.params,
      })
      execution.throwIfStopped()
      const stream = session.queryStream(sql, { format: read.format })
      const chunks = stream[Symbol.asyncIterator]()
      try {
        for (;;) {
          const chunk = await killWhenStopped(execution, killing, () => chunks.next())
          if (chunk.done === true) return
          yield chunk.value.raw()
        }
      } finally {
        stream.cancel()
        await endStatement(session)
      }
    } catch (error) {
      throw this.#failure(error, execution)
    } finally {
      permit?.release()
    }
  }

  /** The engine's own stream of a format that is one file is not one (chDB 3.4.0): it writes a file, which is read. */
  async *#file(execution: Execution, read: StreamRequest): AsyncGenerator<Uint8Array, void, undefined> {
    checkParams(read.sql, read.params)
    const executionSeconds = read.limits?.executionSeconds ?? streamLimits.executionSeconds
    const path = join(this.#filesFolder, execution.id)
    let permit: Permit | undefined
    try {
      permit = await this.#semaphore.acquire(true, execution)
      const session = this.#session(permit)
      const { isExtra } = permit
      const settings = readSettings(read, { id: execution.id, isExtra }, { ...streamLimits, ...read.limits })
      const sql = `${withSettings(read.sql, settings)}\nINTO OUTFILE ${textLiteral(path)} FORMAT ${read.format}`
      const bound = await this.#bind(session, permit, { sql, params: read.params })
      const killing = this.#killing(execution, executionSeconds)
      await writeInSpace({ path, reserveBytes: this.#reserveBytes, execution }, async () =>
        endedOnError(
          session,
          killWhenStopped(execution, killing, () => session.queryAsync(bound, { format: 'TSV' })),
        ),
      )
      permit.release()
      permit = undefined
      yield* readOnceWhole(path, read.onWritten)
    } catch (error) {
      throw this.#failure(error, execution)
    } finally {
      permit?.release()
      await rm(path, { force: true })
    }
  }

  async #withSession<T>(
    execution: Execution,
    work: (session: Session, permit: Permit) => Promise<T>,
  ): Promise<T> {
    const permit = await this.#semaphore.acquire(false, execution)
    try {
      return await work(this.#session(permit), permit)
    } finally {
      permit.release()
    }
  }

  async #bind(session: Session, permit: Permit, { sql, params }: Statement): Promise<string> {
    const bound = bindToSession(sql, params, permit.index)
    if (bound.set !== undefined) await session.queryAsync(bound.set, { format: 'TSV' })
    return bound.sql
  }

  #session(permit: Permit): Session {
    const session = this.#pool[permit.index]
    if (session === undefined) throw new TypeError('A permit without a session')
    return session
  }

  #failure(error: unknown, execution: Execution): Error {
    const failure = toCallStoreError(error, execution)
    if (failure instanceof CallStoreError && failure.kind === 'damaged') this.onDamaged()
    return failure
  }

  #killing(execution: Execution, executionSeconds: number) {
    // Synchronous and in its own session, so that it works even when every thread of the pool is busy.
    const kill = () => {
      try {
        this.#control.query(killStatement(execution.id), 'TSV')
      } catch {
        // Tried again until the query has ended.
      }
    }
    return { executionSeconds, kill, killIntervalMs }
  }
}

/** A statement that failed stays in the engine, with its locks, until the session's next one (chDB 3.4.0). */
async function endStatement(session: Session): Promise<void> {
  await session.queryAsync('SELECT 1', { format: 'TSV' })
}

async function endedOnError<T>(session: Session, statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    await endStatement(session)
    throw error
  }
}
