import { addDays, dayOf } from '@callboard/contract/calendar'
import { callStatuses, type CallStatus, type Direction, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import { InstantValue, Integer } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { Bindings } from '../sql/bindings.ts'
import { scopeSql } from '../sql/scope-sql.ts'

/** Calls of a number are those that the call list shows, which has no legs. */
export const numberColumns = {
  callerNumber: { sql: 'caller_number', type: 'String', more: ' AND isNull(parent_call_id)' },
  trackingNumber: { sql: 'tracking_number', type: 'String', more: ' AND isNull(parent_call_id)' },
} as const
export type NumberField = keyof typeof numberColumns

// An id finds a leg too.
const columns = {
  id: { sql: 'id', type: 'UUID', more: '' },
  externalCallId: { sql: 'external_call_id', type: 'String', more: '' },
  ...numberColumns,
} as const

export interface FoundCalls {
  total: number
  /** From the first to the last; null if there are none. */
  span: { first: string; last: string } | null
  newest: {
    id: string
    startedAt: string
    direction: Direction
    status: CallStatus
    callerNumber: string
    trackingNumber: string
  }[]
}

const Total = z.object({ n: Integer, first: InstantValue, last: InstantValue })

const FoundCall = z.object({
  id: z.string(),
  started: InstantValue,
  direction: z.enum(directions),
  status: z.enum(callStatuses),
  caller_number: z.string(),
  tracking_number: z.string(),
})

interface WantedCalls {
  by: keyof typeof columns
  value: string
  /** The value is a part of a number. */
  isPart?: boolean
  since?: string | undefined
  limit: number
}

/** The calls of a scope with exactly this id or number, or with this part of one: how many, and the newest. */
export async function findCalls(
  scope: Scope,
  { by, value, isPart = false, since, limit }: WantedCalls,
  { calls, at, signal }: { calls: CallStore; at: Snapshot; signal?: AbortSignal },
): Promise<FoundCalls> {
  const bindings = new Bindings()
  const { sql, type, more } = columns[by]
  const wanted = bindings.bind(value, type)
  const conditions = [
    `${isPart ? `position(${sql}, ${wanted}) > 0` : `${sql} = ${wanted}`}${more}`,
    scopeSql(scope, at, bindings),
  ]
  if (since !== undefined) conditions.push(`started_at >= ${bindings.bind(since, "DateTime64(3, 'UTC')")}`)
  const where = conditions.join(' AND ')
  const reading = {
    params: bindings.params,
    ...(isPart && { limits: { executionSeconds: 3 } }),
    ...(signal && { signal }),
  }
  const [counted] = await calls.query({
    sql: `SELECT count() AS n, min(started_at) AS first, max(started_at) AS last FROM calls WHERE ${where}`,
    row: Total,
    ...reading,
  })
  if (counted === undefined || counted.n === 0) return { total: 0, span: null, newest: [] }
  const rows = await calls.query({
    sql: `SELECT id, started_at AS started, direction, status, caller_number, tracking_number FROM calls WHERE ${where} ORDER BY started_at DESC, id DESC LIMIT ${limit}`,
    row: FoundCall,
    ...reading,
  })
  return {
    total: counted.n,
    span: { first: counted.first, last: counted.last },
    newest: rows.map((row) => ({
      id: row.id,
      startedAt: row.started,
      direction: row.direction,
      status: row.status,
      callerNumber: row.caller_number,
      trackingNumber: row.tracking_number,
    })),
  }
}

/** A period that contains these instants in every time zone. */
export function spanQuery({ first, last }: { first: string; last: string }): string {
  return `from=${addDays(dayOf(first, 'UTC'), -1)}&to=${addDays(dayOf(last, 'UTC'), 2)}`
}
