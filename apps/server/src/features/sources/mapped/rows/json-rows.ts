import { formatCount } from '@callboard/contract/format'
import type { Mapping } from '@callboard/contract/mappings'
import { parseJson } from '../../../../lib/json.ts'
import { ImportFileError } from '../../../../lib/files/text-lines.ts'
import { valueAt } from './json-paths.ts'
import {
  type JsonRow,
  type Row,
  type RowPortion,
  type RowSource,
  storableText,
  type UnreadableRow,
} from './row-source.ts'
import { type LinePortion, maxLineLength } from './text-lines.ts'

/** A document that is not a call on each line is read whole where its calls are in an array within. */
const documentCharacters = 64 << 20

/** The rows of JSON: a call on each line, an array of calls, or calls in an array of a document. */
export function readJson(portions: AsyncGenerator<LinePortion, void, void>, mapping: Mapping): RowSource {
  return { columns: undefined, portions: readPortions(portions, mapping) }
}

async function* readPortions(
  portions: AsyncGenerator<LinePortion, void, void>,
  { rowsPath }: Mapping,
): AsyncGenerator<RowPortion, void, void> {
  let reader: LineReader | DocumentReader | undefined
  for await (const { lines, bytes } of portions) {
    const first = lines.find((line) => line.trim() !== '')
    if (reader === undefined && first !== undefined)
      reader = isOnLines(first) ? new LineReader(rowsPath) : new DocumentReader(rowsPath)
    yield { rows: reader?.read(lines) ?? [], bytes }
  }
  if (reader === undefined) throw new ImportFileError('emptyFile', 'The file is empty.')
  yield { rows: reader.end(), bytes: 0 }
}

function isOnLines(line: string): boolean {
  const start = line.trimStart().charAt(0)
  if (start !== '{' && start !== '[')
    throw new ImportFileError('wrongFormat', 'The file is not JSON: it begins with neither { nor [.')
  return start === '{' && isJson(line)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

class LineReader {
  #line = 0
  readonly #rowsPath: string

  constructor(rowsPath: string) {
    this.#rowsPath = rowsPath
  }

  read(lines: readonly string[]): Row[] {
    return lines.flatMap((text) => {
      this.#line++
      if (text.trim() === '') return []
      if (text.length > maxLineLength)
        return [
          problem(this.#line, text, {
            code: 'lineTooLong',
            what: `is longer than ${formatCount(maxLineLength)} characters`,
          }),
        ]
      return rowsOf(text, this.#line, this.#rowsPath)
    })
  }

  end(): Row[] {
    return []
  }
}

/** Takes a text apart at its brackets: each value at the top, or each element of an array at the top, is one by itself. */
class DocumentReader {
  #line = 0
  #depth = 0
  #isInString = false
  #isEscaped = false
  #text = ''
  #startLine = 1
  #isArray: boolean | undefined
  readonly #rowsPath: string

  constructor(rowsPath: string) {
    this.#rowsPath = rowsPath
  }

  read(lines: readonly string[]): Row[] {
    const rows: Row[] = []
    for (const line of lines) {
      this.#line++
      this.#readLine(line, rows)
    }
    return rows
  }

  end(): Row[] {
    const text = this.#text.trim()
    if (text === '' || text === ',') return []
    return [problem(this.#startLine, text, { code: 'cutLine', what: 'ends in the middle' })]
  }

  #readLine(line: string, rows: Row[]): void {
    this.#isArray ??= line.trimStart().startsWith('[') && this.#rowsPath === ''
    const base = this.#isArray ? 1 : 0
    let from = 0
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at)
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === 0x5c) this.#isEscaped = true
        else if (code === 0x22) this.#isInString = false
      } else if (code === 0x22) this.#isInString = true
      else if (code === 0x7b || code === 0x5b) {
        if (this.#depth === base) {
          from = at
          this.#text = ''
          this.#startLine = this.#line
        }
        this.#depth++
      } else if (code === 0x7d || code === 0x5d) {
        this.#depth = Math.max(this.#depth - 1, 0)
        if (this.#depth !== base) {
          if (this.#depth < base) this.#text = ''
          continue
        }
        rows.push(...rowsOf(this.#text + line.slice(from, at + 1), this.#startLine, this.#rowsPath))
        this.#text = ''
        from = at + 1
      }
    }
    this.#text = this.#depth > base ? `${this.#text}${line.slice(from)}\n` : ''
    if (this.#text.length > documentCharacters)
      throw new ImportFileError(
        'wrongFormat',
        'The JSON is one value of more than 64 MB. Send a call on each line.',
      )
  }
}

function rowsOf(text: string, line: number, rowsPath: string): Row[] {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return [problem(line, text, { code: 'malformedRow', what: 'is not valid JSON' })]
  }
  return rowsOfValue(value, { line, raw: text, rowsPath })
}

/** The calls in one value of JSON. */
export function rowsOfValue(
  value: unknown,
  { line, raw, rowsPath }: { line: number; raw: string; rowsPath: string },
): Row[] {
  const found = valueAt(value, rowsPath)
  const all: unknown[] = Array.isArray(found) ? found : [found]
  return all.map((row) =>
    isRow(row)
      ? { line, cells: row, raw: rowsPath === '' && all.length === 1 ? raw : JSON.stringify(row) }
      : problem(line, raw, { code: 'noCall', what: noCallText(rowsPath) }),
  )
}

function noCallText(rowsPath: string): string {
  return rowsPath === '' ? 'is no object' : `has no calls at ${rowsPath}`
}

export function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problem(line: number, raw: string, { code, what }: { code: string; what: string }): UnreadableRow {
  return {
    line,
    raw: storableText(raw.slice(0, maxLineLength)),
    code,
    description: `The JSON from line ${line} on ${what}.`,
  }
}
