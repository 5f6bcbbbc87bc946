import { z } from 'zod'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import { InstantValue, Integer } from '../db/row-values.ts'
import type { Snapshot } from '../db/snapshots.ts'
import { Bindings } from './bindings.ts'
import { scopeSql } from './scope-sql.ts'

// An id finds a leg too, while the calls of a number are those that the call list shows.
const columns = {
  id: { sql: 'id', type: 'UUID', more: '' },
  externalCallId: { sql: 'external_call_id', type: 'String', more: '' },
  callerNumber: { sql: 'caller_number', type: 'String', more: ' AND isNull(parent_call_id)' },
  trackingNumber: { sql: 'tracking_number', type: 'String', more: ' AND isNull(parent_call_id)' },
} as const

export interface FoundCalls {
  total: number
  /** From the first to the last; null if there are none. */
  span: { first: string; last: string } | null
  newest: {
    id: string
    startedAt: string
    direction: string
    status: string
    callerNumber: string
    trackingNumber: string
  }[]
}

const Total = z.object({ n: Integer, first: InstantValue, last: InstantValue })

const FoundCall = z.object({
  id: z.string(),
  started: InstantValue,
  direction: z.string(),
  status: z.string(),
  caller_number: z.string(),
  tracking_number: z.string(),
})

/** The calls of a scope with exactly this id or number (of a number without legs), over all time: how many, and the newest. */
export async function findCalls(
  scope: Scope,
  { by, value, limit }: { by: keyof typeof columns; value: string; limit: number },
  { calls, at, signal }: { calls: CallStore; at: Snapshot; signal?: AbortSignal },
): Promise<FoundCalls> {
  const bindings = new Bindings()
  const { sql, type, more } = columns[by]
  const where = `${sql} = ${bindings.bind(value, type)} AND ${scopeSql(scope, at, bindings)}${more}`
  const reading = { params: bindings.params, ...(signal && { signal }) }
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
