import { AttributeName, entityAttributeLimit, entityImportRowLimit } from '@callboard/contract/entities'
import type { ErrorItem } from '@callboard/contract/errors'
import { formatCount } from '@callboard/contract/format'
import { AppError } from '../../lib/app-error.ts'
import { parseCsvLine, readCsvRows } from '../../lib/files/csv-rows.ts'

const columns = ['type', 'code', 'name', 'customer code', 'parent code', 'active'] as const
type Column = (typeof columns)[number]

const required = ['code', 'name'] as const satisfies readonly Column[]
const attributePrefix = /^attribute\s*:\s*/i

export interface TableRow {
  /** The line on which the row begins. */
  line: number
  /** Only of the columns that the file has. */
  cells: ReadonlyMap<Column, string>
  /** Undefined when the file has no such columns. */
  attributes: ReadonlyMap<string, string> | undefined
}

export interface EntityTable {
  columns: ReadonlySet<Column>
  rows: readonly TableRow[]
  /** Rows that do not fit the header, and why. */
  unreadable: readonly { line: number; error: string }[]
}

/**
 * Reads the rows of a CSV file with a header. Throws `invalid` with an error for each column that is missing or
 * unknown, and `tooManyRows`.
 */
export function readEntityTable(csv: string): EntityTable {
  const text = csv.startsWith('\ufeff') ? csv.slice(1) : csv
  if (/[\0\ufffd]/.test(text) || !text.isWellFormed())
    throw wrongFile('The file is not UTF-8 text: save it as “CSV UTF-8”.')
  const lines = text.split(/\r\n|\n|\r/)
  const headerAt = lines.findIndex((line) => line.trim() !== '')
  if (headerAt === -1) throw wrongFile('The file is empty.')
  const { delimiter, header } = readHeader(lines[headerAt] ?? '')
  const rows: TableRow[] = []
  const unreadable: { line: number; error: string }[] = []
  readCsvRows(lines, { delimiter, skipped: headerAt + 1 }, ({ line, fields }) => {
    if (fields === undefined) unreadable.push({ line, error: 'A quotation mark is not closed on this line.' })
    else if (fields.every((field) => field.trim() === '')) return
    else if (fields.length !== header.length) {
      const error = `The line has ${fields.length} fields, and the header ${header.length}.`
      unreadable.push({ line, error })
    } else rows.push(rowOf(line, header, fields))
    if (rows.length + unreadable.length > entityImportRowLimit) throw tooManyRows()
  })
  return { columns: new Set(header.flatMap(({ column }) => column ?? [])), rows, unreadable }
}

type HeaderField = { column: Column; attribute?: undefined } | { column?: undefined; attribute: string }

function readHeader(line: string): { delimiter: string; header: readonly HeaderField[] } {
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, names: (parseCsvLine(line, delimiter) ?? []).map((n) => n.trim()) }))
    .map((reading) => ({ ...reading, known: reading.names.filter((name) => fieldOf(name) !== undefined) }))
    .toSorted((one, other) => other.known.length - one.known.length)
  const { delimiter, names } = best ?? { delimiter: ',', names: [] }
  const header = names.map((name) => fieldOf(name))
  const known = header.flatMap((field) => (field === undefined ? [] : JSON.stringify(field)))
  const errors = [
    ...names.filter((_, at) => header[at] === undefined).map((name) => `Unknown column “${name}”.`),
    ...required
      .filter((column) => !header.some((field) => field?.column === column))
      .map((column) => `The column “${column}” is missing.`),
    ...(new Set(known).size < known.length ? ['A column appears twice in the file.'] : []),
    ...(header.length > columns.length + entityAttributeLimit
      ? [`There are more than ${entityAttributeLimit} attributes.`]
      : []),
  ]
  if (errors.length > 0) throw wrongColumns(errors)
  return { delimiter, header: header.filter((field) => field !== undefined) }
}

/** `Customer Code`, `customer_code` and `customer` are the same column. */
function fieldOf(name: string): HeaderField | undefined {
  if (attributePrefix.test(name)) {
    const attribute = AttributeName.safeParse(name.replace(attributePrefix, ''))
    return attribute.success ? { attribute: attribute.data } : undefined
  }
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')
  const column = columns.find((one) => {
    const [first = ''] = one.split(' ')
    return plain(name) === plain(one) || plain(name) === first
  })
  return column === undefined ? undefined : { column }
}

function rowOf(line: number, header: readonly HeaderField[], fields: readonly string[]): TableRow {
  const cells = new Map<Column, string>()
  const attributes = new Map<string, string>()
  for (const [at, field] of header.entries()) {
    const text = (fields[at] ?? '').trim()
    if (field.column === undefined) attributes.set(field.attribute, text)
    else cells.set(field.column, text)
  }
  return { line, cells, attributes: attributes.size === 0 ? undefined : attributes }
}

function wrongColumns(errors: readonly string[]): AppError {
  const items = errors.map((description): ErrorItem => ({ code: 'invalid', description, field: 'csv' }))
  return new AppError('invalid', errors.join(' '), { items })
}

function wrongFile(description: string): AppError {
  return new AppError('invalid', description, { field: 'csv' })
}

function tooManyRows(): AppError {
  const limit = formatCount(entityImportRowLimit)
  return new AppError('tooManyRows', `The file has more than ${limit} rows: split it.`, { field: 'csv' })
}
