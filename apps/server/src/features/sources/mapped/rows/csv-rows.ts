import { formatCount, formatCounted } from '@callboard/contract/format'
import type { Mapping } from '@callboard/contract/mappings'
import { ImportFileError } from '../../../../lib/files/text-lines.ts'
import { columnNames } from './column-names.ts'
import { type CsvSyntax, splitCsv } from './csv-fields.ts'
import { type Row, type RowPortion, type RowSource, storableText, type UnreadableRow } from './row-source.ts'
import { type LinePortion, maxLineLength } from './text-lines.ts'

/** A field may span so many lines. */
const spannedLines = 50

interface NumberedLine {
  readonly line: number
  readonly text: string
}

/**
 * Reads rows out of lines. A quote that is not closed is either a broken line or a field with line breaks in it: it is the
 * latter if the lines that follow close it and together have as many columns as others. So a broken line costs itself alone.
 */
class CsvRows {
  readonly #syntax: CsvSyntax
  readonly #width: number
  #line: number
  #open: NumberedLine[] = []

  constructor(syntax: CsvSyntax, { width, line }: { width: number; line: number }) {
    this.#syntax = syntax
    this.#width = width
    this.#line = line
  }

  read(lines: readonly string[]): Row[] {
    const rows: Row[] = []
    for (const text of lines) {
      this.#line++
      this.#add({ line: this.#line, text }, rows)
    }
    return rows
  }

  end(): Row[] {
    const rows: Row[] = []
    while (this.#open.length > 0) this.#giveUpFirst(rows)
    return rows
  }

  #add(line: NumberedLine, rows: Row[]): void {
    if (this.#open.length > 0) {
      this.#open.push(line)
      this.#tryOpen(rows)
      return
    }
    if (line.text === '') return
    const fields = splitCsv(line.text, this.#syntax)
    if (fields === 'open') this.#open = [line]
    else rows.push(this.#rowOf(line, fields))
  }

  #tryOpen(rows: Row[]): void {
    const [first] = this.#open
    if (first === undefined) return
    const text = this.#open.map((part) => part.text).join('\n')
    const fields = splitCsv(text, this.#syntax)
    if (fields === 'open' && this.#open.length < spannedLines && text.length <= maxLineLength) return
    if (Array.isArray(fields) && fields.length === this.#width) {
      this.#open = []
      rows.push({ line: first.line, cells: fields, raw: text })
      return
    }
    this.#giveUpFirst(rows)
  }

  /** The first open line is broken; those after it are read anew. */
  #giveUpFirst(rows: Row[]): void {
    const [first, ...others] = this.#open
    this.#open = []
    if (first === undefined) return
    rows.push(unreadable(first, 'unbalancedQuote', 'A quotation mark in this line is not closed.'))
    for (const line of others) this.#add(line, rows)
  }

  #rowOf(line: NumberedLine, fields: string[] | 'broken'): Row {
    if (fields === 'broken')
      return unreadable(line, 'unbalancedQuote', 'Text follows a closing quotation mark in this line.')
    if (line.text.length > maxLineLength)
      return unreadable(
        line,
        'lineTooLong',
        `The line is longer than ${formatCount(maxLineLength)} characters.`,
      )
    if (fields.length !== this.#width) {
      // Spreadsheets leave empty columns at the end of some lines, and of others they do not.
      const extra = fields.slice(this.#width)
      if (fields.length < this.#width || extra.some((field) => field.trim() !== ''))
        return unreadable(
          line,
          'columnCount',
          `The line has ${formatCounted(fields.length, 'column')}, and others ${this.#width}.`,
        )
    }
    return { line: line.line, cells: fields, raw: line.text }
  }
}

function unreadable({ line, text }: NumberedLine, code: string, description: string): UnreadableRow {
  return { line, raw: storableText(text.slice(0, maxLineLength)), code, description }
}

/** The columns of a CSV, and then its rows. */
export async function readCsv(
  portions: AsyncGenerator<LinePortion, void, void>,
  mapping: Mapping,
): Promise<RowSource> {
  const { separator, quote, hasBackslashes, skipLines, hasHeader } = mapping
  const syntax = { separator, quote, hasBackslashes }
  const start = await readStart(portions, skipLines)
  const { line, text, rest, bytes } = start
  const fields = splitCsv(text, syntax)
  if (!Array.isArray(fields))
    throw new ImportFileError(
      'wrongFormat',
      `A quotation mark in line ${line} is not closed, where the columns begin.`,
    )
  const columns = hasHeader ? columnNames(fields) : columnNames(mapping.columns, fields.length)
  const rows = new CsvRows(syntax, { width: columns.length, line: hasHeader ? line : line - 1 })
  const first = hasHeader ? rest : [text, ...rest]

  async function* all(): AsyncGenerator<RowPortion, void, void> {
    yield { rows: rows.read(first), bytes }
    for await (const portion of portions) yield { rows: rows.read(portion.lines), bytes: portion.bytes }
    yield { rows: rows.end(), bytes: 0 }
  }

  return { columns, portions: all() }
}

/** The first line that says something after those to skip, and what was read after it. */
async function readStart(portions: AsyncGenerator<LinePortion, void, void>, skipLines: number) {
  let lines: string[] = []
  let bytes = 0
  for (;;) {
    const next = await portions.next()
    if (next.done === true) break
    lines = lines.concat(next.value.lines)
    bytes += next.value.bytes
    const at = lines.findIndex((line, index) => index >= skipLines && line.trim() !== '')
    const text = lines[at]
    if (at !== -1 && text !== undefined) return { line: at + 1, text, rest: lines.slice(at + 1), bytes }
  }
  throw new ImportFileError('emptyFile', 'The file has no lines.')
}
