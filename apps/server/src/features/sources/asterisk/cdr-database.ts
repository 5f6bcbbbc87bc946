import { connect } from 'node:net'
import type { Connection, ConnectionOptions, RowDataPacket } from 'mysql2/promise'
import { lookupOutside, requireOutside } from '#server/lib/outside/outside-lookup.ts'
import { FetchFailed, type FetchContext } from '../adapter.ts'
import { numberSetting, textSetting } from '../setting-values.ts'
import { columnNamed, type CdrColumn, type CdrRow } from './cdr-columns.ts'
import { databaseFailure, type DatabasePlace } from './database-failure.ts'

const connectMs = 15_000
/** A query that takes longer is ended by the server, so that it is no burden there. */
const querySeconds = 30

export const defaultPort = 3306
export const defaultDatabase = 'asteriskcdrdb'
export const defaultTable = 'cdr'

/** What a database of calls is asked. Times are those of the switch, `2026-03-10 09:00:00`. */
export interface CdrDatabase {
  /** Of those in `cdrColumns`; which there are depends on the version. */
  readonly columns: readonly CdrColumn[]
  /** Rows that begin after a time, the first first. */
  rowsAfter(time: string, limit: number): Promise<CdrRow[]>
  rowsAt(time: string, limit: number): Promise<CdrRow[]>
  /** The legs between two times in which the switch called itself. */
  localRowsBetween(from: string, to: string, limit: number): Promise<CdrRow[]>
  newestTime(): Promise<string | undefined>
}

/** Opens the database of a source for one use, read-only. Throws `FetchFailed`. */
export async function withCdrDatabase<T>(
  context: FetchContext,
  read: (database: CdrDatabase) => Promise<T>,
): Promise<T> {
  const { source, signal, allowedAddresses } = context
  const place = placeOf(context)
  let connection: Connection | undefined
  // The library tells of another error instead.
  let socketError: Error | undefined
  const stream = () =>
    connect({ ...place, lookup: lookupOutside(allowedAddresses) }).on('error', (error) => {
      socketError = error
    })
  const stop = () => connection?.destroy()
  try {
    signal.throwIfAborted()
    const { createConnection } = await import('mysql2/promise')
    connection = await createConnection({ ...optionsOf(context, place), stream })
    signal.addEventListener('abort', stop, { once: true })
    await beginReading(connection)
    return await read(await openTable(connection, textSetting(source, 'table') ?? defaultTable))
  } catch (error) {
    throw databaseFailure(socketError ?? error, { ...place, isAborted: signal.aborted })
  } finally {
    signal.removeEventListener('abort', stop)
    connection?.destroy()
  }
}

function placeOf({ source }: FetchContext): DatabasePlace {
  return {
    host: textSetting(source, 'host') ?? '',
    port: numberSetting(source, 'port', defaultPort),
    database: textSetting(source, 'database') ?? defaultDatabase,
    user: textSetting(source, 'user') ?? '',
  }
}

function optionsOf(
  { source, secrets, allowedAddresses }: FetchContext,
  { host, port, database, user }: DatabasePlace,
): ConnectionOptions {
  requireOutside(host, allowedAddresses)
  const tls = textSetting(source, 'tls') ?? 'verified'
  return {
    host,
    port,
    user,
    database,
    password: secrets['password'] ?? '',
    ...(tls !== 'none' && {
      ssl: { rejectUnauthorized: tls === 'verified', verifyIdentity: tls === 'verified' },
    }),
    connectTimeout: connectMs,
    charset: 'utf8mb4',
    // As the switch wrote them, whose zone the source knows.
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    // A server may not ask for files.
    flags: ['-LOCAL_FILES'],
  }
}

async function beginReading(connection: Connection): Promise<void> {
  try {
    await connection.query(`SET SESSION max_statement_time = ${querySeconds}`)
  } catch {
    // MariaDB counts seconds; MySQL, which does not know that name, milliseconds.
    await connection.query(`SET SESSION max_execution_time = ${querySeconds * 1000}`)
  }
  await connection.query('START TRANSACTION READ ONLY')
}

const nameForm = /^[\w$-]{1,64}(?:\.[\w$-]{1,64})?$/

async function openTable(connection: Connection, name: string): Promise<CdrDatabase> {
  if (!nameForm.test(name))
    throw new FetchFailed(`“${name}” is not the name of a table.`, { isPassing: false })
  const table = name
    .split('.')
    .map((part) => `\`${part}\``)
    .join('.')
  const [, fields] = await connection.query(`SELECT * FROM ${table} LIMIT 0`)
  const columns = new Map(fields.flatMap((field) => columnEntry(field.name)))
  const time = columns.get('start')
  if (time === undefined || !columns.has('channel') || !columns.has('disposition'))
    throw new FetchFailed(`The table ${name} is not one of call detail records.`, { isPassing: false })
  const list = [...columns].map(([column, sent]) => `\`${sent}\` AS \`${column}\``).join(', ')
  const order = ['start', 'uniqueid', 'sequence'].flatMap((column) =>
    columnIn(columns, column) ? [column] : [],
  )
  const select = async (where: string, values: (string | number)[]) => {
    const sql = `SELECT ${list} FROM ${table} WHERE ${where} ORDER BY ${order.map((column) => `\`${column}\``).join(', ')} LIMIT ?`
    const [rows] = await connection.query<RowDataPacket[]>(
      { sql, timeout: querySeconds * 1000 + 5000 },
      values,
    )
    return rows.map(rowOf)
  }
  const at = `\`${time}\``
  return {
    columns: [...columns.keys()],
    rowsAfter: async (after, limit) => await select(`${at} > ?`, [after, limit]),
    rowsAt: async (one, limit) => await select(`${at} = ?`, [one, limit]),
    async localRowsBetween(from, to, limit) {
      const isLocal = "(`channel` LIKE 'Local/%' OR `dstchannel` LIKE 'Local/%')"
      return await select(`${at} BETWEEN ? AND ? AND ${isLocal}`, [from, to, limit])
    },
    async newestTime() {
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT MAX(${at}) AS newest FROM ${table}`)
      const newest: unknown = rows[0]?.['newest']
      return typeof newest === 'string' ? newest : undefined
    },
  }
}

function columnEntry(name: string): [CdrColumn, string][] {
  const column = columnNamed(name)
  return column === undefined ? [] : [[column, name]]
}

function columnIn(columns: ReadonlyMap<CdrColumn, string>, name: string): boolean {
  const column = columnNamed(name)
  return column !== undefined && columns.has(column)
}

function rowOf(packet: RowDataPacket): CdrRow {
  return Object.fromEntries(
    Object.entries(packet).map(([column, value]: [string, unknown]) => [column, textOf(value)]),
  )
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value.toString()
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}
