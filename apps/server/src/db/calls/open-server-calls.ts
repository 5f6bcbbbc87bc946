import type { CallStore } from './call-store.ts'
import { openClickhouseStore } from './clickhouse-store.ts'
import { ReplicatedCalls } from './replicated-calls.ts'

/** The calls on the server of CLICKHOUSE_URL, or on those of a cluster. */
export function openServerCalls(url: string, cluster: string | undefined): CallStore {
  return cluster === undefined
    ? openClickhouseStore({ url })
    : new ReplicatedCalls({ cluster, urls: url.split(',') })
}
