import type * as endpoints from '@callboard/contract/change-tracking'
import type { ChangeRecord } from '@callboard/contract/change-tracking'
import type { Body } from '@callboard/contract/endpoint'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import { fieldOfColumn } from '../../db/revision-conflict.ts'
import type { Database } from '../../db/schema.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../lib/app-error.ts'
import { csvLine } from '../../reporting/csv.ts'
import { isoInstant, resolveReportPeriod } from '../../reporting/period.ts'
import * as store from './store.ts'

type Search = Body<typeof endpoints.searchChanges>

/** The instants of the given period; none without one. Throws when it is given both by name and by its ends. */
function spanOf(
  { settings, timeZone: ownZone }: Caller,
  { from, to, period, timeZone = ownZone }: Search,
): Pick<store.ChangeSearch, 'from' | 'to'> {
  if (from === undefined && to === undefined && period === undefined) return {}
  if (period !== undefined && (from !== undefined || to !== undefined))
    throw new AppError('invalid', 'Give a period either by from and to, or by period.', { field: 'period' })
  const now = Temporal.Now.instant()
  // A period that is open at one end reaches as far as a period may.
  const earliest = now.toZonedDateTimeISO('UTC').subtract({ years: 19 }).toInstant().toString()
  const asked = period ?? { from: from ?? earliest, to: to ?? now.add({ hours: 24 }).toString() }
  const span = resolveReportPeriod(asked, { now, timeZone, weekStartsOn: settings.weekStartsOn })
  return { from: isoInstant(span.from), to: isoInstant(span.to) }
}

/** What is looked for, with the period as instants. */
export function changeSearchOf(caller: Caller, search: Search): store.ChangeSearch {
  const { tableType, recordId, userId, maskedUserId, keyword } = search
  return { tableType, recordId, userId, maskedUserId, keyword, ...spanOf(caller, search) }
}

export async function listChanges(
  db: Kysely<Database>,
  search: store.ChangeSearch,
  { cursor, pageSize, withTotal }: Pick<Search, 'cursor' | 'pageSize' | 'withTotal'>,
): Promise<{ items: ChangeRecord[]; nextCursor: string | null; total: number | null }> {
  const before = cursor === undefined ? undefined : parseCursor(cursor)
  const rows = await store.selectChanges(db, search, { before, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    items: page.map(recordOf),
    nextCursor: rows.length > pageSize && last !== undefined ? formatCursor(last) : null,
    total: withTotal ? await store.countChanges(db, search) : null,
  }
}

/** All changes that are found, a line for each field, read page by page while they are sent. */
export function exportChanges(db: Kysely<Database>, search: store.ChangeSearch): FileAnswer {
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'Change tracking.csv',
    bytes: csvOf(db, search),
  })
}

const exportPageSize = 1000
const header = [
  'At (UTC)',
  'User',
  'Viewing as',
  'Type',
  'Record',
  'Record id',
  'Action',
  'Field',
  'From',
  'To',
  'Request',
]

async function* csvOf(db: Kysely<Database>, search: store.ChangeSearch): AsyncGenerator<Uint8Array> {
  let before: store.ChangePlace | undefined
  let isFirst = true
  for (;;) {
    const rows = await store.selectChanges(db, search, { before, limit: exportPageSize })
    const lines = rows.flatMap(linesOf)
    yield Buffer.from([...(isFirst ? [csvLine(header)] : []), ...lines].join(''))
    isFirst = false
    const last = rows.at(-1)
    if (rows.length < exportPageSize || last === undefined) return
    before = { at: last.placeAt, sequence: last.sequence }
  }
}

function linesOf(row: store.ChangeRow): string[] {
  const { at, userName, maskedUserId, tableType, recordName, recordId, action, changes, requestId } =
    recordOf(row)
  const ofRecord = [at, userName, maskedUserId, tableType, recordName, recordId, action]
  const fields = changes.length === 0 ? [{ field: '', from: null, to: null }] : changes
  return fields.map(({ field, from, to }) =>
    csvLine([...ofRecord, field, cellOf(from), cellOf(to), requestId]),
  )
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function recordOf(row: store.ChangeRow): ChangeRecord {
  const { sequence: _, placeAt: __, ...record } = row
  return {
    ...record,
    at: row.at.toISOString(),
    changes: row.changes.map((change) => ({ ...change, field: fieldOfColumn(change.field) })),
  }
}

const Cursor = z.tuple([z.iso.datetime({ precision: 6 }), z.int().min(0)])

function formatCursor({ placeAt, sequence }: store.ChangeRow): string {
  return Buffer.from(JSON.stringify([placeAt, sequence])).toString('base64url')
}

function parseCursor(cursor: string): store.ChangePlace {
  try {
    const [at, sequence] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, sequence }
  } catch (cause) {
    throw new AppError('invalidCursor', 'This cursor is not one of this list. Start from the first page.', {
      field: 'cursor',
      cause,
    })
  }
}
