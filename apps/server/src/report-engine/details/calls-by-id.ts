import type { Scope } from '../../access/rows/scope.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import { Bindings } from '../sql/bindings.ts'
import { scopeSql } from '../sql/scope-sql.ts'
import { selectCall } from '../summary/call-columns.ts'

/** Those of the calls that are in the scope, in no order. */
export async function listCallsById(
  scope: Scope,
  { ids, columns }: { ids: readonly string[]; columns: readonly string[] },
  { calls, snapshots, signal }: CallReading,
): Promise<Record<string, unknown>[]> {
  const { select, row } = selectCall(columns)
  return await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    const wanted = bindings.bind([...ids], 'Array(UUID)')
    return await calls.query({
      sql: `SELECT ${select} FROM calls WHERE id IN ${wanted} AND ${scopeSql(scope, reading.at, bindings)}`,
      params: bindings.params,
      row,
      limits: { resultRows: ids.length },
      signal: reading.signal,
    })
  })
}
