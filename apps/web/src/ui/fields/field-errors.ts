import { ApiError } from '#web/lib/api/api-error.ts'

interface FieldErrors<K> {
  name: K
  errors: string[]
}

/** The server's errors under the fields that they name, as a form of Ant Design takes them. */
export function fieldErrors<const K extends string>(error: unknown, names: readonly K[]): FieldErrors<K>[] {
  if (!(error instanceof ApiError)) return []
  return names
    .map((name) => ({
      name,
      errors: error.items.filter(({ field }) => isOf(name, field)).map(({ description }) => description),
    }))
    .filter(({ errors }) => errors.length > 0)
}

/** Whether the fields say all of it already. */
export function isAllInFields(error: unknown, names: readonly string[]): boolean {
  return (
    error instanceof ApiError &&
    error.items.length > 0 &&
    error.items.every(({ field }) => names.some((name) => isOf(name, field)))
  )
}

/** Whether an error is about a field or a part of it, as `recipients.0.email` is of `recipients`. */
function isOf(name: string, field: string | undefined): boolean {
  return field === name || field?.startsWith(`${name}.`) === true
}
