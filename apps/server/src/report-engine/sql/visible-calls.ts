import { type Direction, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import { InstantValue } from '../../db/calls/row-values.ts'
import { Bindings } from './bindings.ts'
import { scopeSql } from './scope-sql.ts'

/** Those of the calls that are in the scope, with the customer of each. */
export async function listVisibleCalls(
  scope: Scope,
  ids: readonly string[],
  { calls, snapshots, signal }: CallReading,
): Promise<Map<string, string>> {
  const found = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    const wanted = bindings.bind([...new Set(ids)], 'Array(UUID)')
    return await calls.query({
      sql: `SELECT id AS call, customer_id AS customer FROM calls WHERE id IN ${wanted}
        AND ${scopeSql(scope, reading.at, bindings)}`,
      params: bindings.params,
      row: z.object({ call: z.string(), customer: z.string() }),
      limits: { resultRows: ids.length },
      signal: reading.signal,
    })
  })
  return new Map(found.map(({ call, customer }) => [call, customer]))
}

/** A call if it is in the scope: its customer, when it began, and in which direction. */
export async function findVisibleCall(
  scope: Scope,
  id: string,
  { calls, snapshots, signal }: CallReading,
): Promise<{ customerId: string; startedAt: string; direction: Direction } | undefined> {
  const [call] = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    return await calls.query({
      sql: `SELECT customer_id AS customerId, started_at AS startedAt, direction AS way FROM calls
        WHERE id = ${bindings.bind(id, 'UUID')} AND ${scopeSql(scope, reading.at, bindings)}`,
      params: bindings.params,
      row: z.object({ customerId: z.string(), startedAt: InstantValue, way: z.enum(directions) }),
      limits: { resultRows: 1 },
      signal: reading.signal,
    })
  })
  if (call === undefined) return undefined
  const { way: direction, ...rest } = call
  return { ...rest, direction }
}
