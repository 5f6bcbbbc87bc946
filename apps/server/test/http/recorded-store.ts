import type { CallStore, QueryRequest, ReadRequest, StreamRequest } from '#server/db/calls/call-store.ts'

export interface RecordedRead {
  sql: string
  params: unknown
  signal: AbortSignal | undefined
}

/** A store of calls that passes everything on and keeps what was read through it. */
export class RecordedStore implements CallStore {
  readonly reads: RecordedRead[] = []
  /** Awaited before rows are read; it may throw. */
  onRead: (() => Promise<void>) | undefined
  readonly #store: CallStore

  constructor(store: CallStore) {
    this.#store = store
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    this.#keep(read)
    await this.onRead?.()
    return await this.#store.query(read)
  }

  async lines(read: ReadRequest): Promise<string> {
    this.#keep(read)
    await this.onRead?.()
    return await this.#store.lines(read)
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    this.#keep(read)
    return this.#store.stream(read)
  }

  insertFile: CallStore['insertFile'] = async (insert) => this.#store.insertFile(insert)
  command: CallStore['command'] = async (command) => this.#store.command(command)
  cancel: CallStore['cancel'] = async (queryId) => this.#store.cancel(queryId)
  ping: CallStore['ping'] = async () => this.#store.ping()
  close: CallStore['close'] = async () => this.#store.close()

  #keep({ sql, params, signal }: Pick<ReadRequest, 'sql' | 'params' | 'signal'>): void {
    this.reads.push({ sql, params: params ?? {}, signal })
  }
}
