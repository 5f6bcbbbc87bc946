import { type ManagedType, managedTypes, type RecordType, recordTypes } from './record-types.ts'

type CountedAs<T extends RecordType> = (typeof recordTypes)[T] extends {
  page: { counted: infer Field extends string }
}
  ? Field
  : never

/** How many there are of each type that is counted, by the field of the overview that says so. */
type RecordCounts<V> = { [T in RecordType as CountedAs<T>]: V }

/** The field of the overview that says how many there are; undefined where nobody counts them. */
export function countedAs(type: ManagedType): keyof RecordCounts<unknown> | undefined {
  const { page } = recordTypes[type]
  return 'counted' in page ? page.counted : undefined
}

export function ofEachCounted<V>(value: V): RecordCounts<V>
export function ofEachCounted(value: unknown): object {
  const fields = managedTypes.map(countedAs).filter((field) => field !== undefined)
  return Object.fromEntries(fields.map((field) => [field, value]))
}
