import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import {
  type CallStore,
  CallStoreError,
  type CommandRequest,
  type InsertFileRequest,
  newQueryId,
  type QueryRequest,
  type ReadRequest,
  type StreamRequest,
} from './call-store.ts'
import { Integer } from './row-values.ts'
import type { Transaction } from '../tables/schema.ts'

/** What a writer has to show to those before and after it. */
export interface Writer {
  /** Rises from writer to writer. */
  epoch: number
  /** Throws unless this process is certain to be the writer. */
  check: () => void
  /** Aborted when it is not any more. */
  lost: AbortSignal
  /** Called when a greater epoch is recorded than its own; those to come are greater still. */
  giveUp: (recorded: number) => Promise<void>
}

const Epoch = z.object({ epoch: Integer })
const Running = z.object({ id: z.string() })

const askAgainMs = 50
/** A server that has not answered for so long is given up for another one. */
const awayMs = 6000
const watchIntervalMs = 2000

/**
 * The calls of a server, as one writer of several writes them. Its first statement records its epoch and waits until nothing
 * of earlier writers runs; theirs that arrive later fail, as each statement that changes rows asks for the greatest epoch.
 *
 * Three sorts of statements cannot ask. Inserted files are told apart by their deduplication tokens, staged rows by the
 * number of their change. To apply patches harms only what is being written when it begins.
 */
export class FencedCalls implements CallStore {
  readonly #store: CallStore
  readonly #writer: Writer
  readonly #onChosen: () => Promise<void>
  #recorded: Promise<void> | undefined
  /** Since when nothing could be read, or written. */
  readonly #awaySince: { reads?: number | undefined; writes?: number | undefined } = {}

  /** `onChosen` tells the others which of several servers is written to now. */
  constructor(store: CallStore, writer: Writer, onChosen: () => Promise<void> = async () => {}) {
    this.#store = store
    this.#writer = writer
    this.#onChosen = onChosen
    if (store.replicas !== undefined) void this.#watch()
  }

  /** A writer reads what it has written, published or not. */
  get #read(): CallStore {
    return this.#store.replicas?.writing ?? this.#store
  }

  /** Resolves when no earlier writer can change rows any more. */
  async shutOut(): Promise<void> {
    this.#recorded ??= this.#record()
    try {
      await this.#recorded
    } catch (error) {
      this.#recorded = undefined
      throw error
    }
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    return await this.#noting('reads', async () => await this.#read.query(read))
  }

  async lines(read: ReadRequest): Promise<string> {
    return await this.#noting('reads', async () => await this.#read.lines(read))
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    return this.#read.stream(read)
  }

  async insertFile(insert: InsertFileRequest): Promise<void> {
    await this.#write(async () => await this.#store.insertFile({ ...insert, ...this.#running(insert) }))
  }

  async command(command: CommandRequest): Promise<void> {
    await this.#write(
      async () =>
        await this.#store.command({ ...command, ...this.#guarded(command), ...this.#running(command) }),
    )
  }

  async #write(work: () => Promise<void>): Promise<void> {
    await this.#noting('writes', async () => {
      try {
        await this.shutOut()
        await work()
      } catch (error) {
        // Another process has taken over before this one noticed.
        if (error instanceof CallStoreError && error.code === thrown)
          await this.#writer.giveUp(this.#writer.epoch)
        // Whoever asked hears that another process writes, whatever became of the statement here.
        this.#writer.check()
        throw error
      }
    })
  }

  async #noting<T>(kind: 'reads' | 'writes', work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work()
      this.#awaySince[kind] = undefined
      return answer
    } catch (error) {
      if (error instanceof CallStoreError && error.kind === 'unavailable') await this.#noteAway(kind)
      throw error
    }
  }

  /** Those who read need another server also while nobody writes. */
  async #watch(): Promise<void> {
    const { lost } = this.#writer
    while (!lost.aborted) {
      await this.#noting('reads', async () => {
        await this.#read.ping()
        await this.shutOut()
      }).catch(() => undefined)
      await setTimeout(watchIntervalMs, undefined, { signal: lost, ref: false }).catch(() => undefined)
    }
  }

  /**
   * Where there are other servers, the lease is given up: what is on its way to this one must not be done while another one is
   * written to, and has an epoch of its own.
   */
  async #noteAway(kind: 'reads' | 'writes'): Promise<void> {
    const now = performance.now()
    const since = (this.#awaySince[kind] ??= now)
    if (this.#store.replicas === undefined || now - since < awayMs) return
    await this.#writer.giveUp(this.#writer.epoch)
  }

  #guarded({ sql, params }: CommandRequest): Pick<CommandRequest, 'sql' | 'params'> {
    if (!/^\s*(UPDATE|DELETE FROM|INSERT INTO) calls\b/.test(sql)) return { sql }
    return { sql: `${sql} AND ${guard}`, params: { ...params, writer_epoch: this.#writer.epoch } }
  }

  async cancel(queryId: string): Promise<boolean> {
    return await this.#store.cancel(this.#idOf(queryId))
  }

  async ping(): Promise<void> {
    await this.#store.ping()
  }

  /** It is not this one's to close. */
  async close(): Promise<void> {}

  #running({ queryId = newQueryId() }: { queryId?: string }) {
    const { check, lost } = this.#writer
    check()
    return { queryId: this.#idOf(queryId), signal: lost, precondition: check }
  }

  #idOf(queryId: string): string {
    return `${prefix}${this.#writer.epoch}-${queryId}`
  }

  async #record(): Promise<void> {
    const { epoch, check, giveUp } = this.#writer
    check()
    const servers = (await this.#store.replicas?.takeOver()) ?? [this.#store]
    check()
    const [newest] = await this.#read.query({
      sql: 'SELECT max(epoch) AS epoch FROM writer_epoch',
      row: Epoch,
    })
    // Another writer, or PostgreSQL was restored from an older backup.
    if (newest !== undefined && newest.epoch > epoch) await giveUp(newest.epoch)
    check()
    await this.#store.command({
      sql: 'INSERT INTO writer_epoch (epoch) SELECT {epoch:UInt64}',
      params: { epoch },
    })
    for (const server of servers) await this.#endEarlier(server)
    await this.#onChosen()
  }

  /** Resolves when nothing of earlier writers runs there. */
  async #endEarlier(server: CallStore): Promise<void> {
    const { epoch } = this.#writer
    for (;;) {
      const running = await server.query({
        sql: `SELECT Settings['log_comment'] AS id FROM system.processes
          WHERE startsWith(id, {prefix:String}) AND toUInt64OrZero(splitByChar('-', id)[2]) < {epoch:UInt64}`,
        params: { prefix, epoch },
        row: Running,
      })
      if (running.length === 0) return
      for (const { id } of running) await this.#store.cancel(id)
      await setTimeout(askAgainMs)
    }
  }
}

const prefix = 'writer-'

/** What a statement that changes rows asks, as the last of its conditions. */
const guard = `throwIf((SELECT max(epoch) FROM writer_epoch) > {writer_epoch:UInt64}, 'another process writes calls') = 0`
/** ClickHouse's number of what it throws then. */
const thrown = 395

/** To be awaited in a transaction: it throws, or no other process writes calls before the transaction ends. */
export type Fence = (transaction: Transaction) => Promise<void>
