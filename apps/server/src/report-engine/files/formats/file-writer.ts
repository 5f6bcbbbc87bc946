import type { StreamRequest } from '../../../db/calls/call-store.ts'
import type { Field } from '../../sql/fields.ts'
import type { Offsets } from '../../sql/zone-offsets.ts'
import type { FileColumn, FileRow } from './file-column.ts'
import type { FileTable } from './file-table.ts'

export type RowBatches = AsyncIterable<readonly FileRow[]>

/** How the files of a format are written: all that the server knows of it. */
export interface FileWriter {
  /** A file of rows that this process has worked out. */
  rows: (table: FileTable, batches: RowBatches) => AsyncGenerator<Uint8Array, void>
  /** How the engine writes a list of calls; unless given, it is read from the engine and written by `rows`. */
  list?: ListWriter
}

export interface ListWriter extends Pick<StreamRequest, 'settings'> {
  cells: CellWriter
  streamed: StreamRequest['format']
  select: (cells: readonly string[], columns: readonly FileColumn[]) => string
  /** The end of such a file tells what is in all of it, so that it is not written in parts. */
  isOnePart?: true
  /** The file, of what the engine writes; the same unless given. */
  file?: (table: FileTable, lines: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void>
}

export interface StoredCell {
  /** SQL of the value. */
  column: string
  field: Pick<Field, 'kind' | 'storedKind'>
  offsets: Offsets
}

/** How the engine writes the cells of a format. */
export interface CellWriter {
  /** Whether a value that is one of few is written in words: for people, not for programs. */
  writesWords: boolean
  /** SQL of the cell of a stored value. */
  cell: (stored: StoredCell) => string
  /** SQL of the cell of an amount, a nullable decimal. */
  amount: (amount: string) => string
  /** The cell of a text that is known beforehand. */
  text: (text: string) => string
  /** SQL of a cell without a value, and what such a text is while it is looked up. */
  none: string
  /** SQL of the cell of what `text` wrote. */
  found: (text: string) => string
}

export async function* linesBytes(
  batches: RowBatches,
  lineOf: (row: FileRow) => string,
  header = '',
): AsyncGenerator<Uint8Array, void> {
  let before = header
  for await (const rows of batches) {
    const text = before + rows.map(lineOf).join('')
    before = ''
    if (text !== '') yield Buffer.from(text)
  }
  if (before !== '') yield Buffer.from(before)
}

/** SQL of tags as one text. */
export function joinedSql(tags: string): string {
  return `arrayStringConcat(${tags}, ', ')`
}
