import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../tables/schema.ts'
import { PostgresHosts } from '../../lib/outside/postgres-hosts.ts'
import { parsers, type Postgres, sessionSettings } from './postgres.ts'
import { ServerWatch, type ServerTimeouts, defaultTimeouts } from './server-watch.ts'
import { traceStatement } from './trace-statement.ts'
import { isBusyPool, isUnreachableDatabase } from './unreachable-database.ts'

export interface ServerSettings {
  /** The most that are open at once. */
  connections?: number | undefined
  /** After which a statement is ended by the server; 0 for never. */
  statementSeconds?: number | undefined
  timeouts?: ServerTimeouts | undefined
}

// Longer than a busy pool keeps anybody waiting.
const maxWaitMs = 30_000

// Of several servers one that says nothing may be the one that is gone.
const maxConnectMs = 5_000

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // oxlint-disable-next-line typescript/no-unsafe-return -- the driver types its parsers as any
    return parsers[oid] ?? pg.types.getTypeParser(oid, format)
  },
}

/** `url` may name several servers, of which the one that can be written to is used. */
export function openPostgresServer(url: string, settings: ServerSettings = {}): Postgres {
  const { connections = 20, statementSeconds = 0, timeouts = defaultTimeouts } = settings
  const hosts = new PostgresHosts(url)
  const watch = new ServerWatch(hosts, { timeouts, isBusy: () => pool.totalCount > pool.idleCount })
  const pool: pg.Pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const connectionTimeoutMillis = hosts.count > 1 ? maxConnectMs : maxWaitMs
        super({ ...config, connectionString: hosts.url, connectionTimeoutMillis })
      }
    },
    application_name: 'callboard',
    max: connections,
    stream: watch.openSocket,
    connectionTimeoutMillis: maxWaitMs,
    types,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client) => {
      await client.query(`${sessionSettings}; SET statement_timeout = ${statementSeconds * 1000}`)
      await requireWritable(client)
    },
  })
  // A connection that breaks is replaced at the next use, and fails the query that it had. It also emits an error, idle or
  // not, which would end the process without a listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = async () => await connectToAny(pool, hosts)
  const { options } = pool
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => await pool.end(), options } }),
    log: traceStatement,
  })
  return {
    db,
    async executeSql(text, values) {
      const client = await connect()
      try {
        const result = await client.query(text, values)
        client.release()
        return result
      } catch (error) {
        // The text may have begun a transaction, which is not ended by its failure.
        client.release(true)
        throw error
      }
    },
    connections() {
      const { totalCount, idleCount, waitingCount } = pool
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    async vacuum() {
      // The server's autovacuum does it.
    },
    async startCopy() {
      throw await Promise.resolve(new Error('the files of a server are not here'))
    },
    async ping() {
      await sql`SELECT 1`.execute(db)
    },
    async close() {
      watch.close()
      await db.destroy()
    },
  }
}

/** Throws the error of the last one when none of the servers will do. */
async function connectToAny(pool: pg.Pool, hosts: PostgresHosts): Promise<pg.PoolClient> {
  for (let tried = 1; ; tried++) {
    const { url } = hosts
    try {
      return await pool.connect()
    } catch (error) {
      if (!isUnreachableDatabase(error) || isBusyPool(error)) throw error
      hosts.moveOn(url)
      if (tried >= hosts.count) throw error
    }
  }
}

const readOnly = '25006'

/** A standby answers what is read, and would for ever refuse what is written over this connection. */
async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
  if (rows[0]?.isStandby === true)
    throw Object.assign(new Error('it is a standby, which cannot be written to'), { code: readOnly })
}
