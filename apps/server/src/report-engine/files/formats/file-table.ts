import type { FileChart } from './file-chart.ts'
import type { FileColumn, FileRow } from './file-column.ts'

/** What a file of rows is made of, besides the rows. */
export interface FileTable {
  columns: readonly FileColumn[]
  /** In which people read times. */
  zone: string
  /** Of the report, for people. */
  name: string
  /** What it is of, in words, a line each. */
  about: readonly string[]
  /** One value a column; those of texts are null. */
  totals?: FileRow | undefined
  chart?: FileChart | undefined
  /** Aborted when nobody waits for the file any more. */
  signal: AbortSignal
}
