import type { CallStore } from './call-store.ts'
import type { ClickhouseServers } from '../../lib/outside/clickhouse-urls.ts'
import { openClickhouseStore } from './clickhouse-store.ts'
import { ReplicatedCalls } from './replicated-calls.ts'

/** The calls on a server, or on those of a cluster. */
export function openServerCalls({ urls, cluster }: ClickhouseServers): CallStore {
  return cluster === undefined
    ? openClickhouseStore({ url: urls.join() })
    : new ReplicatedCalls({ cluster, urls })
}
