import { z } from 'zod'
import type { CallStore } from '../db/calls/call-store.ts'
import { Integer } from '../db/calls/row-values.ts'
import type { Finding } from '../lib/health-check.ts'

const maxDelaySeconds = 60

const AboutServer = z.object({
  hosts: Integer,
  shards: Integer,
  macros: Integer,
  isReadonly: Integer,
  active: Integer.nullable(),
  delay: Integer,
})

const sql = `SELECT
    (SELECT count() FROM system.clusters WHERE cluster = {cluster:String}) AS hosts,
    (SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {cluster:String}) AS shards,
    (SELECT countIf(macro IN ('shard', 'replica')) FROM system.macros) AS macros,
    max(is_readonly) AS isReadonly, minOrNull(active_replicas) AS active, max(absolute_delay) AS delay
  FROM system.replicas WHERE database = currentDatabase()`

/** What keeps a server from being one of so many of a cluster; undefined when nothing does. */
export async function findApart(
  calls: CallStore,
  { cluster, servers }: { cluster: string; servers: number },
): Promise<Finding | undefined> {
  const [found] = await calls.query({ sql, params: { cluster }, row: AboutServer })
  if (found === undefined) return undefined
  const { hosts, shards, macros, isReadonly, active, delay } = found
  const problem = (message: string, action: string): Finding => ({ state: 'problem', message, action })
  if (hosts === 0)
    return problem(
      `The server knows no cluster ${cluster}.`,
      'CLICKHOUSE_CLUSTER is a name of its remote_servers.',
    )
  if (shards > 1)
    return problem(`The cluster ${cluster} has ${shards} shards.`, 'It needs one: each server has all calls.')
  if (hosts !== servers)
    return problem(
      `The cluster ${cluster} has ${hosts} servers, and CLICKHOUSE_URL names ${servers}.`,
      'Name each of them once.',
    )
  if (macros < 2)
    return problem('The server lacks the macros shard and replica.', 'Set them in its configuration.')
  if (isReadonly > 0)
    return problem('The server cannot write, as it does not reach Keeper.', 'Look at its log.')
  if (active !== null && active < servers)
    return problem(`Of ${servers} servers ${active} are connected to Keeper.`, 'Start the others.')
  if (delay > maxDelaySeconds)
    return problem(`The server is ${delay} seconds behind the others.`, 'Look at its log.')
  return undefined
}
