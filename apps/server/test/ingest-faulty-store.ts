import {
  type CallStore,
  CallStoreError,
  type CommandRequest,
  type InsertFileRequest,
  type QueryRequest,
  type ReadRequest,
  type StreamRequest,
} from '../src/db/calls/call-store.ts'

type Step = 'query' | 'supersede' | 'relate' | 'update' | 'insert'

/** The store of calls, with faults: before a statement reaches it, or after it has done it. */
export class FaultyStore implements CallStore {
  #store: CallStore
  /** Awaited before and after each statement; what it throws is the statement's error. */
  before: (step: Step, sql: string) => Promise<void> | void = () => {}
  after: (step: Step, sql: string) => Promise<void> | void = () => {}

  constructor(store: CallStore) {
    this.#store = store
  }

  /** Goes on with another one. */
  replace(store: CallStore): void {
    this.#store = store
  }

  /** Answers to nothing from now on. */
  breakDown(): void {
    this.before = () => {
      throw new CallStoreError('unavailable')
    }
  }

  /** Fails at some steps from now on: before they are done, or after. */
  fail(moment: 'before' | 'after', ...steps: Step[]): void {
    this[moment] = (done) => {
      if (steps.includes(done)) throw new CallStoreError('unavailable')
    }
  }

  recover(): void {
    this.before = () => {}
    this.after = () => {}
  }

  async query<Row>(read: QueryRequest<Row>): Promise<Row[]> {
    return await this.#run('query', read.sql, async () => await this.#store.query(read))
  }

  async lines(read: ReadRequest): Promise<string> {
    return await this.#run('query', read.sql, async () => await this.#store.lines(read))
  }

  stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    return this.#store.stream(read)
  }

  async insertFile(insert: InsertFileRequest): Promise<void> {
    await this.#run('insert', '', async () => await this.#store.insertFile(insert))
  }

  async command(command: CommandRequest): Promise<void> {
    await this.#run(stepOf(command.sql), command.sql, async () => await this.#store.command(command))
  }

  async cancel(queryId: string): Promise<boolean> {
    return await this.#store.cancel(queryId)
  }

  async ping(): Promise<void> {
    await this.#run('query', '', async () => await this.#store.ping())
  }

  async close(): Promise<void> {
    await this.#store.close()
  }

  async #run<T>(step: Step, sql: string, work: () => Promise<T>): Promise<T> {
    await this.before(step, sql)
    const result = await work()
    await this.after(step, sql)
    return result
  }
}

/** Old versions are taken out, rows with new relations brought. */
function stepOf(sql: string): Step {
  if (sql.startsWith('UPDATE calls SET seen_to')) return 'supersede'
  return sql.startsWith('INSERT INTO calls') ? 'relate' : 'update'
}
