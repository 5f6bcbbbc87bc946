/** Where a replicated table of ours has its place in Keeper, and its copy on each server, by the macros of the servers. */
const engine = `ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')`

/** A token is known for as long as a change may take to be written again. */
const deduplication = 'replicated_deduplication_window_seconds = 604800, replicated_deduplication_window'

/**
 * A statement of a migration for all servers of a cluster, or as it is where there is none. What it creates is replicated; each
 * server runs it, and it fails unless all have.
 */
export function onCluster(sql: string, cluster: string | undefined): string {
  if (cluster === undefined) return sql
  const [, head, verb] = /^\s*((CREATE|ALTER|DROP) TABLE (?:IF (?:NOT )?EXISTS )?\w+)/.exec(sql) ?? []
  // Rows are replicated.
  if (head === undefined) return sql
  const everywhere = sql.replace(head, `${head} ON CLUSTER '${cluster}'`)
  // Its place in Keeper is free again only then.
  if (verb === 'DROP') return `${everywhere.trim()} SYNC`
  return everywhere
    .replace(/ENGINE = MergeTree\b/, `ENGINE = ${engine}`)
    .replace('non_replicated_deduplication_window', deduplication)
}
