// Node 24 has no Temporal yet.
import 'temporal-polyfill/global'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { WatchedCalls } from './db/calls/watched-calls.ts'
import type { FeatureContext, Foundation, ServicesOf } from './feature.ts'
import { features } from './features.ts'
import { type FileStores, openFileStores } from './file-stores.ts'
import type { DataDir } from './lib/files/data-dir.ts'
import { byLabel, type Metric } from './lib/metric.ts'
import { findTimeZoneProblem, timeZoneRelease } from './lib/time-zone-data.ts'
import { openFeatures } from './open-features.ts'
import { checkSchemas, openStores, type Stores } from './stores.ts'

type Services = ServicesOf<typeof features>

/** The stores, and what the features keep open while the portal runs. */
export interface Runtime extends FeatureContext, Services {
  close(): Promise<void>
}

export async function openRuntime(config: Config, log: Logger, dataDir?: DataDir): Promise<Runtime> {
  const problem = findTimeZoneProblem()
  if (problem !== undefined) log.warn(problem)
  log.info({ timeZoneData: timeZoneRelease }, 'time zone data')
  const stores = await openStores(config, dataDir)
  try {
    await checkSchemas(config, stores)
    return await startRuntime(stores, { config, log })
  } catch (error) {
    await stores.close()
    throw error
  }
}

/** File stores are opened where the configuration says unless they are given. */
interface RuntimeParts extends Partial<FileStores> {
  config: Config
  log: Logger
}

/** Opens all that stands on the stores, whose schemas are up to date, and starts it. */
export async function startRuntime(stores: Stores, parts: RuntimeParts): Promise<Runtime> {
  const { services, close } = await openFeatures(features, await openFoundation(stores, parts))
  return {
    ...services,
    async close() {
      try {
        await close()
      } finally {
        await stores.close()
      }
    },
  }
}

export async function openFoundation(
  stores: Stores,
  { config, log, ...files }: RuntimeParts,
): Promise<Foundation> {
  const calls = new WatchedCalls(stores.calls, { log, slowMs: config.slowQueryMs })
  return {
    ...stores,
    calls,
    storeMetrics: [...calls.metrics, ...postgresMetrics(stores)],
    ...(await openFileStores(config, stores.dataDir, files)),
    config,
    log,
    db: stores.postgres.db,
    publicUrl: config.publicUrl,
    allowedAddresses: config.allowedAddresses ?? [],
    hasPeers: config.databaseUrl !== undefined,
    isIdle: config.process === 'web',
  }
}

function postgresMetrics({ postgres, lease }: Stores): readonly Metric[] {
  if (lease === undefined) return []
  return [
    {
      name: 'postgres_connections',
      help: 'Connections to PostgreSQL that are used or idle, and requests that wait for one.',
      read: () => byLabel('state', { ...postgres.connections() }),
    },
  ]
}
