import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import mysql from 'mysql2'
import { createConnection } from 'mysql2/promise'
import { afterFile } from '../after-file.ts'
import { freePort } from '../free-port.ts'

/** The columns of FreePBX. */
export const cdrTableColumns =
  'calldate,clid,src,dst,dcontext,channel,dstchannel,lastapp,lastdata,duration,billsec,disposition,amaflags,accountcode,uniqueid,userfield,did,recordingfile,cnum,cnam,outbound_cnum,outbound_cnam,dst_cnam,linkedid,peeraccount,sequence'.split(
    ',',
  )

export type CdrTableRow = Readonly<Record<string, string>>

/** A database server with the `cdr` table of FreePBX. */
export interface CdrServer {
  /** Settings and the password of a source that reads it. */
  readonly settings: Readonly<Record<string, string | number>>
  readonly password: string
  add(rows: readonly CdrTableRow[]): Promise<void>
  /** The row of a channel is another one. */
  change(uniqueid: string, values: CdrTableRow): Promise<void>
}

const password = 'table-reader'
const settingsOf = (port: number) => ({ host: '127.0.0.1', port, user: 'callboard', tls: 'none' })

export interface StandIn extends CdrServer {
  /** What was asked. */
  readonly queries: string[]
  /** The number and the words of the error that answers all queries from now on. */
  fail(error: { code: number; message: string } | undefined): void
}

/** Speaks as a MySQL does, as far as a source asks, over rows that a test puts there; closed after the tests of the file. */
export async function openCdrStandIn(): Promise<StandIn> {
  const rows: Record<string, string>[] = []
  const queries: string[] = []
  let failure: { code: number; message: string } | undefined
  let connections = 0
  const server = mysql.createServer((connection) => {
    // The library goes on counting packets where a new command begins.
    const beginCommand = () => Object.assign(connection, { sequenceId: 0 })
    const answer = (sql: string) => {
      queries.push(sql)
      if (failure !== undefined) connection.writeError(failure)
      // As MySQL, which calls it otherwise.
      else if (sql.includes('max_statement_time'))
        connection.writeError({ code: 1193, message: "Unknown system variable 'max_statement_time'" })
      else if (sql.startsWith('SELECT')) writeRows(connection, sql, rows)
      else connection.writeOk()
      beginCommand()
    }
    connection.on('error', () => {})
    connection.on('query', answer)
    // What begins with SET is told of as if it were prepared.
    connection.on('stmt_prepare', answer)
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.0-stand-in',
      connectionId: ++connections,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: allButTls,
      authCallback(_given: unknown, done: (error: null) => void) {
        done(null)
        beginCommand()
      },
    })
  })
  const port = await freePort()
  server.listen(port)
  afterFile(async () => {
    await new Promise<void>((closed) => server.close(() => closed()))
  })
  return {
    settings: settingsOf(port),
    password,
    queries,
    fail: (error) => void (failure = error),
    async add(more) {
      rows.push(...more)
      await Promise.resolve()
    },
    async change(uniqueid, values) {
      for (const row of rows) if (row['uniqueid'] === uniqueid) Object.assign(row, values)
      await Promise.resolve()
    },
  }
}

const allButTls = 0xff_ff_ff & ~0x8_00

function writeRows(connection: mysql.Connection, sql: string, rows: readonly CdrTableRow[]): void {
  const columns = columnsOf(sql)
  connection.writeTextResult(
    rowsOf(sql, rows).map((row) => Object.fromEntries(columns.map(({ from, to }) => [to, row[from] ?? '']))),
    columns.map(({ to }) => definitionOf(to)),
  )
}

function columnsOf(sql: string): { from: string; to: string }[] {
  if (sql.includes('MAX(')) return [{ from: 'calldate', to: 'newest' }]
  if (sql.startsWith('SELECT *')) return cdrTableColumns.map((name) => ({ from: name, to: name }))
  const list = sql.slice(0, sql.indexOf(' FROM '))
  return [...list.matchAll(/`(\w+)` AS `(\w+)`/g)].map(([, from = '', to = '']) => ({ from, to }))
}

