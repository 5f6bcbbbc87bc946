import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { InstantValue, Integer } from '../../db/calls/row-values.ts'
import { Bindings } from '../sql/bindings.ts'
import { callsOfNumber, type WantedNumber } from './find-calls.ts'

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

/** The numbers of the calls of a scope that are this one, or contain it: how many, and those that were used last. */
export async function findNumbers(
  scope: Scope,
  { limit, ...wanted }: WantedNumber & { limit: number },
  { calls, at, signal }: { calls: CallStore; at: Snapshot; signal?: AbortSignal },
): Promise<{ total: number; numbers: FoundNumber[] }> {
  const bindings = new Bindings()
  const from = callsOfNumber(scope, wanted, { select: 'started_at', bindings, at })
  const rows = await calls.query({
    sql: `SELECT found_number AS number, count() AS n, min(started_at) AS first, max(started_at) AS last,
        count() OVER () AS numbers
      FROM ${from} GROUP BY number ORDER BY last DESC, number LIMIT ${limit}`,
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
