import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'

/** A cursor as it is sent. It is a place and gives no rights: the scope applies as always. */
export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** What a cursor tells; throws when it is none. */
export function decodeCursor<T>(text: string, schema: z.ZodType<T>): T {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch (cause) {
    throw invalidCursor(cause)
  }
  const { data } = schema.safeParse(parsed)
  if (data === undefined) throw invalidCursor()
  return data
}

export function invalidCursor(cause?: unknown): AppError {
  return new AppError(
    'invalidCursor',
    'This cursor does not belong to this list. Start from the first page.',
    {
      field: 'cursor',
      cause,
    },
  )
}

/** By which a cursor knows the list that it comes from. */
export function listFingerprint(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)
}
