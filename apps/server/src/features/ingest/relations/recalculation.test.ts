import { Overview } from '@callboard/contract/overview'
import { pageOf } from '@callboard/contract/paging'
import { Setting } from '@callboard/contract/settings'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Sender } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { buildCall, buildMissedCall, type Sent } from '#test/ingest-portal.ts'
import { Integer } from '../../../db/calls/row-values.ts'
import { restartRecalculation, resumeRecalculation } from '../../../jobs/recalculation.ts'

const hourMs = 3_600_000

let portal: Portal
let customer: Sender
beforeAll(async () => {
  portal = await openPortal()
  customer = await portal.make.sender()
  const days = ['2026-02-27', '2026-03-20']
  await portal.sendCalls(
    customer.key,
    days.flatMap((day, at) => gapHours.flatMap((hours) => pairOf(day, at, hours))),
  )
})

/** From the end of a missed call to the answer that returns it. */
const gapHours = [0.2, 0.25, 0.3, 1, 23, 24, 24.1, 47, 48, 49, 200]

/** A missed call, and the call that may return it: called `hours` if it does within so many. */
function pairOf(day: string, at: number, hours: number): Sent[] {
  const number = `+1415555${at}${String(hours * 10)
    .padStart(3, '0')
    .slice(-3)}`
  const missedMs = Date.parse(`${day}T10:00:00.000Z`)
  const endedMs = missedMs + 30_000
  const answeredMs = endedMs + hours * hourMs
  const instant = (ms: number) => new Date(ms).toISOString()
  const missed = { startedAt: instant(missedMs), endedAt: instant(endedMs), callerNumber: number }
  // Who takes it may have waited for hours.
  const waitedMs = Math.min(hours, 3) * hourMs
  const taken = {
    startedAt: instant(answeredMs - waitedMs),
    answeredAt: instant(answeredMs),
    endedAt: instant(answeredMs + 60_000),
  }
  const parties = at === 0 ? { callerNumber: number } : { direction: 'outbound', targetNumber: number }
  return [
    buildMissedCall({ externalCallId: `${at} ${hours}`, ...missed }),
    buildCall({ externalCallId: `${at} ${hours} taken`, ...taken, ...parties }),
  ]
}

async function settingOf(): Promise<Setting> {
  const body = { keyword: 'returnedWithinHours' }
  const answer = await portal.admin.ask({ path: '/api/settings/search', body })
  const [setting] = pageOf(Setting).parse(answer.json()).items
  if (setting === undefined) throw new Error('there is no such setting')
  return setting
}

async function changeTo(value: number): Promise<void> {
  const path = `/api/settings/${(await settingOf()).id}`
  const answer = await portal.admin.ask({ method: 'PUT', path, body: { value } })
  expect(answer.status).toBe(200)
}

async function recalculation() {
  const answer = await portal.admin.ask({ path: '/api/overview' })
  return Overview.parse(answer.json()).recalculation
}

const finished = async () => {
  await vi.waitFor(async () => expect(await recalculation()).toBeNull(), { interval: 50 })
}

/** The gaps of the calls that are returned, of both days. */
async function returnedGaps({ id }: Sender = customer): Promise<string[]> {
  const rows = await portal.runtime.calls.query({
    sql: `SELECT external_call_id AS name FROM calls WHERE customer_id = {id:UUID} AND isNotNull(returned_at) AND seen_to = 0`,
    params: { id },
    row: z.object({ name: z.string() }),
  })
  return rows.map(({ name }) => name).toSorted()
}

const gapsUpTo = (maxHours: number) =>
  [0, 1]
    .flatMap((at) => gapHours.filter((hours) => hours <= maxHours).map((hours) => `${at} ${hours}`))
    .toSorted()

