import type { Mapping } from '@callboard/contract/mappings'
import { columnNames } from '../rows/column-names.ts'
import { type CsvSyntax, splitCsv } from '../rows/csv-fields.ts'
import { isTimeText } from './time-formats.ts'
import { likely, type Reasoned, sure, unsure } from './reasoned.ts'

const separators = [',', ';', '\t', '|', ':', '^', '~'] as const
const names: Readonly<Record<string, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
  ':': 'a colon',
  '^': 'a circumflex',
  '~': 'a tilde',
}
const maxSampleLines = 60

export interface TableGuess {
  readonly separator: Reasoned<string>
  readonly quote: Mapping['quote']
  readonly hasBackslashes: boolean
  readonly skipLines: number
  readonly header: Reasoned<boolean>
  /** Where there is no header. */
  readonly columns: readonly string[]
}

/** How a text is a table. */
export function guessTable(text: string): TableGuess {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .slice(0, maxSampleLines)
  const ofKamailio = guessDbText(lines)
  if (ofKamailio !== undefined) return ofKamailio
  const quote = guessQuote(lines)
  const hasBackslashes = quote !== '' && lines.some((line) => line.includes(`\\${quote}`))
  const tables = separators.map((separator) => tableOf(lines, { separator, quote, hasBackslashes }))
  const best = tables.reduce((a, b) => (b.score > a.score ? b : a))
  const { separator, width, share } = best
  const why = `With ${names[separator]}, ${Math.round(share * 100)} % of the lines have ${width} columns.`
  return {
    separator:
      width <= 1
        ? unsure(',', 'No separator gives the same number of columns on most lines.')
        : share > 0.9
          ? sure(separator, why)
          : likely(separator, why),
    quote,
    hasBackslashes,
    skipLines: best.skipLines,
    header: guessHeader(best.rows),
    columns: columnNames([], width),
  }
}

/** dbtext of Kamailio: names with types in the first line, and colons in the others. */
function guessDbText([first = '']: readonly string[]): TableGuess | undefined {
  if (!/^\w+\((?:int|string|double|str|blob|bigint|time|datetime)[^)]*\)(?: \w+\([^)]*\))+\s*$/.test(first))
    return undefined
  const why = 'The first line names the columns and their types, as dbtext of Kamailio does.'
  return {
    separator: sure(':', why),
    quote: '',
    hasBackslashes: true,
    skipLines: 1,
    header: sure(false, why),
    columns: [...first.matchAll(/(\w+)\([^)]*\)/g)].map(([, name = '']) => name),
  }
}

function guessQuote(lines: readonly string[]): Mapping['quote'] {
  const text = lines.join('\n')
  const single = text.match(/(?:^|[,;\t|])'[^'\n]*'(?=[,;\t|]|$)/gm)?.length ?? 0
  return single > 3 && !text.includes('"') ? "'" : '"'
}

function tableOf(lines: readonly string[], syntax: CsvSyntax) {
  const rows = lines
    .map((line) => (line.trim() === '' ? [] : splitCsv(line, syntax)))
    .map((row) => (Array.isArray(row) ? row : []))
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 0) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width, lineCount] = [...counts].reduce(
    (a, b) => (b[1] * rank(b[0]) > a[1] * rank(a[0]) ? b : a),
    [1, 0],
  )
  const filled = rows.filter(({ length }) => length > 0).length
  const share = lineCount / Math.max(filled, 1)
  const skipLines = Math.max(
    rows.findIndex(({ length }) => length === width),
    0,
  )
  // Colons stand in every time of day.
  const handicap = syntax.separator === ':' ? 0.3 : 1
  return {
    separator: syntax.separator,
    width,
    share,
    skipLines,
    rows: rows.filter(({ length }) => length === width),
    score: width === 1 ? 0 : share * share * rank(width) * handicap,
  }
}

function rank(width: number): number {
  return width === 1 ? 0.2 : 1 + Math.log2(width) / 4
}

/** A header has a name in every column, and none that looks like a value. */
export function guessHeader(rows: readonly (readonly string[])[]): Reasoned<boolean> {
  const [first = [], ...others] = rows
  const filled = first.filter((cell) => cell.trim() !== '')
  const looksLikeValues = filled.filter(isValue).length
  const areNames = looksLikeValues === 0 && new Set(filled).size > filled.length * 0.8
  const differs = first.some(
    (cell, at) =>
      !isValue(cell) &&
      others.length > 0 &&
      others.filter((row) => isValue(row[at] ?? '')).length > others.length / 2,
  )
  if (areNames && (differs || others.length === 0))
    return sure(true, 'The first line has names, and those below it values.')
  if (looksLikeValues > 0) return likely(false, 'The first line has values, such as numbers or times.')
  return unsure(true, 'Nothing in the first line looks like a value.')
}

function isValue(cell: string): boolean {
  const text = cell.trim()
  return /^[+(]?\d[\d\s().,:/+-]*$/.test(text) || isTimeText(text)
}
