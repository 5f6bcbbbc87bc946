import { ImportFileError } from '../../../../lib/files/text-lines.ts'
import type { RejectedLine } from '../../adapter.ts'
import { pathReader } from './json-paths.ts'

/** A row of a file: its fields in the order of the columns, or an object of JSON. */
export interface FileRow {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[] | JsonRow
  /** As it stands in the file. */
  readonly raw: string
}

export type JsonRow = Readonly<Record<string, unknown>>

/** Lines that could not be read as a row. */
export type UnreadableRow = Omit<RejectedLine, 'value'>

export type Row = FileRow | UnreadableRow

export interface RowPortion {
  readonly rows: readonly Row[]
  /** Bytes of the file that were read for them. */
  readonly bytes: number
}

/** What a file holds: its columns, and then its rows in portions. */
export interface RowSource {
  /** None of JSON, of which every row has its own. */
  readonly columns: readonly string[] | undefined
  readonly portions: AsyncIterable<RowPortion>
}

export function isReadable(row: Row): row is FileRow {
  return 'cells' in row
}

/** A row of itself, without the header of its file: JSON, by the names of the columns. */
export function namedRow({ columns }: Pick<RowSource, 'columns'>): (row: FileRow) => string {
  if (columns === undefined) return ({ raw }) => storableText(raw)
  return ({ cells }) =>
    JSON.stringify(
      Object.fromEntries(
        columns.map((name, at) => [name, isList(cells) ? storableText(cells[at] ?? '') : '']),
      ),
    )
}

/** PostgreSQL cannot store NUL. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed()
}

/** Reads the values of some columns out of rows. Throws `ImportFileError` where the file has not all of them. */
export function valueReader(
  source: RowSource,
  wanted: readonly string[],
): (row: FileRow) => readonly string[] {
  const { columns } = source
  if (columns === undefined) {
    const readers = wanted.map(pathReader)
    return ({ cells }) => readers.map((read) => read(cells))
  }
  const places = wanted.map((name) => columns.indexOf(name))
  const missing = wanted.filter((_, index) => places[index] === -1)
  if (missing.length > 0) throw missingColumns(missing)
  return ({ cells }) => (isList(cells) ? places.map((at) => cells[at] ?? '') : [])
}

function missingColumns(missing: readonly string[]): ImportFileError {
  const names = missing.slice(0, 5).map((name) => `“${name}”`)
  const [subject, verb] = missing.length === 1 ? ['column', 'is'] : ['columns', 'are']
  return new ImportFileError(
    'wrongFormat',
    `The ${subject} ${names.join(', ')} of the mapping ${verb} not in the file. Nothing of it was imported.`,
  )
}

function isList(cells: FileRow['cells']): cells is readonly string[] {
  return Array.isArray(cells)
}
