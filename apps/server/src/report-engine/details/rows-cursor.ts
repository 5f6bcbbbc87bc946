import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'
import { decodeCursor, encodeCursor, invalidCursor, listFingerprint } from './cursor.ts'
import type { ListPlan } from './details-plan.ts'

/** What all pages of a report of rows have in common. */
export interface RowsMoment {
  snapshot: number
  /** Relative periods and ages are those of this moment. */
  askedAt: Date
}

interface RowsCursor extends RowsMoment {
  fingerprint: string
}

const Cursor = z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.string()])

/** Clocks of several processes differ by no more. */
const clockDifferenceMs = 60_000

export function writeRowsCursor(plan: ListPlan, { snapshot, askedAt }: RowsMoment): string {
  return encodeCursor([snapshot, askedAt.getTime(), fingerprint(plan)])
}

export function readRowsCursor(cursor: string): RowsCursor {
  const [snapshot, askedAtMs, list] = decodeCursor(cursor, Cursor)
  if (askedAtMs > Date.now() + clockDifferenceMs) throw invalidCursor()
  return { snapshot, askedAt: new Date(askedAtMs), fingerprint: list }
}

/** A cursor only continues the rows it comes from. */
export function requireSameRows(plan: ListPlan, cursor: RowsCursor): void {
  if (cursor.fingerprint !== fingerprint(plan)) throw invalidCursor()
}

/** Pages are counted off by their rows, so that none may be missing. */
export function requireKept(wanted: number | undefined, found: number): void {
  if (wanted === undefined || wanted === found) return
  throw new AppError(
    'invalidCursor',
    'Calls have changed since these rows were first read, and how they were is no longer kept. Start from the first page.',
    { field: 'cursor' },
  )
}

function fingerprint({ span, filters, entities, columns, order, limitedBy, limit }: ListPlan): string {
  const { from, to } = span
  return listFingerprint([
    from.toString(),
    to.toString(),
    filters,
    entities && [...entities],
    columns,
    order,
    limitedBy,
    limit,
  ])
}
