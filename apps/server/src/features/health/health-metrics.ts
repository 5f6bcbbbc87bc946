import { statfs } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { Integer } from '../../db/calls/row-values.ts'
import type { Database } from '../../db/tables/schema.ts'
import type { FeatureContext } from '../../feature.ts'
import type { LabelledValue, Metric } from '../../lib/metric.ts'
import { timeZoneRelease } from '../../lib/time-zone-data.ts'
import { version } from '../../lib/version.ts'
import { selectJobs } from './job-store.ts'

/** Of the process, its disk, the background work, and the engine of calls. */
export function healthMetrics({ db, calls, dataDir }: FeatureContext): Metric[] {
  return [
    {
      name: 'build_info',
      help: 'Always 1; the labels say what runs.',
      read: () => [{ labels: { version, node: process.version, time_zones: timeZoneRelease }, value: 1 }],
    },
    {
      name: 'disk_bytes',
      help: 'Of the disk of the data folder: what is free, and all.',
      async read() {
        const { bavail, blocks, bsize } = await statfs(dataDir.path)
        return [
          { labels: { of: 'free' }, value: bavail * bsize },
          { labels: { of: 'all' }, value: blocks * bsize },
        ]
      },
    },
    {
      name: 'jobs_waiting',
      help: 'Jobs that are due and have not begun.',
      read: async () => await readJobs(db, 'waiting'),
    },
    {
      name: 'jobs_waiting_seconds',
      help: 'How long the first of them has been due.',
      read: async () => await readJobs(db, 'waitingSeconds'),
    },
    {
      name: 'jobs_failed',
      help: 'Jobs that failed and are not tried again.',
      read: async () => await readJobs(db, 'failed'),
    },
    {
      name: 'calls_engine_memory_bytes',
      help: 'Memory that the engine of calls uses.',
      read: async () => (await readEngine(calls, memory))[0]?.value ?? 0,
    },
    {
      name: 'calls_engine_table_parts',
      help: 'Parts on the disk by table: they grow where merges do not keep up.',
      read: async () => await readParts(calls, 'count()'),
    },
    {
      name: 'calls_engine_table_bytes',
      help: 'Bytes on the disk by table.',
      read: async () => await readParts(calls, 'sum(bytes_on_disk)'),
    },
    {
      name: 'calls_engine_merge_seconds',
      help: 'How long the longest merge has been running; 0 when none is.',
      read: async () => (await readEngine(calls, longestMerge))[0]?.value ?? 0,
    },
  ]
}

async function readJobs(
  db: Kysely<Database>,
  value: 'waiting' | 'waitingSeconds' | 'failed',
): Promise<LabelledValue[]> {
  return (await selectJobs(db)).map((job) => ({ labels: { job: job.name }, value: job[value] }))
}

const Value = z.object({ name: z.string(), value: Integer })

const memory = `SELECT metric AS name, value FROM system.metrics WHERE metric = 'MemoryTracking'`
const longestMerge = `SELECT '' AS name, toInt64(max(elapsed)) AS value FROM system.merges`

async function readParts(
  calls: CallStore,
  value: 'count()' | 'sum(bytes_on_disk)',
): Promise<LabelledValue[]> {
  const rows = await readEngine(
    calls,
    `SELECT table AS name, toInt64(${value}) AS value FROM system.parts
      WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`,
  )
  return rows.map((row) => ({ labels: { table: row.name }, value: row.value }))
}

async function readEngine(calls: CallStore, statement: string): Promise<z.infer<typeof Value>[]> {
  return await calls.query({ sql: statement, row: Value })
}
