import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { Integer } from '../../../db/calls/row-values.ts'
import type { StoredChanges } from '../../../db/calls/snapshots.ts'
import type { KnownCall } from '../rows/store.ts'

/** As a patch of the parts, in which the rows stay where they are. */
export const lightweight = {
  lightweight_delete_mode: 'lightweight_update',
  enable_lightweight_update: 1,
} as const

const Changes = z.object({ published: Integer, oldest: Integer, newest: Integer })
const Newest = z.object({ started_ms: Integer })

/** What the table says of the changes so far. */
export async function selectStoredChanges(
  calls: CallStore,
  unfinished: number | undefined,
): Promise<StoredChanges> {
  const [row] = await calls.query({
    sql: `SELECT
        greatest(maxIf(seen_from, seen_from != {unfinished:UInt64}), maxIf(seen_to, seen_to != {unfinished:UInt64})) AS published,
        minIf(seen_to, seen_to NOT IN (0, {unfinished:UInt64})) AS oldest,
        maxIf(seen_to, seen_to != {unfinished:UInt64}) AS newest
      FROM calls WHERE seen_from != 0 OR seen_to != 0`,
    params: { unfinished: unfinished ?? 0 },
    row: Changes,
  })
  const { published = 0, oldest = 0, newest = 0 } = row ?? {}
  return {
    published,
    superseding: newest === 0 ? undefined : { oldest, newest },
    unfinished,
    newestStartMs: await selectNewestStartMs(calls),
  }
}

/** When the newest call starts, whether it is seen or not; 0 when there are no calls. */
export async function selectNewestStartMs(calls: CallStore): Promise<number> {
  const [newest] = await calls.query({
    sql: 'SELECT toUnixTimestamp64Milli(max(started_at)) AS started_ms FROM calls',
    row: Newest,
  })
  return newest?.started_ms ?? 0
}

/** Takes out the versions that corrections replace; versions from `before` on stay. */
export async function supersede(
  calls: CallStore,
  replaced: readonly Pick<KnownCall, 'id' | 'customerId' | 'startedAt'>[],
  { number, before }: { number: number; before: number },
): Promise<void> {
  const times = replaced.map((call) => call.startedAt).toSorted()
  await calls.command({
    sql: `UPDATE calls SET seen_to = {number:UInt64} WHERE customer_id IN {customers:Array(UUID)}
      AND started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
      AND id IN {ids:Array(UUID)} AND version < {before:UInt64} AND seen_to = 0`,
    params: {
      number,
      customers: [...new Set(replaced.map((call) => call.customerId))],
      from: times[0] ?? '',
      to: times.at(-1) ?? '',
      ids: replaced.map((call) => call.id),
      before,
    },
    settings: lightweight,
  })
}

/** Takes back all that a change has written. */
export async function undoChange(calls: CallStore, number: number): Promise<void> {
  await calls.command({
    sql: 'DELETE FROM calls WHERE seen_from = {number:UInt64}',
    params: { number },
    settings: lightweight,
  })
  await calls.command({
    sql: 'UPDATE calls SET seen_to = 0 WHERE seen_to = {number:UInt64}',
    params: { number },
    settings: lightweight,
  })
}

/** Deletes the rows that changes up to this one took out, but for those of some calls. */
export async function deleteSuperseded(
  calls: CallStore,
  { to, kept }: { to: number; kept: readonly string[] },
): Promise<void> {
  await calls.command({
    sql: 'DELETE FROM calls WHERE seen_to BETWEEN 1 AND {to:UInt64} AND id NOT IN {kept:Array(UUID)}',
    params: { to, kept },
    settings: lightweight,
  })
}

/** Forgets which change brought a row, up to this one: numbers other than 0 are slower to read. */
export async function updateSettled(calls: CallStore, to: number): Promise<void> {
  await calls.command({
    sql: 'UPDATE calls SET seen_from = 0 WHERE seen_from BETWEEN 1 AND {to:UInt64}',
    params: { to },
    settings: lightweight,
  })
}
