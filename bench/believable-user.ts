import { setTimeout as sleep } from 'node:timers/promises'
import { standardReports } from '@callboard/contract/reports'
import { z } from 'zod'
import { dashboardReportsToInstall } from '../apps/server/src/setup/dashboard-reports.ts'
import { standardLibrary } from '../apps/server/src/setup/standard-library.ts'
import type { Client } from './client.ts'

export interface BelievableUser {
  token: string
  timeZone: string
  /** By which their numbers and callers are looked for. */
  areaCode: string
}

interface Doing {
  client: Client
  user: BelievableUser
}

/** Resolves when all is on the screen. */
type Action = (doing: Doing) => Promise<unknown>

const reports = standardLibrary.flatMap((set) => set.reports.map(({ id }) => id))
const periods = ['last7Days', 'last30Days', 'last30Days', 'thisMonth', 'last90Days'] as const
const someOf = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** What people do, each with how many of a hundred things it is. */
export const actions: readonly { name: string; of100: number; run: Action }[] = [
  { name: 'the dashboard', of100: 25, run: openDashboard },
  { name: 'the list of calls', of100: 25, run: openList },
  { name: 'the next page of it', of100: 10, run: openNextPage },
  { name: 'a report of the library', of100: 15, run: openReport },
  { name: 'a report, and the calls of a row', of100: 10, run: openRow },
  { name: 'the live board', of100: 6, run: openBoard },
  { name: 'calls of a number', of100: 6, run: search },
  { name: 'a file of the calls of a week', of100: 3, run: exportCalls },
]

export function nextAction(): (typeof actions)[number] {
  let left = Math.random() * 100
  return actions.find(({ of100 }) => (left -= of100) < 0) ?? someOf(actions)
}

async function openDashboard({ client, user }: Doing): Promise<void> {
  const relative = someOf(periods)
  await Promise.all(
    dashboardReportsToInstall.map(async ({ id }) => await run({ client, user }, { id, relative })),
  )
}

async function run(
  { client, user: { token, timeZone } }: Doing,
  { id, relative }: { id: string; relative: string },
): Promise<unknown> {
  const body = { reportId: id, parameters: { dateRange: { relative } }, timeZone }
  return await client.ask({ path: '/api/reporting/runreport', token, body: JSON.stringify(body) })
}

const Page = z.object({ nextCursor: z.string().nullable() })
const shown = ['startedAt', 'direction', 'status', 'callerNumber', 'trackingNumber', 'duration', 'source']

async function list({ client, user: { token, timeZone } }: Doing, more: object) {
  const period = { relative: 'last30Days' }
  const body = JSON.stringify({ period, timeZone, columns: shown, pageSize: 50, ...more })
  return Page.parse(await client.ask({ path: '/api/reporting/calldetails', token, body }))
}

async function openList(doing: Doing): Promise<void> {
  await list(doing, {})
}

async function openNextPage(doing: Doing): Promise<void> {
  const { nextCursor: cursor } = await list(doing, {})
  if (cursor !== null) await list(doing, { cursor })
}

async function openReport(doing: Doing): Promise<void> {
  await run(doing, { id: someOf(reports), relative: someOf(periods) })
}

async function openRow(doing: Doing): Promise<void> {
  await run(doing, { id: standardReports.bySource, relative: 'last30Days' })
  await list(doing, { filters: [{ field: 'source', op: 'eq', values: ['google'] }] })
}

async function openBoard({ client, user: { token, timeZone } }: Doing): Promise<void> {
  await Promise.all([
    client.ask({ path: '/api/live', token }),
    client.ask({ path: '/api/live/figures', token, body: JSON.stringify({ timeZone }) }),
  ])
}

async function search(doing: Doing): Promise<void> {
  await list(doing, { keyword: `${doing.user.areaCode} 555` })
}

const Made = z.object({ id: z.string(), state: z.string() })
const pollIntervalMs = 500

async function exportCalls({ client, user: { token, timeZone } }: Doing): Promise<void> {
  const path = '/api/reporting/exports'
  const rows = { calls: { period: { relative: 'last7Days' }, timeZone } }
  const { id } = Made.parse(await client.ask({ path, token, body: JSON.stringify({ format: 'csv', rows }) }))
  for (;;) {
    const { state } = Made.parse(await client.ask({ path: `${path}/${id}`, token }))
    if (state === 'ready') break
    if (state === 'failed') throw new Error('an export failed')
    await sleep(pollIntervalMs)
  }
  await client.post({ path: `${path}/${id}/file`, token, accept: 'text/csv' })
}