function definitionOf(name: string): object {
  const ofTable = { catalog: 'def', schema: 'asteriskcdrdb', table: 'cdr', orgTable: 'cdr' }
  return {
    ...ofTable,
    name,
    orgName: name,
    characterSet: 45,
    columnLength: 1020,
    columnType: 253,
    flags: 0,
    decimals: 0,
  }
}

function rowsOf(sql: string, rows: readonly CdrTableRow[]): CdrTableRow[] {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  if (sql.includes('MAX(')) return sorted.slice(-1)
  const limit = Number(/LIMIT (\d+)/.exec(sql)?.[1])
  const after = /`calldate` > '([^']*)'/.exec(sql)?.[1]
  const at = /`calldate` = '([^']*)'/.exec(sql)?.[1]
  const [, from = '', to = ''] = /BETWEEN '([^']*)' AND '([^']*)'/.exec(sql) ?? []
  const found = sorted.filter(({ calldate = '', channel = '', dstchannel = '' }) => {
    if (after !== undefined) return calldate > after
    if (at !== undefined) return calldate === at
    const isLocal = channel.startsWith('Local/') || dstchannel.startsWith('Local/')
    return isLocal && calldate >= from && calldate <= to
  })
  return found.slice(0, limit)
}

function keyOf({ calldate = '', uniqueid = '', sequence = '' }: CdrTableRow): string {
  return [calldate, uniqueid, sequence.padStart(9, '0')].join(' ')
}

/** Whether a MariaDB server is installed. */
export const hasMariaDb = spawnSync('mariadbd', ['--version']).status === 0

/** MariaDB refuses to run as root. */
const nobody = 65_534

/** Starts a real MariaDB in a folder of its own, with a user who may only SELECT; ended after the tests of the file. */
export async function startMariaDb(): Promise<CdrServer> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-mariadb-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, nobody, nobody)
  const account = isRoot ? { uid: nobody, gid: nobody } : {}
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const port = await freePort()
  const install = [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]
  const installed = spawnSync('mariadb-install-db', install, { ...account, encoding: 'utf8' })
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`)
  const serve = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
  ]
  const server = spawn('mariadbd', serve, { ...account, stdio: 'ignore' })
  afterFile(async () => {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const root = await connected(socket)
  await root.query('CREATE DATABASE asteriskcdrdb')
  await root.query('USE asteriskcdrdb')
  const columns = cdrTableColumns.map((name) => `\`${name}\` ${typeOf(name)}`).join(', ')
  await root.query(`CREATE TABLE cdr (${columns}, KEY (calldate), KEY (uniqueid))`)
  await root.query(`CREATE USER callboard@'127.0.0.1' IDENTIFIED BY '${password}'`)
  await root.query("GRANT SELECT ON asteriskcdrdb.cdr TO callboard@'127.0.0.1'")
  afterFile(() => root.destroy())
  return {
    settings: settingsOf(port),
    password,
    async add(rows) {
      const values = rows.map((row) =>
        cdrTableColumns.map((name) => row[name] || (isNumber(name) ? '0' : '')),
      )
      await root.query(`INSERT INTO cdr VALUES ?`, [values])
    },
    async change(uniqueid, values) {
      await root.query('UPDATE cdr SET ? WHERE uniqueid = ?', [values, uniqueid])
    },
  }
}

async function connected(socketPath: string) {
  for (;;) {
    try {
      return await createConnection({ socketPath, user: 'root' })
    } catch (error) {
      if (
        !(
          error instanceof Error &&
          'code' in error &&
          (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
        )
      )
        throw error
      await setTimeout(100)
    }
  }
}

function typeOf(name: string): string {
  if (name === 'calldate') return 'datetime NOT NULL'
  return isNumber(name) ? 'int NOT NULL DEFAULT 0' : "varchar(255) NOT NULL DEFAULT ''"
}

function isNumber(name: string): boolean {
  return ['duration', 'billsec', 'amaflags', 'sequence'].includes(name)
}
