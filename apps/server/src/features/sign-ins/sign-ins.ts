import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/sign-ins'
import type { SignInRecord } from '@callboard/contract/sign-ins'
import type { Caller } from '../../access/callers/caller.ts'
import { pageOfNewest, parseCursor } from '../../db/records/newest-first.ts'
import type { Db } from '../../db/tables/schema.ts'
import { recordSpan } from '../../report-engine/summary/record-span.ts'
import * as store from './store.ts'

type Search = Body<typeof endpoints.searchSignIns>

/** Those of one user, or of everybody; the newest first. */
export async function listSignIns(
  db: Db,
  caller: Caller,
  asked: Search,
): Promise<{ items: SignInRecord[]; nextCursor: string | null; total: number | null }> {
  const { userId, kinds, keyword, cursor, pageSize, withTotal } = asked
  const search = { userId, kinds, keyword, ...recordSpan(caller, asked) }
  const before = cursor === undefined ? undefined : parseCursor(cursor)
  const rows = await store.selectSignIns(db, search, { before, limit: pageSize + 1 })
  const { page, nextCursor } = pageOfNewest(rows, pageSize)
  return {
    items: page.map(recordOf),
    nextCursor,
    total: withTotal ? await store.countSignIns(db, search) : null,
  }
}

function recordOf(row: Awaited<ReturnType<typeof store.selectSignIns>>[number]): SignInRecord {
  const { sequence: _, placeAt: __, ...record } = row
  return { ...record, at: row.at.toISOString(), firstAt: row.firstAt.toISOString() }
}
