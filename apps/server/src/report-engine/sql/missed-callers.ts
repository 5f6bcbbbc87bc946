import type { Filter } from '@callboard/contract/calls'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import type { CallerMark } from '../../db/call-backs.ts'
import type { Bindings } from './bindings.ts'
import { constantColumn } from './constant-sql.ts'
import { snapshotSql } from './scope-sql.ts'
import { isYesWanted } from './yes-or-no.ts'

/** What people have said of missed callers, for a question that depends on it. */
export interface CallerMarks {
  marks: readonly CallerMark[]
  /** Answered calls up to then count. */
  askedAt: string
}

/** By which it is found where a caller stands. */
const callerColumns = ['customer_id', 'caller_number', 'started_at', 'ended_at'] as const

interface MissedCalls {
  /** The condition for the calls that are asked for, of a scope and a period. */
  where: string
  /** When the period begins. */
  from: string
  marks: readonly CallerMark[]
  askedAt?: string | undefined
  at: Snapshot
  bindings: Bindings
}

/**
 * The calls of the measure "Missed, not returned", with where each stands: `closed` by somebody, `reached` by an answered call
 * between the customer and the number since, later than the measure allows for, or else `open`. `is_later` says that somebody
 * wants to be reminded of it. Answered calls of all locations count, as they do for the measure.
 */
export function missedCallsSql(
  columns: readonly string[],
  { where, from, marks, askedAt, at, bindings }: MissedCalls,
): string {
  const missed = `FROM calls WHERE ${where} AND ${constantColumn('missedNotReturned')}`
  const conditions = [
    "status = 'answered'",
    'isNull(parent_call_id)',
    snapshotSql(at, bindings),
    // It may have begun before the call that it returns.
    `started_at >= ${bindings.bind(from, "DateTime64(3, 'UTC')")} - INTERVAL 1 DAY`,
    askedAt && `started_at < ${bindings.bind(askedAt, "DateTime64(3, 'UTC')")}`,
    `(customer_id, reached_number) IN (SELECT customer_id, caller_number ${missed})`,
  ]
  const reached = `SELECT customer_id AS reached_customer,
      if(direction = 'inbound', caller_number, target_number) AS reached_number,
      max(ifNull(answered_at, started_at)) AS reached_at
    FROM calls WHERE ${conditions.filter(Boolean).join(' AND ')} GROUP BY reached_customer, reached_number`
  const all = [...callerColumns, ...columns].join(', ')
  return `SELECT ${all},
      multiIf(started_at <= closed_to, 'closed', ifNull(ended_at, started_at) <= reached_at, 'reached', 'open') AS standing,
      started_at <= later_to AS is_later
    FROM (SELECT ${all} ${missed}) AS missed
      ANY LEFT JOIN (${reached}) AS reached
        ON missed.customer_id = reached.reached_customer AND missed.caller_number = reached.reached_number
      ANY LEFT JOIN (${marksSql(marks, bindings)}) AS marked
        ON missed.customer_id = marked.marked_customer AND missed.caller_number = marked.marked_number`
}

/** As one text: the engine would quote the values of an array one by one. */
function marksSql(marks: readonly CallerMark[], bindings: Bindings): string {
  const rows = marks.map(({ customerId, number, closedTo, laterTo }) => [
    customerId,
    number,
    closedTo?.getTime() ?? 0,
    laterTo?.getTime() ?? 0,
  ])
  const text = bindings.bind(JSON.stringify(rows), 'String')
  const instant = (part: number) => `fromUnixTimestamp64Milli(tupleElement(mark, ${part}), 'UTC')`
  return `SELECT toUUID(tupleElement(mark, 1)) AS marked_customer, tupleElement(mark, 2) AS marked_number,
      ${instant(3)} AS closed_to, ${instant(4)} AS later_to
    FROM (SELECT arrayJoin(JSONExtract(${text}, 'Array(Tuple(String, String, Int64, Int64))')) AS mark)`
}

/** Whether a filter asks for calls that wait for a call back, which depends on what people have said. */
export function isOfWaiting({ field }: Filter): boolean {
  return field === 'waitsForCallBack'
}

/** The condition for the calls of a filter by whether they wait for a call back. */
export function waitingSql(
  filter: Filter,
  { marked, ...missed }: Omit<MissedCalls, 'marks' | 'askedAt'> & { marked: CallerMarks | undefined },
): string {
  if (marked === undefined) throw new Error('what people have said of missed callers has not been looked up')
  const calls = missedCallsSql(['id'], { ...missed, ...marked })
  const waiting = `id IN (SELECT id FROM (${calls}) WHERE standing = 'open')`
  return isYesWanted(filter) ? waiting : `NOT ${waiting}`
}
