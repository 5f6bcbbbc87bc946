import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { InstantValue, Integer } from '../../db/calls/row-values.ts'
import { Bindings } from '../sql/bindings.ts'
import { numberColumns, type NumberField } from './find-calls.ts'
import { scopeSql } from '../sql/scope-sql.ts'

export interface FoundNumber {
  number: string
  /** Without legs. */
  calls: number
  first: string
  last: string
}

const Row = z
  .object({ number: z.string(), n: Integer, first: InstantValue, last: InstantValue, numbers: Integer })
  .transform(({ n, ...row }) => ({ ...row, calls: n }))

interface WantedNumbers {
  by: NumberField
  value: string
  /** The value is a part of a number. */
  isPart: boolean
  since?: string | undefined
  limit: number
}

/** The numbers of the calls of a scope that are this one, or contain it: how many, and those that were used last. */
export async function findNumbers(
  scope: Scope,
  { by, value, isPart, since, limit }: WantedNumbers,
  { calls, at, signal }: { calls: CallStore; at: Snapshot; signal?: AbortSignal },
): Promise<{ total: number; numbers: FoundNumber[] }> {
  const bindings = new Bindings()
  const { sql, more } = numberColumns[by]
  const wanted = bindings.bind(value, 'String')
  const condition = isPart ? `position(${sql}, ${wanted}) > 0` : `${sql} = ${wanted}`
  const where = [`${condition}${more}`, scopeSql(scope, at, bindings)]
  if (since !== undefined) where.push(`started_at >= ${bindings.bind(since, "DateTime64(3, 'UTC')")}`)
  const rows = await calls.query({
    sql: `SELECT ${sql} AS number, count() AS n, min(started_at) AS first, max(started_at) AS last,
        count() OVER () AS numbers
      FROM calls WHERE ${where.join(' AND ')} GROUP BY number ORDER BY last DESC, number LIMIT ${limit}`,
    params: bindings.params,
    row: Row,
    limits: { executionSeconds: 3 },
    ...(signal && { signal }),
  })
  return {
    total: rows[0]?.numbers ?? 0,
    numbers: rows.map(({ number, calls: count, first, last }) => ({ number, calls: count, first, last })),
  }
}
