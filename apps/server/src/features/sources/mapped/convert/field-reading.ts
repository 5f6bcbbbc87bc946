import type { Mapping, RowProblem } from '@callboard/contract/mappings'
import type { LocalClock } from '../../../../lib/local-time.ts'
import type { SourceContext } from '../../adapter.ts'
import type { ColumnIndex } from './column-index.ts'

/** What is known of a row while its fields are read. */
export interface RowReading {
  readonly values: readonly string[]
  readonly clock: LocalClock
  /** About when, in ms, an instant is expected: it decides hours that occur twice. */
  readonly expectedMs: number | undefined
  readonly problems: RowProblem[]
}

export type FieldValue = string | number | readonly string[]

/** The value of a field in a row; undefined where there is none, or it is among the problems. */
export type FieldReader = (row: RowReading) => FieldValue | undefined

export interface FieldReading {
  readonly mapping: Mapping
  readonly source: SourceContext
  readonly columns: ColumnIndex
}
