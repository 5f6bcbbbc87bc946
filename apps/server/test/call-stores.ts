import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { CallStore, QueryParams } from '#server/db/calls/call-store.ts'
import { openChdbStore } from '#server/db/embedded-calls/chdb-store.ts'
import { openClickhouseStore } from '#server/db/calls/clickhouse-store.ts'
import { Integer } from '#server/db/calls/row-values.ts'
import { startChdbBridge } from './chdb-http-bridge.ts'
import { forThisMachine } from './time-limits.ts'

export const Count = z.object({ n: Integer })
/** Minutes of work for one row. */
export const endless = 'SELECT sum(sipHash64(number)) AS n FROM numbers(100000000000)'
/** As long, but it sleeps: for what others get meanwhile, which takes no core of theirs. */
export const endlessSleep = {
  sql: 'SELECT count() AS n FROM numbers(100000) WHERE sleepEachRow(0.02) = 0',
  settings: { max_block_size: 1 },
}
export const endlessRows = `SELECT number AS n, repeat('x', 50) AS text FROM numbers(100000000000)`

const limits = { waiting: 20, waitSeconds: 20, streamIdleMs: forThisMachine(1500) }

interface Opened {
  store: CallStore
  close: () => Promise<void>
}

/** Both kinds of store, with four statements at once. */
export const callStores: { name: string; open: (path: string) => Promise<Opened> }[] = [
  {
    name: 'embedded',
    open: async (path) => {
      const store = openChdbStore({ path, sessions: 4, ...limits })
      return Promise.resolve({ store, close: () => store.close() })
    },
  },
  {
    name: 'server',
    open: async (path) => {
      const bridge = await startChdbBridge(path)
      const store = openClickhouseStore({ url: bridge.url, connections: 4, ...limits })
      return { store, close: () => store.close().then(bridge.close) }
    },
  },
]

/** A store on a folder of its own, for one `describe`. */
export class TestStore {
  readonly #openStore: (path: string) => Promise<Opened>
  #folder: string | undefined
  #opened: Opened | undefined

  constructor(open: (path: string) => Promise<Opened>) {
    this.#openStore = open
  }

  get folder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'call-store-'))
    return this.#folder
  }

  get store(): CallStore {
    if (this.#opened === undefined) throw new Error('Not open')
    return this.#opened.store
  }

  async open(): Promise<void> {
    this.#opened = await this.#openStore(join(this.folder, 'data'))
  }

  async reopen(): Promise<void> {
    await this.#opened?.close()
    await this.open()
  }

  async remove(): Promise<void> {
    await this.#opened?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async count(sql: string, params: QueryParams = {}): Promise<number | undefined> {
    return (await this.store.query({ sql, params, row: Count }))[0]?.n
  }

  async isRunning(id: string): Promise<boolean> {
    const sql = `SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = {id:String}`
    return (await this.count(sql, { id })) !== 0
  }

  async untilRunning(id: string, isRunning = true): Promise<void> {
    while ((await this.isRunning(id)) !== isRunning) await delay(20)
  }

  untilEnded(id: string): Promise<void> {
    return this.untilRunning(id, false)
  }
}
