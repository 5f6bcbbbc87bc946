import type { CallBackSort, CallerKey, ListedState } from '@callboard/contract/call-backs'
import { callStatuses } from '@callboard/contract/fields'
import { measures } from '@callboard/contract/measures'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallerMark } from '../../db/call-backs.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import { InstantValue, instantParam, Integer, TextOrNull } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { type CallSelection, detailsWhere } from '../../report-engine/details/details.ts'
import { isoInstant } from '../../report-engine/plan/period.ts'
import { Bindings } from '../../report-engine/sql/bindings.ts'
import { constantSql } from '../../report-engine/sql/constant-sql.ts'
import { missedCallsSql } from '../../report-engine/sql/missed-callers.ts'
import { scopeSql } from '../../report-engine/sql/scope-sql.ts'
import { type Reading, readOnce } from '../../report-engine/summary/read-once.ts'

export interface MissedCallers {
  selection: CallSelection
  /** What people have said of callers of the period. */
  marks: readonly CallerMark[]
  show: ListedState
  sort: CallBackSort
  desc: boolean
  offset: number
  limit: number
}

/** How many callers stand where, and how many of all calls; the open ones as their callers do. */
const Counts = z.object({
  waiting_callers: Integer,
  waiting_calls: Integer,
  later_callers: Integer,
  later_calls: Integer,
  closed_callers: Integer,
  all_closed_calls: Integer,
  reached_callers: Integer,
  all_reached_calls: Integer,
})
export type MissedCallerCounts = z.infer<typeof Counts>

const Row = Counts.extend({
  customer: z.string(),
  number: z.string(),
  name: TextOrNull,
  attempts: Integer,
  first_at: InstantValue,
  call: z.string(),
  last_at: InstantValue,
  status: z.enum(callStatuses),
  tracking_number: z.string(),
  location: TextOrNull,
  source: TextOrNull,
  campaign: TextOrNull,
  note: TextOrNull,
})
export type MissedCallerRow = z.infer<typeof Row>

const orders = {
  firstCallAt: 'first_at',
  lastCallAt: 'last_at',
  attempts: 'attempts',
  location: "nullIf(location, '')",
  customer: 'customer',
} as const satisfies Record<CallBackSort, string>

/** Each followed by what it is counted over: nothing for the whole of a query, `OVER ()` beside its rows. */
function countsSql(over: '' | ' OVER ()'): string {
  return `countIf(state = 'waiting')${over} AS waiting_callers, sumIf(open_calls, state = 'waiting')${over} AS waiting_calls,
    countIf(state = 'later')${over} AS later_callers, sumIf(open_calls, state = 'later')${over} AS later_calls,
    countIf(state = 'closed')${over} AS closed_callers, sum(closed_calls)${over} AS all_closed_calls,
    countIf(state = 'reached')${over} AS reached_callers, sum(reached_calls)${over} AS all_reached_calls`
}

