import { z } from 'zod'
import type { Finding } from '../../lib/health-check.ts'
import type { CallStore } from './call-store.ts'
import { Integer } from './row-values.ts'

const maxDelaySeconds = 60

const Configured = z.object({ hosts: z.array(z.string()), shards: Integer, macros: Integer })
const configuredSql = `SELECT arraySort(groupUniqArray(concat(host_name, ':', toString(port)))) AS hosts,
    uniqExact(shard_num) AS shards, (SELECT countIf(macro IN ('shard', 'replica')) FROM system.macros) AS macros
  FROM system.clusters WHERE cluster = {cluster:String}`

const Working = z.object({ isReadonly: Integer, active: Integer.nullable(), delay: Integer })
const workingSql = `SELECT max(is_readonly) AS isReadonly, minOrNull(active_replicas) AS active, max(absolute_delay) AS delay
  FROM system.replicas WHERE database = currentDatabase()`

export interface ClusterPlan {
  cluster: string
  /** How many servers the portal knows. */
  servers: number
}

interface Problem {
  message: string
  action: string
}

/** The servers of the cluster as this one knows them, and what is wrong with that. */
export async function readConfigured(
  calls: CallStore,
  { cluster, servers }: ClusterPlan,
): Promise<{ hosts: readonly string[]; problem: Problem | undefined }> {
  const [found] = await calls.query({ sql: configuredSql, params: { cluster }, row: Configured })
  const { hosts = [], shards = 0, macros = 0 } = found ?? {}
  return { hosts, problem: problemOf({ hosts: hosts.length, shards, macros }, { cluster, servers }) }
}

function problemOf(
  { hosts, shards, macros }: { hosts: number; shards: number; macros: number },
  { cluster, servers }: ClusterPlan,
): Problem | undefined {
  if (hosts === 0)
    return {
      message: `The server knows no cluster ${cluster}.`,
      action: 'CLICKHOUSE_CLUSTER is a name of its remote_servers.',
    }
  if (shards > 1)
    return {
      message: `The cluster ${cluster} has ${shards} shards.`,
      action: 'It needs one: each server has all calls.',
    }
  if (hosts !== servers)
    return {
      message: `The cluster ${cluster} has ${hosts} servers, and CLICKHOUSE_URL names ${servers}.`,
      action: 'Name each of them once.',
    }
  if (macros < 2)
    return {
      message: 'The server lacks the macros shard and replica.',
      action: 'Set them in its configuration.',
    }
  return undefined
}

/** What keeps a server from being one of so many of a cluster; undefined when nothing does. */
export async function findApart(calls: CallStore, plan: ClusterPlan): Promise<Finding | undefined> {
  const { problem } = await readConfigured(calls, plan)
  if (problem !== undefined) return { state: 'problem', ...problem }
  const [found] = await calls.query({ sql: workingSql, row: Working })
  const { isReadonly = 0, active = null, delay = 0 } = found ?? {}
  if (isReadonly > 0)
    return {
      state: 'problem',
      message: 'The server cannot write, as it does not reach Keeper.',
      action: 'Look at its log.',
    }
  if (active !== null && active < plan.servers)
    return {
      state: 'problem',
      message: `Of ${plan.servers} servers ${active} are connected to Keeper.`,
      action: 'Start the others.',
    }
  if (delay > maxDelaySeconds)
    return {
      state: 'problem',
      message: `The server is ${delay} seconds behind the others.`,
      action: 'Look at its log.',
    }
  return undefined
}
