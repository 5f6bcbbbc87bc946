const uniqueViolation = '23505'

/** Whether PostgreSQL refused a row because another one has what only one may have. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