/** A page of the callers that stand where it is asked for, each with the counts of all callers: found in one pass. */
export async function selectMissedCallers(
  scope: Scope,
  asked: MissedCallers,
  reading: Reading,
): Promise<MissedCallerRow[]> {
  const { show, sort, desc, offset, limit } = asked
  const build = (at: Snapshot) => {
    const bindings = new Bindings()
    const order = `${orders[sort]} ${desc ? 'DESC' : 'ASC'} NULLS LAST, first_at, customer, number`
    return {
      sql: `SELECT customer, number, name, attempts, first_at, tupleElement(newest, 1) AS call,
          tupleElement(newest, 2) AS last_at, tupleElement(newest, 3) AS status,
          tupleElement(newest, 4) AS tracking_number, tupleElement(newest, 5) AS location,
          tupleElement(newest, 6) AS source, tupleElement(newest, 7) AS campaign, note,
          ${Object.keys(Counts.shape).join(', ')}
        FROM (SELECT *, ${countsSql(' OVER ()')} FROM (${callersSql(scope, asked, { at, bindings })}))
        WHERE state = ${bindings.bind(show, 'String')} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      params: bindings.params,
    }
  }
  return await readOnce({ span: openEnded(asked), build, row: Row }, reading)
}

/** The counts where a page has no rows to say them. */
export async function countMissedCallers(
  scope: Scope,
  asked: Pick<MissedCallers, 'selection' | 'marks'>,
  reading: Reading,
): Promise<MissedCallerCounts> {
  const build = (at: Snapshot) => {
    const bindings = new Bindings()
    return {
      sql: `SELECT ${countsSql('')} FROM (${callersSql(scope, asked, { at, bindings })})`,
      params: bindings.params,
    }
  }
  const [counts] = await readOnce({ span: openEnded(asked), build, row: Counts }, reading)
  if (counts === undefined) throw new Error('the counts have no row')
  return counts
}

/** Missed calls whose number was withheld. */
export async function countWithheld(
  scope: Scope,
  { selection }: Pick<MissedCallers, 'selection'>,
  reading: Reading,
): Promise<number> {
  const isWithheld = measures.missedWithheld.filters.map(constantSql).join(' AND ')
  const build = (at: Snapshot) => {
    const bindings = new Bindings()
    const where = detailsWhere(scope, selection, { bindings, at })
    return {
      sql: `SELECT count() AS n FROM calls WHERE ${where} AND ${isWithheld}`,
      params: bindings.params,
    }
  }
  const [row] = await readOnce({ span: selection.span, build, row: z.object({ n: Integer }) }, reading)
  return row?.n ?? 0
}

const shownColumns = [
  'id',
  'caller_name',
  'status',
  'tracking_number',
  'location',
  'source',
  'campaign',
  'note',
] as const

/** A row for each caller of the calls. What they are shown by are their open calls, else those that were closed. */
function callersSql(
  scope: Scope,
  { selection, marks }: Pick<MissedCallers, 'selection' | 'marks'>,
  { at, bindings }: { at: Snapshot; bindings: Bindings },
): string {
  const where = detailsWhere(scope, selection, { bindings, at })
  const from = instantParam(isoInstant(selection.span.from))
  const calls = missedCallsSql(shownColumns, { where, from, marks, at, bindings })
  return `SELECT customer_id AS customer, caller_number AS number,
      countIf(standing = 'open') AS open_calls, countIf(standing = 'closed') AS closed_calls,
      countIf(standing = 'reached') AS reached_calls,
      multiIf(open_calls > 0 AND countIf(standing = 'open' AND NOT is_later) = 0, 'later', open_calls > 0, 'waiting',
        closed_calls > 0, 'closed', 'reached') AS state,
      if(open_calls > 0, open_calls, closed_calls) AS attempts,
      if(open_calls > 0, minIf(started_at, standing = 'open'), minIf(started_at, standing = 'closed')) AS first_at,
      argMax(tuple(toString(id), started_at, status, tracking_number, location, source, campaign),
        tuple(indexOf(['reached', 'closed', 'open'], standing), started_at, id)) AS newest,
      argMaxIf(caller_name, started_at, caller_name != '') AS name, argMaxIf(note, started_at, note != '') AS note
    FROM (${calls}) GROUP BY customer_id, caller_number`
}

/** An answered call after the period changes where a caller of it stands. */
function openEnded({ selection: { span } }: Pick<MissedCallers, 'selection'>): CallSelection['span'] {
  return { ...span, to: Temporal.ZonedDateTime.from('9999-01-01T00:00:00[UTC]') }
}

/** When a caller called last, as far as the scope sees it. */
export async function findLastCallAt(
  scope: Scope,
  { customerId, number }: CallerKey,
  { calls, snapshots, signal }: CallReading,
): Promise<string | undefined> {
  const rows = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    return await calls.query({
      sql: `SELECT started_at AS at FROM calls WHERE customer_id = ${bindings.bind(customerId, 'UUID')}
        AND caller_number = ${bindings.bind(number, 'String')} AND isNull(parent_call_id)
        AND direction = 'inbound' AND ${scopeSql(scope, reading.at, bindings)}
        ORDER BY started_at DESC LIMIT 1`,
      params: bindings.params,
      row: z.object({ at: InstantValue }),
      signal: reading.signal,
    })
  })
  return rows[0]?.at
}

/** A caller who has called since, as far as the scope sees it: their name, and whether they wait for a call back. */
export async function findCaller(
  scope: Scope,
  { customerId, number, since }: CallerKey & { since: string },
  { calls, snapshots, marks, signal }: MarkedReading,
): Promise<{ isWaiting: boolean; name: string } | undefined> {
  const [found] = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    const { at } = reading
    const from = instantParam(since)
    const where = `customer_id = ${bindings.bind(customerId, 'UUID')}
      AND caller_number = ${bindings.bind(number, 'String')} AND isNull(parent_call_id)
      AND started_at >= ${bindings.bind(from, "DateTime64(3, 'UTC')")}
      AND ${scopeSql(scope, at, bindings)}`
    const missed = missedCallsSql(['id'], { where, from, marks, at, bindings })
    return await calls.query({
      sql: `SELECT (SELECT count() FROM calls WHERE ${where} AND direction = 'inbound') AS known,
        (SELECT argMax(caller_name, tuple(caller_name != '', started_at)) FROM calls WHERE ${where}) AS name,
        (SELECT count() FROM (${missed}) WHERE standing = 'open') AS waiting`,
      params: bindings.params,
      row: z.object({ known: Integer, name: z.string().nullable(), waiting: Integer }),
      limits: { resultRows: 1 },
      signal: reading.signal,
    })
  })
  if (found === undefined || found.known === 0) return undefined
  return { isWaiting: found.waiting > 0, name: found.name ?? '' }
}

interface MarkedReading extends CallReading {
  marks: readonly CallerMark[]
}
