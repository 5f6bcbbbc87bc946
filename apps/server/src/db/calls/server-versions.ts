import { joinWithAnd } from '@callboard/contract/format-names'
import { sql } from 'kysely'
import { z } from 'zod'
import { StartError } from '../../lib/files/data-dir.ts'
import type { CallStore, Replicas } from './call-store.ts'
import { readConfigured } from './cluster-check.ts'
import type { Db } from '../tables/schema.ts'

const oldestPostgres = 18

/** Older ones may apply an update to some of the parts of a table only (ClickHouse issue 117844). */
const oldestClickhouse = [26, 9] as const

/** Throws a StartError when the server of DATABASE_URL does not answer, or is none for the portal. */
export async function requirePostgresServer({
  db,
  ping,
}: {
  db: Db
  ping: () => Promise<void>
}): Promise<void> {
  await requireReachable('DATABASE_URL', ping())
  await requirePostgresVersion(db)
  await requirePostgresLetters(db)
}

/** The same of CLICKHOUSE_URL. Of several servers one may be away. */
export async function requireClickhouseServer(calls: CallStore): Promise<void> {
  if (calls.replicas !== undefined) await requireCluster(calls.replicas)
  await requireReachable('CLICKHOUSE_URL', calls.ping())
  await requireClickhouseVersion(calls)
}

/** Those that answer know each other, and no more than CLICKHOUSE_URL names. One of them is asked from then on. */
async function requireCluster(replicas: Replicas): Promise<void> {
  const { cluster } = replicas
  const servers = await replicas.listServers()
  let known: readonly string[] | undefined
  for (const { name, store, isAnswering } of servers) {
    if (!isAnswering) continue
    await requireClickhouseVersion(store)
    const { hosts, problem } = await readConfigured(store, { cluster, servers: servers.length })
    if (problem !== undefined) throw new StartError(`${name}: ${problem.message} ${problem.action}`)
    known ??= hosts
    if (!hosts.some((host) => known?.includes(host) === true))
      throw new StartError(
        `CLICKHOUSE_URL names servers of two clusters ${cluster}: ${name} knows ${joinWithAnd(hosts)}, another one ${joinWithAnd(known)}.`,
      )
  }
  const [first] = servers.filter(({ isAnswering }) => isAnswering)
  if (first !== undefined) replicas.follow(first.name, 0)
}

/** Throws a StartError when the server is older than what the portal is written for. */
async function requirePostgresVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string; major: number }>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major`.execute(
    db,
  )
  for (const { version, major } of rows)
    if (major < oldestPostgres)
      throw new StartError(
        `The server of DATABASE_URL is PostgreSQL ${version}. The portal needs PostgreSQL ${oldestPostgres} or newer.`,
      )
}

/**
 * Throws a StartError when the database does not know that Í is the capital of í: the names of users would be unique, and
 * found, only as they are typed.
 */
async function requirePostgresLetters(db: Db): Promise<void> {
  const { rows } = await sql<{ locale: string; isKnown: boolean }>`
    SELECT coalesce(datlocale, datctype) AS locale, lower('Í') = 'í' AS "isKnown"
      FROM pg_database WHERE datname = current_database()`.execute(db)
  for (const { locale, isKnown } of rows)
    if (!isKnown)
      throw new StartError(
        `The database of DATABASE_URL has the locale ${locale}, in which only A to Z have small letters. The portal needs one such as C.UTF-8 or en_US.UTF-8.`,
      )
}

const Version = z.object({ version: z.string() })

/** Throws a StartError when the server is older than what the portal is written for. */
async function requireClickhouseVersion(calls: CallStore): Promise<void> {
  const [oldestYear, oldestMonth] = oldestClickhouse
  for (const { version } of await calls.query({ sql: 'SELECT version() AS version', row: Version })) {
    const [year = 0, month = 0] = version.split('.').map(Number)
    if (year < oldestYear || (year === oldestYear && month < oldestMonth))
      throw new StartError(
        `The server of CLICKHOUSE_URL is ClickHouse ${version}, in which updates of calls may get lost. The portal needs ClickHouse ${oldestClickhouse.join('.')} or newer.`,
      )
  }
}

/** Names the setting whose server does not answer, with the server's own message. */
async function requireReachable(
  setting: 'DATABASE_URL' | 'CLICKHOUSE_URL',
  answer: Promise<unknown>,
): Promise<void> {
  try {
    await answer
  } catch (cause) {
    const words = cause instanceof Error && cause.message !== '' ? cause.message : 'there is no answer'
    throw new StartError(`The server of ${setting} cannot be used: ${words.replace(/\.$/, '')}.`, { cause })
  }
}
