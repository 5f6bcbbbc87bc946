import type { ChangeRecord } from '@callboard/contract/change-tracking'
import type { Period } from '@callboard/contract/period'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import { fieldOfColumn } from '../../db/missed-update.ts'
import type { Database } from '../../db/schema.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../lib/app-error.ts'
import { csvLine } from '../../reporting/csv.ts'
import { isoInstant, resolveReportPeriod } from '../../reporting/period.ts'
import { type ChangePlace, type ChangeRow, type ChangeSearch, countChanges, listChangeRows } from './store.ts'

interface AskedSpan {
  from?: string | undefined
  to?: string | undefined
  period?: Period | undefined
  timeZone?: string | undefined
}

/** The instants of the period that is asked for; none where it is not. Throws when both ways are used at once. */
export function spanOf(
  { settings, timeZone: ownZone }: Pick<Caller, 'settings' | 'timeZone'>,
  { from, to, period, timeZone = ownZone }: AskedSpan,
): { from?: string; to?: string } {
  if (from === undefined && to === undefined && period === undefined) return {}
  if (period !== undefined && (from !== undefined || to !== undefined))
    throw new AppError('invalid', 'Give a period either by from and to, or by period.', { field: 'period' })
  const now = Temporal.Now.instant()
  // A period that is open at one end reaches as far as one may: all that there can be.
  const earliest = now.toZonedDateTimeISO('UTC').subtract({ years: 19 }).toInstant().toString()
  const asked = period ?? { from: from ?? earliest, to: to ?? now.add({ hours: 24 }).toString() }
  const span = resolveReportPeriod(asked, { now, timeZone, weekStartsOn: settings.weekStartsOn })
  return { from: isoInstant(span.from), to: isoInstant(span.to) }
}

interface Page {
  cursor?: string | undefined
  pageSize: number
  withTotal: boolean
}

export async function searchChanges(
  db: Kysely<Database>,
  { cursor, pageSize, withTotal, ...search }: ChangeSearch & Page,
): Promise<{ items: ChangeRecord[]; nextCursor: string | null; total: number | null }> {
  const before = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await listChangeRows(db, search, { before, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    items: page.map(recordOf),
    nextCursor: rows.length > pageSize && last !== undefined ? writeCursor(last) : null,
    total: withTotal ? await countChanges(db, search) : null,
  }
}

/** All that is found, a line a field, made page by page while it is sent. */
export function exportChanges(db: Kysely<Database>, search: ChangeSearch): FileAnswer {
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'Change tracking.csv',
    bytes: csvOf(db, search),
  })
}

const exportedAtOnce = 1000
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

async function* csvOf(db: Kysely<Database>, search: ChangeSearch): AsyncGenerator<Uint8Array> {
  let before: ChangePlace | undefined
  let isFirst = true
  for (;;) {
    const rows = await listChangeRows(db, search, { before, limit: exportedAtOnce })
    const lines = rows.flatMap(linesOf)
    yield Buffer.from([...(isFirst ? [csvLine(header)] : []), ...lines].join(''))
    isFirst = false
    const last = rows.at(-1)
    if (rows.length < exportedAtOnce || last === undefined) return
    before = { at: last.place_at, sequence: last.sequence }
  }
}

function linesOf(row: ChangeRow): string[] {
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

function recordOf(row: ChangeRow): ChangeRecord {
  return {
    id: row.id,
    tableType: row.table_type,
    recordId: row.record_id,
    recordName: row.record_name,
    action: row.action,
    userId: row.user_id,
    userName: row.user_name,
    maskedUserId: row.masked_user_id,
    at: row.at.toISOString(),
    changes: row.changes.map(({ field, from, to }) => ({ field: fieldOfColumn(field), from, to })),
    requestId: row.request_id,
  }
}

const Cursor = z.tuple([z.iso.datetime({ precision: 6 }), z.int().min(0)])

function writeCursor({ place_at: at, sequence }: ChangeRow): string {
  return Buffer.from(JSON.stringify([at, sequence])).toString('base64url')
}

function readCursor(cursor: string): ChangePlace {
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
