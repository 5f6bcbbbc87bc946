import { activityDays, type NumberActivity, type NumberTimeline } from '@callboard/contract/numbers'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { instantParam, InstantValue, Integer } from '../../db/calls/row-values.ts'
import { costShare, costTime, dayNumber, monthParts } from '../../report-engine/costs/cost-shares.ts'
import { Bindings } from '../../report-engine/sql/bindings.ts'
import { formatExact } from '../../report-engine/sql/exact-amount.ts'
import { scopeSql } from '../../report-engine/sql/scope-sql.ts'

const dayMs = 86_400_000
/** So far back the last call is looked for. */
const yearDays = 365

const Row = z.object({
  customer: z.string(),
  dialed: z.string(),
  /** 0: the last 24 hours; `activityDays`: any before. */
  day: Integer,
  calls: Integer,
  last: InstantValue,
})

/** The inbound calls of numbers, as far as they are in the scope. */
export async function selectActivity(
  { calls, snapshots }: StoredCalls,
  scope: Scope,
  numbers: readonly NumberTimeline[],
): Promise<NumberActivity[]> {
  if (numbers.length === 0) return []
  const now = new Date()
  const rows = await snapshots.read({}, async ({ at, signal }) => {
    const bindings = new Bindings()
    const instant = (date: Date) => bindings.bind(instantParam(date), "DateTime64(3, 'UTC')")
    const customers = [...new Set(numbers.map(({ customerId }) => customerId))]
    const dialed = [...new Set(numbers.map(({ number }) => number))]
    return await calls.query({
      sql: `SELECT customer_id AS customer, number AS dialed, count() AS calls, max(started_at) AS last,
          least(intDiv(dateDiff('second', started_at, ${instant(now)}), 86400), ${activityDays}) AS day
        FROM calls
        WHERE customer_id IN ${bindings.bind(customers, 'Array(UUID)')}
          AND number IN ${bindings.bind(dialed, 'Array(String)')}
          AND started_at BETWEEN ${instant(new Date(now.getTime() - yearDays * dayMs))} AND ${instant(now)}
          AND direction = 'inbound' AND isNull(parent_call_id) AND ${scopeSql(scope, at, bindings)}
        GROUP BY customer, dialed, day`,
      params: bindings.params,
      row: Row,
      limits: { resultRows: (activityDays + 1) * customers.length * dialed.length },
      signal,
    })
  })
  const byNumber = Map.groupBy(rows, ({ customer, dialed }) => `${customer} ${dialed}`)
  return numbers.map((timeline) => {
    const { id, number, customerId } = timeline
    const own = byNumber.get(`${customerId} ${number}`) ?? []
    const days = Array.from(
      { length: activityDays },
      (_, at) => own.find(({ day }) => day === activityDays - 1 - at)?.calls ?? 0,
    )
    const last =
      own
        .map((row) => row.last)
        .toSorted()
        .at(-1) ?? null
    return { id, days, lastCallAt: last, cost: costOf(timeline, now) }
  })
}

/** What a number cost in the last days of its customer's calendar. */
function costOf({ assignments, timeZone }: NumberTimeline, now: Date): string {
  const today = dayNumber(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate(),
  )
  const days = monthParts({ first: today + 1 - activityDays, end: today + 1 })
  const shares = assignments.map(({ monthlyCost, from, until }) =>
    monthlyCost === null ? 0n : costShare(costTime({ monthlyCost, from, until, timeZone }), days),
  )
  return formatExact(shares.reduce((sum, share) => sum + share, 0n))
}
