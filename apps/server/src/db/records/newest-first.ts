import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'

/** Where a page of records ends: the time to the microsecond, and the number that orders records of the same time. */
export interface RecordPlace {
  at: string
  sequence: number
}

// As a text, for a JavaScript date has no microseconds.
export const placeAt = sql<string>`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Whether a record is older than a place. */
export function isBefore({ at, sequence }: RecordPlace) {
  return sql<boolean>`(at, sequence) < (${at}::timestamptz, ${sequence}::bigint)`
}

/** Of rows that were read newest first, one more than a page has: the page, and a cursor where another one follows. */
export function pageOfNewest<Row extends { placeAt: string; sequence: number }>(
  rows: readonly Row[],
  pageSize: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > pageSize && last !== undefined ? formatCursor(last) : null }
}

const Cursor = z.tuple([z.iso.datetime({ precision: 6 }), z.int().min(0)])

function formatCursor({ placeAt: at, sequence }: { placeAt: string; sequence: number }): string {
  return Buffer.from(JSON.stringify([at, sequence])).toString('base64url')
}

/** Throws `invalidCursor`. */
export function parseCursor(cursor: string): RecordPlace {
  try {
    const [at, sequence] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, sequence }
  } catch (cause) {
    throw new AppError(
      'invalidCursor',
      'This cursor does not belong to this list. Start from the first page.',
      {
        field: 'cursor',
        cause,
      },
    )
  }
}
