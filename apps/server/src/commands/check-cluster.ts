import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { onCluster } from '../db/calls/cluster-statements.ts'
import type { CallStore } from '../db/calls/call-store.ts'
import { ReplicatedCalls } from '../db/calls/replicated-calls.ts'
import { Integer } from '../db/calls/row-values.ts'
import { requireClickhouseServer } from '../db/calls/server-versions.ts'
import { findApart } from '../db/calls/cluster-check.ts'
import { lightweight } from '../features/ingest/changes/snapshot-store.ts'
import { type CommandContext, CommandError } from './command.ts'

type Output = Pick<CommandContext, 'print'>

const table = 'cluster_check'
const rows = 100_000
const pollIntervalMs = 500
const waitMs = 60_000

const create = `CREATE TABLE ${table} (id UInt64, batch UInt64, month Date, seen_to UInt64, number UInt64)
  ENGINE = MergeTree PARTITION BY toYYYYMM(month) ORDER BY id
  SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1, non_replicated_deduplication_window = 10000`
const drop = `DROP TABLE IF EXISTS ${table}`
const insert = `INSERT INTO ${table} SELECT number, {batch:UInt64}, toDate('2026-01-01') + number % 90, 0, number
  FROM numbers({rows:UInt64})`

const State = z.object({ rows: Integer, corrected: Integer, hash: z.string() })
const stateSql = `SELECT count() AS rows, countIf(seen_to != 0) AS corrected,
  toString(sum(cityHash64(id, batch, month, seen_to, number))) AS hash FROM ${table}`

/**
 * Tries, with a table of its own, what the portal needs of the cluster that the environment names: that each server has what one
 * of them wrote, corrected, wrote twice and deleted, and that the others go on when one is stopped by hand. Throws when
 * something is not so.
 */
export async function checkCluster(config: Config, { print }: Output): Promise<void> {
  const { urls = [], cluster } = config.clickhouse ?? {}
  if (cluster === undefined)
    throw new CommandError('Set CLICKHOUSE_CLUSTER, and the servers in CLICKHOUSE_URL.')
  const calls = new ReplicatedCalls({ cluster, urls })
  try {
    await requireClickhouseServer(calls)
    await checkServers(calls, print)
    await checkTable(calls, print)
    print('The cluster does what the portal needs.')
  } finally {
    await calls.close()
  }
}

async function checkTable(calls: ReplicatedCalls, print: Output['print']): Promise<void> {
  const { cluster } = calls
  await calls.command({ sql: onCluster(drop, cluster) })
  try {
    await calls.command({ sql: onCluster(create, cluster) })
    await checkWriting(calls, print)
    await checkStopped(calls, print)
  } finally {
    await calls
      .command({ sql: onCluster(drop, cluster) })
      .catch(() => print(`The table ${table} is left: drop it.`))
  }
}

async function checkServers(calls: ReplicatedCalls, print: Output['print']): Promise<void> {
  const servers = await calls.listServers()
  const silent = servers.find(({ isAnswering: answers }) => !answers)
  if (silent !== undefined) throw new CommandError(`${silent.name} does not answer.`)
  for (const { name, store } of servers) {
    const apart = await findApart(store, { cluster: calls.cluster, servers: servers.length })
    if (apart !== undefined) throw new CommandError(`${name}: ${apart.message} ${apart.action ?? ''}`.trim())
  }
  print(`${servers.length} servers of the cluster ${calls.cluster} answer.`)
}

async function checkWriting(calls: ReplicatedCalls, print: Output['print']): Promise<void> {
  const [first, second = first] = await calls.listServers()
  if (first === undefined || second === undefined) return
  const write = async (store: CallStore, batch: number) =>
    await store.command({
      sql: insert,
      params: { batch, rows },
      settings: { insert_deduplication_token: `check-${batch}` },
    })
  await write(first.store, 1)
  await expectState(
    calls,
    { rows, corrected: 0 },
    { print, fact: `${rows} rows that ${first.name} wrote are on all servers` },
  )
  await write(second.store, 1)
  await expectState(
    calls,
    { rows, corrected: 0 },
    { print, fact: `what ${second.name} was told to write again is there once` },
  )
  const update = `UPDATE ${table} SET seen_to = 7 WHERE id % 10 = 3`
  await first.store.command({ sql: update, settings: lightweight })
  await expectState(
    calls,
    { rows, corrected: rows / 10 },
    { print, fact: `a correction is the same on all servers` },
  )
  const remove = `DELETE FROM ${table} WHERE id % 10 = 3`
  await first.store.command({ sql: remove, settings: lightweight })
  await expectState(calls, { rows: rows * 0.9, corrected: 0 }, { print, fact: `and so is a deletion` })
}

/** By hand, as a program cannot stop a server. */
async function checkStopped(calls: ReplicatedCalls, print: Output['print']): Promise<void> {
  const [stopped] = await calls.listServers()
  if (stopped === undefined || !process.stdin.isTTY)
    return print('Run it in a terminal to try it with a server stopped.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    await terminal.question(`Stop the ClickHouse server ${stopped.name}, then press Enter. `)
    await until(
      async () => !(await isAnswering(calls, stopped.name)),
      () => `${stopped.name} still answers.`,
    )
    // Keeper waits for a while before it takes a server for gone.
    await until(
      async () => await canTakeOver(calls),
      () => 'No other server can be written to.',
    )
    print(`ok  another server, ${calls.written}, can be written to`)
    await calls.command({
      sql: insert,
      params: { batch: 2, rows },
      settings: { insert_deduplication_token: 'check-2' },
    })
    await terminal.question(`Start ${stopped.name} again, then press Enter. `)
    await until(
      async () => await isAnswering(calls, stopped.name),
      () => `${stopped.name} does not answer.`,
    )
    await expectState(
      calls,
      { rows: rows * 1.9, corrected: 0 },
      { print, fact: 'what was written meanwhile is on all servers' },
    )
  } finally {
    terminal.close()
  }
}

async function canTakeOver(calls: ReplicatedCalls): Promise<boolean> {
  return await calls.takeOver().then(
    () => true,
    () => false,
  )
}

async function isAnswering(calls: ReplicatedCalls, name: string): Promise<boolean> {
  return (await calls.listServers()).some((one) => one.name === name && one.isAnswering)
}

async function until(isSo: () => Promise<boolean>, problem: () => string): Promise<void> {
  for (const end = Date.now() + waitMs; !(await isSo()); await sleep(pollIntervalMs))
    if (Date.now() > end) throw new CommandError(problem())
}

/** Within a minute all servers have so many rows, and the same ones. */
async function expectState(
  calls: ReplicatedCalls,
  wanted: Omit<z.infer<typeof State>, 'hash'>,
  { print, fact }: Pick<Output, 'print'> & { fact: string },
): Promise<void> {
  let found: string[] = []
  const isSo = async () => {
    const states = await Promise.all(
      (await calls.listServers()).map(async ({ name, store }) => ({ name, ...(await readState(store)) })),
    )
    found = states.map(
      ({ name, rows: count, corrected }) => `${name} has ${count}, ${corrected} of them corrected`,
    )
    return states.every(
      (state) =>
        state.rows === wanted.rows && state.corrected === wanted.corrected && state.hash === states[0]?.hash,
    )
  }
  await until(isSo, () => `Not so: ${fact}. ${found.join('; ')}.`)
  print(`ok  ${fact}`)
}

async function readState(store: CallStore): Promise<z.infer<typeof State>> {
  const [state] = await store.query({ sql: stateSql, row: State })
  if (state === undefined) throw new TypeError('a count has one row')
  return state
}
