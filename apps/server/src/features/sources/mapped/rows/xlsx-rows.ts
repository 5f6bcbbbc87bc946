import { formatCounted } from '@callboard/contract/format'
import type { Mapping } from '@callboard/contract/mappings'
import { ImportFileError } from '../../../../lib/files/text-lines.ts'
import type { BytesSource } from './bytes-source.ts'
import { columnNames } from './column-names.ts'
import { type Row, type RowPortion, type RowSource, storableText } from './row-source.ts'
import { openWorkbook, textOfElement, unescapeXml, type Workbook } from './xlsx-workbook.ts'
import { notWorkbook, readZipEntry } from './zip-file.ts'

const columnsLimit = 1000
const rowCharacters = 4 << 20

interface SheetRow {
  readonly line: number
  readonly cells: string[]
}

/** The columns of a sheet, and then its rows, of which only a few are in memory at once. */
export async function readXlsx(bytes: BytesSource, mapping: Mapping): Promise<RowSource> {
  const book = await openWorkbook(bytes, mapping.sheet)
  const portions = readSheet(book)
  const waiting: SheetRow[] = []
  let readBytes = 0
  const isStart = (row: SheetRow) =>
    row.line > mapping.skipLines && row.cells.some((cell) => cell.trim() !== '')
  let first: SheetRow | undefined
  while (first === undefined) {
    const next = await portions.next()
    if (next.done === true) throw new ImportFileError('emptyFile', 'The sheet is empty.')
    readBytes += next.value.bytes
    for (const row of next.value.rows) {
      if (first !== undefined) waiting.push(row)
      else if (isStart(row)) first = row
    }
  }
  const { cells } = first
  const columns = mapping.hasHeader ? columnNames(trimEnd(cells)) : columnNames(mapping.columns, cells.length)
  const width = mapping.hasHeader ? columns.length : undefined
  if (!mapping.hasHeader) waiting.unshift(first)

  async function* all(): AsyncGenerator<RowPortion, void, void> {
    yield { rows: waiting.flatMap((row) => fileRow(row, width)), bytes: readBytes }
    for await (const portion of portions)
      yield { rows: portion.rows.flatMap((row) => fileRow(row, width)), bytes: portion.bytes }
  }

  return { columns, portions: all() }
}

/** `width` is that of the header, where there is one. */
function fileRow({ line, cells }: SheetRow, width: number | undefined): Row[] {
  if (cells.every((cell) => cell === '')) return []
  const raw = storableText(cells.join('\t'))
  if (width !== undefined && cells.slice(width).some((cell) => cell.trim() !== '')) {
    const description = `The row has ${formatCounted(cells.length, 'column')}, and the header ${width}.`
    return [{ line, raw, code: 'columnCount', description }]
  }
  return [{ line, cells, raw }]
}

function trimEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

async function* readSheet(book: Workbook): AsyncGenerator<{ rows: SheetRow[]; bytes: number }, void, void> {
  const decoder = new TextDecoder()
  const cellOf = cellReader(book)
  let rest = ''
  let line = 0
  let reported = 0
  for await (const { chunk, readBytes } of readZipEntry(book.bytes, book.sheet)) {
    rest += decoder.decode(chunk, { stream: true })
    const rows: SheetRow[] = []
    const pattern = /<(?:\w+:)?row(\s[^>]*?)?(?:\/>|>([^]*?)<\/(?:\w+:)?row>)/g
    let end = 0
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      const number = /\sr="(\d+)"/.exec(match[1] ?? '')?.[1]
      line = number === undefined ? line + 1 : Number(number)
      rows.push({ line, cells: cellsOf(match[2] ?? '', cellOf) })
      end = pattern.lastIndex
    }
    rest = rest.slice(end)
    if (rest.length > rowCharacters) throw notWorkbook('a row of it is longer than any row of calls')
    yield { rows, bytes: readBytes - reported }
    reported = readBytes
  }
}

function cellsOf(xml: string, cellOf: CellReader): string[] {
  const cells: string[] = []
  for (const [, attributes = '', content = ''] of xml.matchAll(cellPattern)) {
    const place = /\br="([A-Z]{1,3})\d*"/.exec(attributes)?.[1]
    const at = place === undefined ? cells.length : columnOf(place)
    if (at >= columnsLimit) throw notWorkbook(`it has more than ${columnsLimit} columns`)
    while (cells.length < at) cells.push('')
    cells[at] = content === '' ? '' : cellOf(attributes, content)
  }
  return cells
}

const cellPattern = /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([^]*?)<\/(?:\w+:)?c>)/g

/** `B` is 1. */
function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

type CellReader = (attributes: string, content: string) => string

function cellReader({ texts, styles, isFrom1904 }: Workbook): CellReader {
  return (attributes, content) => {
    const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n'
    if (type === 'inlineStr') return textOfElement(content)
    const value = unescapeXml(/<(?:\w+:)?v(?:\s[^>]*)?>([^]*?)<\/(?:\w+:)?v>/.exec(content)?.[1] ?? '')
    if (type === 's') return texts[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'true' : 'false'
    if (type === 'e') return ''
    if (type !== 'n' || value === '') return value
    const style = styles[Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? -1)]
    return style === undefined || style.kind === 'plain'
      ? plainFigure(value)
      : wallTime(Number(value) + (isFrom1904 && style.kind === 'date' ? 1462 : 0), style)
  }
}

/** `4.9171312345E+12` is what workbooks keep of `4917131234500`. */
function plainFigure(value: string): string {
  if (!/e/i.test(value)) return value
  const figure = Number(value)
  return Number.isSafeInteger(figure) ? String(figure) : value
}

const dayMs = 86_400_000
const excelStartMs = Date.UTC(1899, 11, 30)

/** Days as people write them: a date in ISO 8601, a time of day or a duration as `h:mm:ss`. */
function wallTime(days: number, { kind, hasSeconds }: Workbook['styles'][number]): string {
  if (!Number.isFinite(days)) return ''
  if (kind === 'date' || days > 20_000) {
    const instant = new Date(excelStartMs + Math.round(days * 86_400) * 1000)
    return Number.isNaN(instant.getTime()) ? '' : instant.toISOString().slice(0, 19).replace('T', ' ')
  }
  const seconds = Math.round((days * dayMs) / 1000)
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const start = `${hour}:${String(minute).padStart(2, '0')}`
  return hasSeconds || second !== 0 ? `${start}:${String(second).padStart(2, '0')}` : start
}
