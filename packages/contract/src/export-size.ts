import type { exportTypes } from './export-types.ts'
import type { FieldKind } from './field-declaration.ts'
import { findField } from './field-names.ts'

/** JSON is written at once, and files for reading have more than cells. */
type FormatOfCells = Exclude<
  (typeof exportTypes)[number],
  { isForReading: true } | { extension: 'json' }
>['extension']

/** Bytes of a cell in CSV, XLSX, NDJSON (its name included) and Parquet: the means of calls as they usually are. */
type CellBytes = readonly [csv: number, xlsx: number, ndjson: number, parquet: number]

const columnOfFormat: Readonly<Record<string, 0 | 1 | 2 | 3>> = {
  csv: 0,
  xlsx: 1,
  ndjson: 2,
  parquet: 3,
} satisfies Record<FormatOfCells, 0 | 1 | 2 | 3>
const defaultBytes: CellBytes = [10, 4, 23, 1]
const ofKind: Readonly<Partial<Record<FieldKind, CellBytes>>> = {
  instant: [22, 8, 40, 9],
  phone: [16, 5.5, 32, 2.5],
  // With its name beside the code.
  entity: [28, 5, 55, 1.5],
  uuid: [40, 4, 54, 1],
  amount: [10, 3.5, 37, 1],
}

/** The id of a call, which no other call has. */
const unique: CellBytes = [40, 25, 46, 37]

/**
 * About how many bytes a file has; undefined where that depends on more than its cells. Columns that are no field of a call
 * count as usual ones.
 */
export function estimateFileBytes(
  format: string,
  { rowCount, columns }: { rowCount: number; columns: readonly string[] },
): number | undefined {
  const at = columnOfFormat[format]
  if (at === undefined) return undefined
  return rowCount * columns.reduce((sum, name) => sum + cellBytes(name)[at], 0)
}

function cellBytes(name: string): CellBytes {
  return name === 'id' ? unique : (ofKind[findField(name)?.kind ?? 'text'] ?? defaultBytes)
}
