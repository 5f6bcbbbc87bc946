import { z } from 'zod'
import {
  type CallStore,
  CallStoreError,
  type CommandRequest,
  type InsertFileRequest,
  type QueryRequest,
  type ReadRequest,
  type Replica,
  type Replicas,
  type StreamRequest,
} from './call-store.ts'
import { openClickhouseStore, type ReplicaStore } from './clickhouse-store.ts'
import { Integer } from './row-values.ts'

/** A server that is about to be written to may have much to fetch from the others. */
const catchUpSeconds = 60
/** A change waits this long for a second server to have it, and goes on without: that one is behind, or gone. */
const copySeconds = 5
/** An insert is acknowledged when two servers have it. */
const quorum = { insert_quorum: 2, insert_quorum_timeout: copySeconds * 1000 }

const Active = z.object({ servers: Integer })
const Table = z.object({ name: z.string() })

/**
 * ClickHouse servers that copy from each other what one of them writes. One is written to, and that one is read, so that a read
 * sees all that was published; when it is gone, whoever writes calls chooses another one, and the others follow.
 */
export class ReplicatedCalls implements CallStore, Replicas {
  readonly cluster: string
  readonly #servers: ReadonlyMap<string, ReplicaStore>
  #read: string
  #published = 0
  #written: string | undefined
  /** Whether a second server had the last change; that is tried again while it has not. */
  #copying: 'unknown' | 'followed' | 'alone' = 'unknown'
  #isTrying = false

  constructor({ cluster, urls }: { cluster: string; urls: readonly string[] }) {
    this.cluster = cluster
    this.#servers = new Map(urls.map((url) => [new URL(url).host, openClickhouseStore({ url })]))
    const [first] = this.#servers.keys()
    if (first === undefined) throw new TypeError('a cluster has servers')
    this.#read = first
  }

  get replicas(): Replicas {
    return this
  }

  get written(): string {
    return this.#written ?? this.#read
  }

  get writing(): CallStore {
    return this.#server(this.written)
  }

  follow(server: string, published: number): void {
    // What was asked earlier may be answered later, and that server lack what was published since.
    if (published < this.#published) return
    this.#published = published
    this.#read = server
  }

  async listServers(): Promise<readonly Replica[]> {
    const asked = [...this.#servers].map(async ([name, store]) => {
      const isAnswering = await store.ping().then(
        () => true,
        () => false,
      )
      return { name, store, isAnswering }
    })
    return await Promise.all(asked)
  }

  async takeOver(): Promise<readonly CallStore[]> {
    const answering = (await this.listServers()).filter((one) => one.isAnswering)
    // The one that is read has everything, unless something is wrong with it.
    const order = answering.toSorted(
      (one, other) => Number(other.name === this.#read) - Number(one.name === this.#read),
    )
    let problem: unknown = new CallStoreError('unavailable')
    for (const { name } of order) {
      try {
        await catchUp(this.#server(name), answering.length)
        this.#written = name
        this.#copying = 'unknown'
        return answering.map(({ store }) => store)
      } catch (error) {
        problem = error
      }
    }
    throw problem
  }

  async copied(): Promise<void> {
    const copying = this.#noteCopy()
    // Nobody waits for one that did not follow before.
    if (this.#copying !== 'alone') await copying
  }

  async #noteCopy(): Promise<void> {
    if (this.#copying === 'alone') {
      if (this.#isTrying) return
      this.#isTrying = true
    }
    this.#copying = await this.#copy()
    this.#isTrying = false
  }

  async #copy(): Promise<'followed' | 'alone'> {
    const others = [...this.#servers].filter(([name]) => name !== this.written)
    const copies = others.map(async ([, store]) => await store.catchUp('calls', copySeconds))
    return await Promise.any(copies).then(
      () => 'followed' as const,
      () => 'alone' as const,
    )
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    return await this.#server().query(read)
  }

  async lines(read: ReadRequest): Promise<string> {
    return await this.#server().lines(read)
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    return this.#server().stream(read)
  }

  /** With its token, so that what only a lost server has of it is forgotten together with the token, and inserted again. */
  async insertFile(insert: InsertFileRequest): Promise<void> {
    const settings = this.#copying === 'followed' ? quorum : {}
    try {
      await this.#server(this.written).insertFile({ ...insert, settings })
    } catch (error) {
      this.#copying = 'unknown'
      throw error
    }
  }

  async command(command: CommandRequest): Promise<void> {
    await this.#server(this.written).command(command)
  }

  /** Wherever it runs. */
  async cancel(queryId: string): Promise<boolean> {
    const asked = [...this.#servers.values()].map(
      async (server) => await server.cancel(queryId).catch(() => false),
    )
    return (await Promise.all(asked)).includes(true)
  }

  async ping(): Promise<void> {
    await this.#server().ping()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(async (server) => await server.close()))
  }

  #server(name = this.#read): ReplicaStore {
    const server = this.#servers.get(name)
    // The others may lack what was published.
    if (server === undefined)
      throw new CallStoreError('unavailable', {
        message: `CLICKHOUSE_URL does not name the server ${name}, from which calls are read.`,
      })
    return server
  }
}

/** Throws unless the server has all that is acknowledged, and no other than those that answer can add to it. */
async function catchUp(store: ReplicaStore, answering: number): Promise<void> {
  const tables = await store.query({
    sql: `SELECT name FROM system.tables
      WHERE database = currentDatabase() AND startsWith(engine, 'Replicated') ORDER BY name`,
    row: Table,
  })
  const active = async () => {
    const [found] = await store.query({
      sql: 'SELECT max(active_replicas) AS servers FROM system.replicas WHERE database = currentDatabase()',
      row: Active,
    })
    return found?.servers ?? 0
  }
  // It could still be at work for whoever wrote before.
  if ((await active()) > answering)
    throw new CallStoreError('unavailable', {
      message: 'A ClickHouse server which the others reach does not answer the portal.',
    })
  for (const { name } of tables) await store.catchUp(name, catchUpSeconds)
}
