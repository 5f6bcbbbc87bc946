import { addDays, dayOf } from '@callboard/contract/calendar'
import { callStatuses, type CallStatus, type Direction, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallStore, ReadRequest } from '../../db/calls/call-store.ts'
import { InstantValue, Integer } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { Bindings } from '../sql/bindings.ts'
import { constantColumn } from '../sql/constant-sql.ts'
import { scopeSql } from '../sql/scope-sql.ts'

/**
 * Where a number is looked for. One condition over several columns would use the index of none of them, so the calls of
 * each are found for themselves.
 */
const numberSources = {
  contactNumber: [
    { column: 'caller_number', more: " AND direction = 'inbound'" },
    { column: 'target_number', more: " AND direction = 'outbound'" },
  ],
  trackingNumber: [{ column: 'tracking_number', more: '' }],
} as const
export type NumberField = keyof typeof numberSources

export interface WantedNumber {
  by: NumberField
  value: string
  /** The value is a part of a number. */
  isPart?: boolean
  since?: string | undefined
}

/** SQL of the calls of a scope with a number: those that the call list shows, which has no legs. */
export function callsOfNumber(
  scope: Scope,
  { by, value, isPart = false, since }: WantedNumber,
  { select, bindings, at }: { select: string; bindings: Bindings; at: Snapshot },
): string {
  const wanted = bindings.bind(value, 'String')
  const recent =
    since === undefined ? '' : ` AND started_at >= ${bindings.bind(since, "DateTime64(3, 'UTC')")}`
  const inScope = scopeSql(scope, at, bindings)
  const parts = numberSources[by].map(({ column, more }) => {
    const isWanted = isPart ? `position(${column}, ${wanted}) > 0` : `${column} = ${wanted}`
    return `SELECT ${select}, ${column} AS found_number FROM calls WHERE ${isWanted}${more} AND isNull(parent_call_id) AND ${inScope}${recent}`
  })
  return `(${parts.join(' UNION ALL ')})`
}

// An id finds a leg too.
const idColumns = {
  id: { column: 'id', type: 'UUID' },
  externalCallId: { column: 'external_call_id', type: 'String' },
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
    /** Empty when withheld. */
    contactNumber: string
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
  contact_number: z.string(),
  caller_number: z.string(),
  tracking_number: z.string(),
})

interface Reading {
  calls: CallStore
  at: Snapshot
  signal?: AbortSignal
}

const found = `id, started_at AS started, direction, status, ${constantColumn('contactNumber')} AS contact_number,
  caller_number, tracking_number`

/** The calls of a scope with this number, or with this part of one: how many, and the newest. */
export async function findCallsOfNumber(
  scope: Scope,
  { limit, ...wanted }: WantedNumber & { limit: number },
  { calls, at, signal }: Reading,
): Promise<FoundCalls> {
  const bindings = new Bindings()
  const from = callsOfNumber(scope, wanted, { select: found, bindings, at })
  const limits = wanted.isPart === true ? { limits: { executionSeconds: 3 } } : {}
  return await readFound(from, limit, {
    calls,
    params: bindings.params,
    ...limits,
    ...(signal && { signal }),
  })
}

/** The calls of a scope with exactly this id. */
export async function findCallsById(
  scope: Scope,
  { by, value, limit }: { by: keyof typeof idColumns; value: string; limit: number },
  { calls, at, signal }: Reading,
): Promise<FoundCalls> {
  const bindings = new Bindings()
  const { column, type } = idColumns[by]
  const isWanted = `${column} = ${bindings.bind(value, type)}`
  const from = `(SELECT ${found} FROM calls WHERE ${isWanted} AND ${scopeSql(scope, at, bindings)})`
  return await readFound(from, limit, { calls, params: bindings.params, ...(signal && { signal }) })
}

async function readFound(
  from: string,
  limit: number,
  { calls, ...reading }: Pick<ReadRequest, 'params' | 'limits' | 'signal'> & { calls: CallStore },
): Promise<FoundCalls> {
  const [counted] = await calls.query({
    sql: `SELECT count() AS n, min(started) AS first, max(started) AS last FROM ${from}`,
    row: Total,
    ...reading,
  })
  if (counted === undefined || counted.n === 0) return { total: 0, span: null, newest: [] }
  const rows = await calls.query({
    sql: `SELECT * FROM ${from} ORDER BY started DESC, id DESC LIMIT ${limit}`,
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
      contactNumber: row.contact_number,
      callerNumber: row.caller_number,
      trackingNumber: row.tracking_number,
    })),
  }
}

/** The days of a time zone that contain these instants. */
export function spanQuery({ first, last }: { first: string; last: string }, timeZone: string): string {
  return `from=${dayOf(first, timeZone)}&to=${addDays(dayOf(last, timeZone), 1)}`
}
