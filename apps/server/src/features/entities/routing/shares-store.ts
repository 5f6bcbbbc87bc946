import { maxTargets, shareDays, type VersionShares } from '@callboard/contract/routing'
import { z } from 'zod'
import type { Scope } from '../../../access/rows/scope.ts'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { instantParam, Integer } from '../../../db/calls/row-values.ts'
import { Bindings } from '../../../report-engine/sql/bindings.ts'
import { scopeSql } from '../../../report-engine/sql/scope-sql.ts'

const dayMs = 86_400_000

interface Asked {
  code: string
  /** Null: of all that the scope covers. */
  customerId: string | null
  /** When each version begins, in the order of time; null: always. */
  from: readonly (string | null)[]
}

/** The inbound calls of a group by target, while each of its versions was in force, as far as the scope sees them. */
export async function selectShares(
  { calls, snapshots }: StoredCalls,
  scope: Scope,
  { code, customerId, from }: Asked,
): Promise<VersionShares[]> {
  if (from.length === 0) return []
  const now = new Date()
  const earliest = new Date(now.getTime() - shareDays * dayMs)
  const rows = await snapshots.read({}, async ({ at, signal }) => {
    const bindings = new Bindings()
    const instant = (text: string) => bindings.bind(text, "DateTime64(3, 'UTC')")
    // How many of the versions had begun when the call started.
    const begun = from.map((start) =>
      start === null ? '1' : `toUInt8(started_at >= ${instant(instantParam(start))})`,
    )
    const ofCustomer = customerId === null ? '' : `customer_id = ${bindings.bind(customerId, 'UUID')} AND`
    return await calls.query({
      sql: `SELECT ${begun.join(' + ')} AS begun, target_number AS target, count() AS calls FROM calls
        WHERE ${ofCustomer} rotationgroup = ${bindings.bind(code, 'String')}
          AND started_at BETWEEN ${instant(instantParam(earliest))} AND ${instant(instantParam(now))}
          AND direction = 'inbound' AND isNull(parent_call_id) AND ${scopeSql(scope, at, bindings)}
        GROUP BY begun, target HAVING begun > 0`,
      params: bindings.params,
      row: z.object({ begun: Integer, target: z.string(), calls: Integer }),
      signal,
    })
  })
  return from.map((start, at) => {
    const own = rows.filter(({ begun }) => begun === at + 1)
    return {
      from: start,
      calls: own.reduce((sum, row) => sum + row.calls, 0),
      targets: own
        .filter(({ target }) => target !== '')
        .toSorted((one, other) => other.calls - one.calls)
        .slice(0, maxTargets)
        .map(({ target, calls: count }) => ({ target, calls: count })),
    }
  })
}
