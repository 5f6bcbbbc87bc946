import { AppError } from '../lib/app-error.ts'

/**
 * Runs a write and tells a name that another record has already as `nameTaken`, under its field. Two
 * writes at once are told apart by the table's own constraint.
 */
export async function nameTakenWhere<T>(
  { what, value, field = 'name' }: { what: string; value: string | undefined; field?: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('nameTaken', `${what} has the ${field} ${value ?? ''} already.`, {
      field,
      cause: error,
    })
  }
}

const uniqueViolation = '23505'

/** Whether PostgreSQL refused a second row with the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
