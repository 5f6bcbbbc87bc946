import { getReport, runReport, type Report } from '@callboard/contract/reports'
import { getSystemSettings } from '@callboard/contract/settings'
import { deleteThumbnail, getMe } from '@callboard/contract/users'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { askEarly } from '#web/app/ask-early.ts'
import { runReportQuery } from '#web/features/report-view/queries.ts'
import { reportSearch } from '#web/features/report-view/report-url.ts'
import { request } from '#web/lib/api/api.ts'
import { jsonType } from '#web/lib/api/http.ts'
import { beginSession, readSessionText, viewedUserKey } from '#web/lib/session/session-storage.ts'
import { parseSearch } from '#web/lib/urls/url-state.ts'
import { answerCalls, type Sent } from '../../test/answers.ts'
import { buildParameter, buildReport } from '../../test/build-report.ts'
import { buildSession } from '../../test/build-session.ts'

const defaultReport = buildReport({
  id: '0e000000-0000-7000-8000-000000000001',
  name: 'Calls by day',
  definition: {
    dimensions: [{ field: 'time', grain: 'day' }],
    measures: ['calls'],
    filters: [],
    sort: [],
    chart: { type: 'bar' },
  },
})

const period = buildParameter('dateRange', 'period')
const compare = buildParameter('compare', 'comparison')
const weekdays = buildParameter('matchWeekdays', 'weekdays')
const source = buildParameter('source', 'list')
const minimum = buildParameter('minimumDuration', 'integer')

const timeZone = 'America/New_York'
let calls: Sent[]

/** Opens the page of a report, and waits until all is asked. */
async function open(report: Report, search = ''): Promise<void> {
  calls = answerCalls({ [`GET /api/reporting/${report.id}`]: { body: report } })
  history.replaceState(null, '', `/reports/${report.id}${search}`)
  askEarly(readSessionText() ?? '')
  await vi.waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(4))
  await new Promise((resolve) => setTimeout(resolve))
}

async function ask(...[endpoint, parts]: [Parameters<typeof request>[0], Parameters<typeof request>[1]]) {
  await request(endpoint, parts, { accept: jsonType }).catch(() => undefined)
}

/** As its page runs it. */
async function run(report: Report): Promise<void> {
  const { state } = parseSearch(reportSearch(report), new URLSearchParams())
  if (state === undefined) throw new Error('the address says nothing')
  const [, , input] = runReportQuery({ report, state, timeZone }).queryKey
  await ask(runReport, z.object({ body: z.unknown() }).parse(input))
}

beforeEach(() => {
  localStorage.clear()
  beginSession(buildSession({ timeZone }))
})

describe('what is asked before the code of a page is there', () => {
  it.each([
    ['nothing but its period', [{ ...period, default: null }]],
    [
      'a comparison',
      [
        { ...period, default: { relative: 'last7Days' } },
        { ...compare, default: 'previousYear' },
      ],
    ],
    [
      'weekdays',
      [
        { ...period, default: null },
        { ...compare, default: null },
        { ...weekdays, default: true },
      ],
    ],
    [
      'values',
      [
        { ...source, default: ['Radio'] },
        { ...minimum, default: 30 },
        { ...period, default: null },
      ],
    ],
    [
      'parameters without values',
      [
        { ...source, default: [] },
        { ...minimum, default: null },
        { ...weekdays, default: null },
      ],
    ],
  ] as const)('is not asked again by the page of a report that has %s', async (_, parameters) => {
    const report = { ...defaultReport, parameters: [...parameters] }
    await open(report)
    expect(calls).toHaveLength(5)
    await ask(getReport, { params: { id: report.id } })
    await ask(getSystemSettings, {})
    await ask(getMe, {})
    await run(report)
    expect(calls).toHaveLength(5)
  })

  it('is the report alone where the address says something else, or its rows are listed', async () => {
    await open(defaultReport, '?compare=none')
    expect(calls).toHaveLength(4)
    await open({ ...defaultReport, kind: 'details' })
    expect(calls).toHaveLength(4)
  })

  it('is given once, and to nobody else', async () => {
    await open(defaultReport)
    beginSession(buildSession({ token: 'token-of-somebody-else' }))
    await ask(getMe, {})
    expect(calls).toHaveLength(6)
    beginSession(buildSession())
    localStorage.setItem(viewedUserKey, '01990000-0000-7000-8000-000000000002')
    await ask(getMe, {})
    localStorage.removeItem(viewedUserKey)
    expect(calls).toHaveLength(7)
    await ask(getMe, {})
    expect(calls).toHaveLength(7)
    await ask(getMe, {})
    expect(calls).toHaveLength(8)
  })

  it('is asked again after a change', async () => {
    await open(defaultReport)
    await ask(deleteThumbnail, {})
    await ask(getMe, {})
    expect(calls).toHaveLength(7)
  })
})
