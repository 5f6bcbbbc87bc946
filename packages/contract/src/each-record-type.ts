import { type RecordType, recordTypeNames } from './record-types.ts'

/** What is said of each type. */
export function ofEachType<V>(of: (type: RecordType) => V): Record<RecordType, V>
export function ofEachType(of: (type: RecordType) => unknown): object {
  return Object.fromEntries(recordTypeNames.map((type) => [type, of(type)]))
}