describe('a change of the time within which a missed call is returned', () => {
  it('holds for all calls, of before and after it, wider, narrower and put back', async () => {
    await finished()
    expect(await returnedGaps()).toEqual(gapsUpTo(24))
    for (const hours of [48, 0.25]) {
      await changeTo(hours)
      await finished()
      expect(await returnedGaps()).toEqual(gapsUpTo(hours))
      const later = await portal.make.sender()
      await portal.sendCalls(
        later.key,
        gapHours.flatMap((gap) => pairOf('2026-02-27', 0, gap)),
      )
      expect(await returnedGaps(later)).toEqual(gapsUpTo(hours).filter((name) => name.startsWith('0')))
    }
    const path = `/api/settings/${(await settingOf()).id}`
    expect((await portal.admin.ask({ method: 'DELETE', path })).status).toBe(204)
    await finished()
    expect(await returnedGaps()).toEqual(gapsUpTo(24))
  })

  it('is seen of a customer as a whole, in all months at once', async () => {
    const changes = async () => {
      const rows = await portal.runtime.calls.query({
        sql: `SELECT DISTINCT toYYYYMM(started_at) AS month, seen_from AS change FROM calls
          WHERE customer_id = {id:UUID} AND seen_to = 0`,
        params: { id: customer.id },
        row: z.object({ month: z.int(), change: Integer }),
      })
      return new Set(rows.map(({ month, change }) => `${month} ${change}`))
    }
    const before = await changes()
    await changeTo(48)
    await finished()
    const made = [...(await changes()).difference(before)].map((text) => text.split(' '))
    expect(new Set(made.map(([month]) => month))).toEqual(new Set(['202602', '202603']))
    expect(new Set(made.map(([, change]) => change)).size).toBe(1)
  })

  it('is said by every answer that rests on returned calls, until it is finished', async () => {
    const { db, queue } = portal.runtime
    const ask = async (path: string, body: object) => {
      const answer = await portal.admin.ask({ path, body })
      expect(answer.status, answer.text).toBe(200)
      return answer.text.includes('"isRecalculating":true')
    }
    const period = { from: '2026-02-01', to: '2026-04-01' }
    const report = async (definition: object) =>
      await ask('/api/reporting/runreport', { definition, parameters: { dateRange: period } })
    const filters = [{ field: 'missedNotReturned', op: 'eq', values: [true] }]
    const said = async () => [
      await report({ measures: ['missedNotReturned'] }),
      await report({ measures: ['p50TimeToReturn'] }),
      await report({ measures: ['calls'], filters }),
      await ask('/api/reporting/calldetails', period),
      await ask('/api/reporting/calldetails', { ...period, columns: ['source'], filters }),
      await ask('/api/reporting/callers', { ...period, filters }),
    ]
    const unsaid = async () => [
      await report({ measures: ['calls', 'missed'] }),
      await ask('/api/reporting/calldetails', { ...period, columns: ['source'] }),
      await ask('/api/reporting/callers', period),
    ]
    await restartRecalculation(db)
    expect([await said(), await unsaid()]).toEqual([Array(6).fill(true), Array(3).fill(false)])
    const file = await portal.admin.ask({
      path: '/api/reporting/runreport',
      body: { definition: { measures: ['returned'] }, parameters: { dateRange: period } },
      headers: { accept: 'text/html' },
    })
    expect(file.text).toContain('being recalculated')
    await resumeRecalculation(db, queue)
    await finished()
    expect(await said()).toEqual(Array(6).fill(false))
  })

  it('begins anew when it is changed again meanwhile', async () => {
    await changeTo(200)
    await changeTo(1)
    await changeTo(47)
    await finished()
    expect(await returnedGaps()).toEqual(gapsUpTo(47))
  })

  it('is finished after the next start when the portal ended in between', async () => {
    const { db, queue } = portal.runtime
    await changeTo(48)
    await finished()
    await portal.runtime.ingest.change(async () => {
      await portal.runtime.calls.command({
        sql: 'UPDATE calls SET returned_at = NULL WHERE customer_id = {id:UUID}',
        params: { id: customer.id },
        settings: { enable_lightweight_update: 1 },
      })
    })
    await restartRecalculation(db)
    expect(await recalculation()).toEqual({ callsDone: 0, callsTotal: 0 })
    await resumeRecalculation(db, queue)
    await finished()
    expect(await returnedGaps()).toEqual(gapsUpTo(48))
  })
})
