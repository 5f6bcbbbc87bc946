import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { Integer } from '../../db/calls/row-values.ts'
import type { FeatureContext } from '../../feature.ts'
import { readSpace } from '../../lib/files/free-space.ts'
import { byLabel, type LabelledValue, type Metric, readTogether } from '../../lib/metric.ts'
import { timeZoneRelease } from '../../lib/time-zone-data.ts'
import { version } from '../../lib/version.ts'
import { selectJobs } from './job-store.ts'

/** Of the process, its disk, the background work, and the engine of calls. */
export function healthMetrics({ db, calls, dataDir }: FeatureContext): Metric[] {
  const readJobs = readTogether(async () => await selectJobs(db))
  const readTables = readTogether(async () => await calls.query({ sql: tables, row: Table }))
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
        return byLabel('of', await readSpace(dataDir.path))
      },
    },
    {
      name: 'jobs_waiting',
      help: 'Jobs that are due and have not begun.',
      read: async () => byJob(await readJobs(), 'waiting'),
    },
    {
      name: 'jobs_waiting_seconds',
      help: 'How long the first of them has been due.',
      read: async () => byJob(await readJobs(), 'waitingSeconds'),
    },
    {
      name: 'jobs_failed',
      help: 'Jobs that failed and are not tried again.',
      read: async () => byJob(await readJobs(), 'failed'),
    },
    {
      name: 'calls_engine_memory_bytes',
      help: 'Memory that the engine of calls uses.',
      read: async () => await readValue(calls, memory),
    },
    {
      name: 'calls_engine_table_parts',
      help: 'Parts on the disk by table: they grow where merges do not keep up.',
      read: async () => byTable(await readTables(), 'parts'),
    },
    {
      name: 'calls_engine_table_bytes',
      help: 'Bytes on the disk by table.',
      read: async () => byTable(await readTables(), 'bytes'),
    },
    {
      name: 'calls_engine_merge_seconds',
      help: 'How long the longest merge has been running; 0 when none is.',
      read: async () => await readValue(calls, longestMerge),
    },
  ]
}

function byJob(
  jobs: Awaited<ReturnType<typeof selectJobs>>,
  value: 'waiting' | 'waitingSeconds' | 'failed',
): LabelledValue[] {
  return jobs.map((job) => ({ labels: { job: job.name }, value: job[value] }))
}

const Table = z.object({ name: z.string(), parts: Integer, bytes: Integer })

const tables = `
  SELECT table AS name, count() AS parts, sum(bytes_on_disk) AS bytes FROM system.parts
    WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`

function byTable(all: readonly z.infer<typeof Table>[], value: 'parts' | 'bytes'): LabelledValue[] {
  return all.map((table) => ({ labels: { table: table.name }, value: table[value] }))
}

const Value = z.object({ value: Integer })

const memory = `SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'`
const longestMerge = `SELECT toInt64(max(elapsed)) AS value FROM system.merges`

async function readValue(calls: CallStore, statement: string): Promise<number> {
  const [row] = await calls.query({ sql: statement, row: Value })
  return row?.value ?? 0
}
