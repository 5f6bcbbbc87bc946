import { writeDimension } from '@callboard/contract/dimension-words'
import type { AskedField } from '@callboard/contract/field-names'
import type { CellNames } from '../summary/cell-names.ts'
import { customerTexts, findNames, foundSql, headersOf } from '../summary/cell-names.ts'
import { type Field, storedKinds } from '../sql/fields.ts'
import type { Offsets } from '../sql/zone-offsets.ts'
import type { CellWriter } from './formats/file-writer.ts'
import { type FileColumn, type FileKind, type FileValue, moneyColumns } from './formats/file-column.ts'
import type { Bindings } from '../sql/bindings.ts'

/** What occurs in a file of calls. */
export interface Occurring {
  /** Of the amounts in a file, each with a column of its own: a sum over a column is one of one currency. */
  currencies: readonly string[]
  /** Those of ids and codes in the file: all that there are would be read again for each part of it. */
  names: CellNames
}

/** The columns that a field of a call has in a file, in the order of their cells. */
export function detailsColumns(
  name: string,
  field: Pick<Field, 'label' | 'kind' | 'valueLabels' | 'fileKey'>,
  { currencies, names }: Occurring,
): FileColumn[] {
  const { label, kind } = field
  if (kind === 'amount') return moneyColumns({ key: name, label }, currencies)
  const [first = label, second] = headersOf(name, label, names)
  const own: FileColumn = {
    key: field.fileKey ?? name,
    label: first,
    kind: fileKinds[kind] ?? storedFileKinds[storedKinds[kind]],
    ...(hasWords(name, kind) && { words: (value) => wordsOf(value, name, field) }),
  }
  if (second === undefined) return [own]
  return [
    name === 'customer' ? { ...own, key: 'customerCode', kind: 'text' } : own,
    { key: `${name}Name`, label: second, kind: 'text' },
  ]
}

/** Whether values are numbers or words for programs, which the list has in words. */
function hasWords(name: string, kind: Field['kind']): boolean {
  return kind === 'choice' || name === 'hangupCause'
}

/** As the list has it. */
function wordsOf(value: FileValue, name: string, { valueLabels }: Pick<Field, 'valueLabels'>): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const column = { name, label: '', type: 'text', role: 'dimension', valueLabels } as const
  return writeDimension(value, column, {})?.full ?? String(value)
}

/** The values that a field may have. */
function valuesOf({ values, sent: { min = 0, max = 0 } = {} }: Field): readonly (string | number)[] {
  return values ?? Array.from({ length: max - min + 1 }, (_, at) => min + at)
}

const fileKinds: Partial<Record<Field['kind'], FileKind>> = { duration: 'duration' }

const storedFileKinds = {
  text: 'text',
  uuid: 'text',
  integer: 'integer',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  instant: 'instant',
  tags: 'tags',
} as const satisfies Record<Field['storedKind'], FileKind>

interface Cells extends Occurring {
  bindings: Bindings
  offsets: Offsets
  writer: CellWriter
}

/** SQL of the cells of a field, as a format writes them. */
export function detailsCells(name: AskedField, field: Field, { writer, ...cells }: Cells): string[] {
  const { bindings, offsets, currencies, names } = cells
  const column = field.sql(offsets)
  const found = (texts: ReadonlyMap<string, string>, type: 'UUID' | 'String') =>
    foundCell(column, texts, { bindings, writer, type })
  if (name === 'customer') {
    return [
      found(
        customerTexts(names, ({ code }) => code),
        'UUID',
      ),
      found(
        customerTexts(names, (customer) => customer.name),
        'UUID',
      ),
    ]
  }
  if (field.kind === 'amount') return amountCells(column, currencies, { bindings, writer })
  if (hasWords(name, field.kind) && writer.writesWords) {
    const words = new Map(valuesOf(field).map((value) => [String(value), wordsOf(value, name, field)]))
    const value = field.storedKind === 'integer' ? `ifNull(toString(${column}), '')` : column
    return [foundCell(value, words, { bindings, writer, type: 'String' })]
  }
  const cell = writer.cell({ column, field, offsets })
  const named = findNames(name, names)
  return named === undefined ? [cell] : [cell, found(named, 'String')]
}

/** The text of an id or code, written before it is bound: in SQL the list of all would stand in each look at the text. */
function foundCell(
  column: string,
  texts: ReadonlyMap<string, string>,
  { bindings, writer, type }: { bindings: Bindings; writer: CellWriter; type: 'UUID' | 'String' },
): string {
  const written = new Map(Array.from(texts, ([key, text]) => [key, writer.text(text)]))
  return writer.found(foundSql(column, written, { bindings, type, none: writer.none }))
}

function amountCells(
  column: string,
  currencies: readonly string[],
  { bindings, writer }: { bindings: Bindings; writer: CellWriter },
): string[] {
  if (currencies.length === 0) return [writer.amount("CAST(NULL, 'Nullable(Decimal(18, 4))')")]
  return currencies.map((currency) =>
    writer.amount(`if(currency = ${bindings.bind(currency, 'String')}, ${column}, NULL)`),
  )
}
