import type { HealthCheck as Checked, HealthState } from '@callboard/contract/health'
import { formatCount, formatCounted, formatGigabytes } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'
import type { FeatureContext } from '../../feature.ts'
import { selectFailedJobs } from '../../db/failed-jobs.ts'
import { type Finding, type HealthCheck, ok } from '../../lib/health-check.ts'
import { readSpace, reserves } from '../../lib/files/free-space.ts'
import { findTimeZoneProblem, timeZoneRelease } from '../../lib/time-zone-data.ts'
import { TookTooLong, within } from '../../lib/within.ts'

/** Longer than either database takes where all is well. */
const readTimeoutMs = 5000

/** What each of the checks finds now. One that throws is a problem, as what it asks does not answer. */
export async function runChecks(checks: readonly HealthCheck[]): Promise<Checked[]> {
  return await Promise.all(
    checks.map(async ({ key, title, read }) => {
      const { state, message, action = null, page = null } = await readInTime(read)
      return { key, title, state, message, action, page }
    }),
  )
}

async function readInTime(read: HealthCheck['read']): Promise<Finding> {
  try {
    return await within(readTimeoutMs, read())
  } catch (error) {
    const when = error instanceof TookTooLong ? ` within ${readTimeoutMs / 1000} seconds` : ''
    return { state: 'problem', message: `This could not be checked${when}.`, action: inLog }
  }
}

const inLog = 'Look whether the databases answer; the log has their errors.'

/** Of the databases, the disk, the background work and the process. */
export function portalChecks({ postgres, calls, db, dataDir, config }: FeatureContext): HealthCheck[] {
  const place = (url: string | undefined) => (url === undefined ? 'embedded' : 'on a server')
  return [
    {
      key: 'postgres',
      title: 'PostgreSQL',
      read: async () =>
        ok(`Answers in ${await timed(async () => await postgres.ping())} ms (${place(config.databaseUrl)}).`),
    },
    {
      key: 'clickhouse',
      title: 'ClickHouse',
      read: async () => {
        const ms = await timed(async () => await calls.ping())
        const servers = (await calls.replicas?.listServers()) ?? []
        const away = servers.filter(({ isAnswering }) => !isAnswering).map(({ name }) => name)
        if (away.length > 0)
          return {
            state: 'problem',
            message: `Answers in ${ms} ms. Of ${servers.length} servers ${joinWithAnd(away)} cannot be reached.`,
            action: 'Start them again: until they have caught up, there are fewer copies of what comes in.',
          }
        return ok(
          `Answers in ${ms} ms (${servers.length > 1 ? `${servers.length} servers` : place(config.clickhouse?.urls[0])}).`,
        )
      },
    },
    { key: 'disk', title: 'Disk', read: async () => await checkDisk(dataDir.path) },
    { key: 'jobs', title: 'Background jobs', read: async () => await checkJobs(db) },
    { key: 'timeZones', title: 'Time zones', read: checkTimeZones },
  ]
}

async function timed(work: () => Promise<void>): Promise<string> {
  const startedMs = performance.now()
  await work()
  return formatCount(Math.ceil(performance.now() - startedMs))
}

const lowBytes = 5e9

/** How a disk with so much free space does. */
export function spaceState(free: number): HealthState {
  if (free >= lowBytes) return 'ok'
  return free < reserves.files ? 'problem' : 'notice'
}

async function checkDisk(folder: string): Promise<Finding> {
  const { free, all } = await readSpace(folder)
  const message = `${formatGigabytes(free)} of ${formatGigabytes(all)} are free for the data folder.`
  const state = spaceState(free)
  if (state === 'ok') return ok(message)
  const action = 'Free some space, or make the disk larger: when it is almost full, calls are rejected.'
  return { state, message, action }
}

async function checkJobs(db: FeatureContext['db']): Promise<Finding> {
  const rows = await selectFailedJobs(db)
  if (rows.length === 0) return ok('No background job has failed for good.')
  const failed = rows.reduce((sum, row) => sum + row.count, 0)
  return {
    state: 'notice',
    message: `${formatCounted(failed, 'job')} failed for good: ${joinWithAnd(rows.map(({ name }) => name))}.`,
    action: 'The log has the error of each. Nightly jobs run again the next night.',
  }
}

function checkTimeZones(): Finding {
  const problem = findTimeZoneProblem()
  if (problem === undefined) return ok(`Hours follow release ${timeZoneRelease} of the time zone database.`)
  return { state: 'notice', message: problem, action: 'Update Node.' }
}
