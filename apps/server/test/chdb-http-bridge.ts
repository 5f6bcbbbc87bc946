import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { drainPending, Session } from 'chdb'

const sessionOptions = { connectionArgs: ['--max_query_size=33554432'] }

interface Statement {
  sql: string
  params: Map<string, string>
  /** Local file with the rows of an INSERT … FORMAT. */
  dataPath?: string
}

/** One of several bridges to the same calls, which answers as a server of a cluster does. */
export interface BridgedReplica {
  /** How many servers say that they are connected. */
  active: () => number
  /** The servers of the cluster `calls`, as it knows them. */
  hosts?: readonly string[]
  /** It has lost the others, and answers reads alone. */
  isReadonly: () => boolean
  /** What is told to catch up with the others. */
  onCatchUp: (table: string) => Promise<void>
}

export interface BridgeOptions {
  /** Of the server that it says it is. */
  version?: string
  replica?: BridgedReplica
}

/**
 * The HTTP interface of ClickHouse, as far as the stock client uses it, over chDB in this process. It proves our client's
 * code; users, clusters and replication need a real server. It says that it is of another version than it is.
 */
export async function startChdbBridge(
  path: string,
  { version = '26.9.1.1', replica }: BridgeOptions = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const open = new Session(path, sessionOptions)
  const server = createServer({ maxHeaderSize: 2 ** 21 }, (request, response) => {
    answer({ path, version, replica }, request, response).catch((error: unknown) => refuse(response, error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await drainPending()
      open.close()
      await drainPending()
    },
  }
}

async function answer(
  { path, version, replica }: { path: string; version: string; replica: BridgedReplica | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const statement = await readStatement(request)
  statement.sql = statement.sql.replace('version()', literal(version))
  if (replica?.isReadonly() === true && !/^\s*(SELECT|WITH)\b/i.test(statement.sql))
    throw new Error('Code: 242. DB::Exception: Table is in readonly mode.')
  const [, table] = /^SYSTEM SYNC REPLICA (\w+) LIGHTWEIGHT/.exec(statement.sql) ?? []
  if (table !== undefined) {
    await replica?.onCatchUp(table)
    response.end()
    return
  }
  if (replica !== undefined) statement.sql = asOneServer(statement.sql, replica)
  const session = new Session(path, sessionOptions)
  try {
    for (const [name, value] of statement.params) await session.queryAsync(`SET ${name} = ${literal(value)}`)
    if (/^\s*(SELECT|WITH)\b/i.test(statement.sql)) await answerRows(session, statement.sql, response)
    else response.end((await session.queryAsync(withData(statement), { format: 'TSV' })).text())
  } finally {
    session.close()
    if (statement.dataPath !== undefined) await rm(statement.dataPath, { force: true })
  }
}

/** As a single server understands what is said to one of a cluster; it refuses what cannot be said to either. */
function asOneServer(sql: string, { active, hosts = ['one', 'two'] }: BridgedReplica): string {
  if (
    /^\s*(CREATE|DROP|ALTER) TABLE/.test(sql) &&
    !sql.includes(" ON CLUSTER 'calls'") &&
    !/ (DROP PARTITION|APPLY) /.test(sql)
  )
    throw new Error(`Code: 1. It would be done on one server: ${sql}`)
  if (/ENGINE = MergeTree/.test(sql)) throw new Error(`Code: 1. It would not be replicated: ${sql}`)
  return sql
    .replace(" ON CLUSTER 'calls'", '')
    .replace(/ SYNC(?=\s+SETTINGS|\s*$)/, '')
    .replace(/ReplicatedMergeTree\('[^']+', '\{replica\}'\)/, 'MergeTree')
    .replace(/replicated_deduplication_window_seconds = \d+, (?=replicated_)/, 'non_')
    .replace(
      'FROM system.clusters WHERE',
      `FROM (SELECT 'calls' AS cluster, 1 AS shard_num, arrayJoin(['${hosts.join("', '")}']) AS host_name, 9000 AS port) WHERE`,
    )
    .replace('FROM system.macros', `FROM (SELECT arrayJoin(['shard', 'replica']) AS macro)`)
    .replace("startsWith(engine, 'Replicated')", "endsWith(engine, 'MergeTree')")
    .replace(
      'FROM system.replicas WHERE database = currentDatabase()',
      `FROM (SELECT ${active()} AS active_replicas, 0 AS is_readonly, 0 AS absolute_delay)`,
    )
}

async function readStatement(request: IncomingMessage): Promise<Statement> {
  const url = new URL(request.url ?? '/', 'http://bridge')
  const params = new Map([...url.searchParams].filter(([name]) => name.startsWith('param_')))
  const query = url.searchParams.get('query')
  if (query !== null && request.method === 'POST') {
    const dataPath = join(tmpdir(), `bridge-${randomUUID()}`)
    await pipeline(request, createWriteStream(dataPath))
    return { sql: query, params, dataPath }
  }
  const body = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return { sql: query ?? body.toString('utf8'), params }
  const parts = partsOf(body.toString('utf8'), type)
  for (const [name, value] of parts) if (name.startsWith('param_')) params.set(name, value)
  return { sql: parts.get('query') ?? '', params }
}

/** Values of a multipart form by name. */
function partsOf(body: string, contentType: string): Map<string, string> {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1] ?? ''
  const parts = new Map<string, string>()
  for (const part of body.split(`--${boundary}`)) {
    const [, name, value] = /name="(\w+)"[^]*?\r\n\r\n([^]*)\r\n$/.exec(part) ?? []
    if (name !== undefined && value !== undefined) parts.set(name, value)
  }
  return parts
}

function withData({ sql, dataPath }: Statement): string {
  return dataPath === undefined
    ? sql
    : sql.replace(/\sSETTINGS /, ` FROM INFILE ${literal(dataPath)} SETTINGS `)
}

async function answerRows(session: Session, sql: string, response: ServerResponse): Promise<void> {
  const format = /\sFORMAT (\w+)\s*$/.exec(sql)
  const tag = randomUUID().replaceAll('-', '').slice(0, 16)
  if (format?.[1] === 'Parquet') {
    // A stream of it is not one file (chDB 3.4.0).
    const file = await session.queryAsync(sql.slice(0, format.index), { format: 'Parquet' })
    response.setHeader('x-clickhouse-exception-tag', tag)
    response.end(file.bytes())
    return
  }
  const stream = session.queryStream(sql.slice(0, format?.index), { format: format?.[1] ?? 'TSV' })
  response.on('close', () => stream.cancel())
  try {
    for await (const chunk of stream) {
      if (!response.headersSent) response.setHeader('x-clickhouse-exception-tag', tag)
      if (!response.write(chunk.raw()) && !response.closed) await drained(response)
      if (response.closed) return
    }
  } catch (error) {
    if (!response.headersSent) throw error
    const message = `${error instanceof Error ? error.message : String(error)}\n`
    const size = Buffer.byteLength(message)
    response.end(`\r\n__exception__\r\n${tag}\r\n${message}${size} ${tag}\r\n__exception__\r\n`)
    return
  }
  if (!response.headersSent) response.setHeader('x-clickhouse-exception-tag', tag)
  response.end()
}

function drained(response: ServerResponse): Promise<unknown> {
  return new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  if (!response.headersSent)
    response.writeHead(500, { 'x-clickhouse-exception-code': /\d+/.exec(message)?.[0] ?? '0' })
  response.end(`${message}\n`)
}

function literal(text: string): string {
  return `'${text.replace(/[\\'\n\t\r\0]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`
}
