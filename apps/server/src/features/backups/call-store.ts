import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { Integer } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'
import type { Manifest } from './manifest.ts'

/** How many calls there are at a snapshot, and what they are. */
export async function selectCallsOf(calls: CallStore, number: number): Promise<Manifest['calls']> {
  const [row] = await calls.query({
    sql: `SELECT count() AS count, toString(groupBitXor(sipHash64(id, content_hash, started_at, seen_from))) AS hash
      FROM calls WHERE ${seenSql}`,
    params: { seen: number },
    row: z.object({ count: Integer, hash: z.string() }),
    limits: { resultRows: 1, executionSeconds: 600 },
  })
  return { number, count: row?.count ?? 0, hash: row?.hash ?? '0' }
}
