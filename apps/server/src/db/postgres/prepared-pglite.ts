import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Options = Parameters<PGlite['execProtocolStream']>[1]

/** A statement that PostgreSQL has parsed, with what it answered to that. */
interface Prepared {
  text: string
  name: string
  parsed: Messages
  described: Messages | undefined
}

const maxStatements = 500
/** Longer ones write many rows at once, with another text for each number of rows. */
const maxStatementBytes = 10_000

/** PGlite answers without waiting: for longer, a loop of statements does not keep the process from all else. */
const maxTurnMs = 10

/** How words are best looked for depends on what is looked for: a plan for all of them took twice as long. */
const isSearch = /\bi?like\b/i

const kindOf = { query: 0x51, parse: 0x50, describe: 0x44, bind: 0x42, sync: 0x53 } as const
/** PostgreSQL's code, also of a plan whose result has other columns now. */
const featureNotSupported = '0A000'
const describedStatement = 0x53
/** A message begins with its kind and its length; the first name, empty in those of PGlite, comes then. */
const nameAt = 5

/**
 * PGlite that has each statement parsed and planned once, and not at each use: planning a join takes ten times as long as
 * reading a few rows. From its second use on a statement has a name, which is put into the messages of PGlite's own queries.
 *
 * A table that is altered under `SELECT *` breaks the next use of that statement ("cached plan must not change result
 * type"), as everywhere in PostgreSQL; the use after that parses it anew.
 */
export class PreparedPGlite extends PGlite {
  /** By text, the one that was used longest ago first; without a value if it was used once. */
  #statements = new Map<string, Prepared | undefined>()
  #named = 0
  #current: Prepared | undefined
  #decoder = new TextDecoder()
  /** Of the first statement since others had their turn. */
  #turnBeganMs: number | undefined

  override async execProtocolStream(message: Uint8Array, options?: Options): Promise<Messages> {
    if (message[0] === kindOf.parse || message[0] === kindOf.query) await this.#letOthersHaveTheirTurn()
    if (message[0] === kindOf.parse) return await this.#parse(message, options)
    if (this.#current === undefined) return await super.execProtocolStream(message, options)
    if (message[0] === kindOf.bind) return await this.#bind(this.#current, message, options)
    if (message[0] === kindOf.describe && message[nameAt] === describedStatement) {
      return await this.#describe(this.#current, options)
    }
    if (message[0] === kindOf.sync) this.#current = undefined
    return await super.execProtocolStream(message, options)
  }

  async #letOthersHaveTheirTurn(): Promise<void> {
    if (this.#turnBeganMs !== undefined && performance.now() - this.#turnBeganMs > maxTurnMs) await nextTurn()
    if (this.#turnBeganMs !== undefined) return
    this.#turnBeganMs = performance.now()
    setImmediate(() => {
      this.#turnBeganMs = undefined
    })
  }

  async #parse(message: Uint8Array, options?: Options): Promise<Messages> {
    this.#current = undefined
    const end = message.indexOf(0, nameAt + 1)
    const hasTypes = message.length > end + 3
    if (hasTypes || message.length > maxStatementBytes)
      return await super.execProtocolStream(message, options)
    const text = this.#decoder.decode(message.subarray(nameAt + 1, end))
    if (isSearch.test(text)) return await super.execProtocolStream(message, options)
    const known = this.#statements.get(text)
    const wasUsed = this.#statements.delete(text)
    if (!wasUsed) {
      const parsed = await super.execProtocolStream(message, options)
      await this.#keep(text, undefined)
      return parsed
    }
    const statement = known ?? (await this.#prepare(text, options))
    await this.#keep(text, statement)
    this.#current = statement
    return statement.parsed
  }

  async #prepare(text: string, options?: Options): Promise<Prepared> {
    const name = `s${this.#named++}`
    return {
      text,
      name,
      parsed: await super.execProtocolStream(serialize.parse({ name, text }), options),
      described: undefined,
    }
  }

  async #keep(text: string, statement: Prepared | undefined): Promise<void> {
    this.#statements.set(text, statement)
    if (this.#statements.size <= maxStatements) return
    for (const [oldest, dropped] of this.#statements) {
      this.#statements.delete(oldest)
      if (dropped !== undefined) await this.#close(dropped)
      return
    }
  }

  async #describe(statement: Prepared, options?: Options): Promise<Messages> {
    statement.described ??= await super.execProtocolStream(
      serialize.describe({ type: 'S', name: statement.name }),
      options,
    )
    return statement.described
  }

  /** The same message, with the name of the statement after that of the portal. */
  async #bind(statement: Prepared, message: Uint8Array, options?: Options): Promise<Messages> {
    const named = Buffer.concat([
      message.subarray(0, nameAt + 1),
      Buffer.from(statement.name),
      message.subarray(nameAt + 1),
    ])
    named.writeInt32BE(named.length - 1, 1)
    try {
      return await super.execProtocolStream(named, options)
    } catch (error) {
      if (isOutdated(error)) this.#statements.delete(statement.text)
      throw error
    }
  }

  async #close({ name }: Prepared): Promise<void> {
    await super.execProtocolStream(serialize.close({ type: 'S', name }), { syncToFs: false })
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof protocol.messages.DatabaseError && error.code === featureNotSupported
}
