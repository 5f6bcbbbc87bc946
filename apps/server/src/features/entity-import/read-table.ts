import { AttributeName, entityAttributeLimit, entityImportRowLimit } from '@callboard/contract/entities'
import type { ErrorItem } from '@callboard/contract/errors'
import { AppError } from '../../lib/app-error.ts'
import { splitCsvLine } from '../../lib/csv-line.ts'

const columns = ['type', 'code', 'name', 'customer code', 'parent code', 'active'] as const
type Column = (typeof columns)[number]

const needed = ['code', 'name'] as const satisfies readonly Column[]
const attributePrefix = /^attribute\s*:\s*/i

export interface TableRow {
  line: number
  /** Those of the columns that the file has. */
  cells: ReadonlyMap<Column, string>
  /** Undefined where the file has no such columns. */
  attributes: ReadonlyMap<string, string> | undefined
}

export interface EntityTable {
  columns: ReadonlySet<Column>
  rows: readonly TableRow[]
  /** Lines that are no rows of this table, and why. */
  unreadable: readonly { line: number; fault: string }[]
}

/** The rows of a CSV file with a header. Throws `invalid` with a fault for each column that is missing or unknown. */
export function readEntityTable(csv: string): EntityTable {
  const text = csv.startsWith('\ufeff') ? csv.slice(1) : csv
  if (/[\0\ufffd]/.test(text)) throw wrongFile('The file is not UTF-8 text: save it as “CSV UTF-8”.')
  const lines = text.split(/\r\n|\n|\r/)
  const headerAt = lines.findIndex((line) => line.trim() !== '')
  if (headerAt === -1) throw wrongFile('The file is empty.')
  const { separator, header } = readHeader(lines[headerAt] ?? '')
  const rows: TableRow[] = []
  const unreadable: { line: number; fault: string }[] = []
  for (const [at, row] of lines.slice(headerAt + 1).entries()) {
    const line = headerAt + 2 + at
    const fields = splitCsvLine(row, separator)
    if (fields === undefined) unreadable.push({ line, fault: 'A quote is not closed on this line.' })
    else if (fields.every((field) => field.trim() === '')) continue
    else if (fields.length !== header.length) {
      const fault = `The line has ${fields.length} fields, and the header ${header.length}.`
      unreadable.push({ line, fault })
    } else rows.push(rowOf(line, header, fields))
    if (rows.length + unreadable.length > entityImportRowLimit) throw tooManyRows()
  }
  return { columns: new Set(header.flatMap(({ column }) => column ?? [])), rows, unreadable }
}

type HeaderField = { column: Column; attribute?: undefined } | { column?: undefined; attribute: string }

function readHeader(line: string): { separator: string; header: readonly HeaderField[] } {
  const [best] = [',', ';', '\t']
    .map((separator) => ({ separator, names: (splitCsvLine(line, separator) ?? []).map((n) => n.trim()) }))
    .map((reading) => ({ ...reading, known: reading.names.filter((name) => fieldOf(name) !== undefined) }))
    .toSorted((one, other) => other.known.length - one.known.length)
  const { separator, names } = best ?? { separator: ',', names: [] }
  const header = names.map((name) => fieldOf(name))
  const known = header.flatMap((field) => (field === undefined ? [] : JSON.stringify(field)))
  const faults = [
    ...names.filter((_, at) => header[at] === undefined).map((name) => `There is no column “${name}” here.`),
    ...needed
      .filter((column) => !header.some((field) => field?.column === column))
      .map((column) => `The column “${column}” is missing.`),
    ...(new Set(known).size < known.length ? ['A column stands in the file twice.'] : []),
    ...(header.length > columns.length + entityAttributeLimit
      ? [`There are more than ${entityAttributeLimit} attributes.`]
      : []),
  ]
  if (faults.length > 0) throw wrongColumns(faults)
  return { separator, header: header.filter((field) => field !== undefined) }
}

/** `Customer Code`, `customer_code` and `customer` are one column. */
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

function wrongColumns(faults: readonly string[]): AppError {
  const items = faults.map((description): ErrorItem => ({ code: 'invalid', description, field: 'csv' }))
  return new AppError('invalid', faults.join(' '), { items })
}

function wrongFile(description: string): AppError {
  return new AppError('invalid', description, { field: 'csv' })
}

function tooManyRows(): AppError {
  const limit = entityImportRowLimit.toLocaleString('en')
  return new AppError('tooManyRows', `The file has more than ${limit} rows: split it.`, { field: 'csv' })
}
