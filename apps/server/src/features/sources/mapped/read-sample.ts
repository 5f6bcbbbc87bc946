import type { GuessReason, Mapping, MappingGuess } from '@callboard/contract/mappings'
import { ImportFileError } from '../../../lib/files/text-lines.ts'
import { guessEncoding, guessFormat, isFormBody } from './guess/guess-bytes.ts'
import { type FormatPart, guessMapping } from './guess/guess-mapping.ts'
import { guessHeader, guessTable } from './guess/guess-table.ts'
import { SampleTable } from './guess/sample-table.ts'
import { memoryBytes } from './rows/bytes-source.ts'
import { formObject } from './rows/form-body.ts'
import { pathReader, pathsOf } from './rows/json-paths.ts'
import { openRows } from './rows/open-rows.ts'
import { type FileRow, isReadable, type Row, valueReader } from './rows/row-source.ts'
import type { SourceFacts } from './guess/source-facts.ts'

/** The bytes of a sample, and whether more follows in its file. */
export interface Sample {
  readonly bytes: Uint8Array
  readonly isCut: boolean
}

/** So many rows are enough to guess by, and to count. */
const rowsRead = 20_000

const emptyPart: FormatPart = {
  format: 'csv',
  encoding: 'utf-8',
  separator: ',',
  quote: '"',
  hasBackslashes: false,
  skipLines: 0,
  hasHeader: true,
  rowsPath: '',
  columns: [],
}

/** Guesses how a sample becomes calls. Throws `ImportFileError` where nothing can be read of it. */
export async function guessSample(sample: Sample, facts: SourceFacts): Promise<MappingGuess> {
  if (sample.bytes.length === 0) throw new ImportFileError('emptyFile', 'The file is empty.')
  const encoding = guessEncoding(sample.bytes)
  const text = new TextDecoder(encoding.value).decode(sample.bytes, { stream: true })
  const format = guessFormat(sample.bytes, isFormBody(text) ? '{' : text)
  const reasons: GuessReason[] = [{ part: 'format', confidence: format.confidence, why: format.why }]
  const explain = (part: string, { confidence, why }: Pick<GuessReason, 'confidence' | 'why'>) =>
    reasons.push({ part, confidence, why })
  if (format.value !== 'xlsx') explain('encoding', encoding)
  const part = { ...emptyPart, format: format.value, encoding: encoding.value }
  if (format.value === 'csv') {
    const table = guessTable(text)
    explain('separator', table.separator)
    explain('hasHeader', table.header)
    const { quote, hasBackslashes, skipLines } = table
    Object.assign(part, { separator: table.separator.value, quote, hasBackslashes, skipLines })
    Object.assign(part, { hasHeader: table.header.value, columns: table.header.value ? [] : table.columns })
  } else if (format.value === 'xlsx') {
    const header = await guessSheetHeader(sample, part)
    explain('hasHeader', header)
    Object.assign(part, { hasHeader: header.value, skipLines: header.skipLines })
  } else part.rowsPath = await guessRowsPath(sample, part)
  const { table } = await readSample(sample, { ...part, ...plainMapping })
  return guessMapping(table, { part: { ...part, columns: [...table.columns] }, reasons }, facts)
}

const plainMapping = {
  timeFormats: ['iso'],
  zone: { kind: 'source' } as const,
  hasDecimalComma: false,
  numbers: { as: 'fields' } as const,
  fields: {},
  legsBy: [],
  leaveOut: [],
}

/** Workbooks often have titles above the header. */
async function guessSheetHeader(sample: Sample, part: FormatPart) {
  const { rows } = await readSample(sample, { ...part, ...plainMapping, hasHeader: false })
  const cells = rows.slice(0, 60).flatMap((row) => (isReadable(row) && Array.isArray(row.cells) ? [row] : []))
  const filledOf = (row: FileRow) =>
    Array.isArray(row.cells) ? row.cells.filter((cell) => cell !== '').length : 0
  const widest = Math.max(...cells.map(filledOf))
  const start = cells.find((row) => filledOf(row) >= widest * 0.7)
  const below = cells.filter((row) => start !== undefined && row.line >= start.line)
  const header = guessHeader(below.map((row) => (Array.isArray(row.cells) ? row.cells.map(String) : [])))
  return { ...header, skipLines: Math.max((start?.line ?? 1) - 1, 0) }
}

const listNames =
  /^(data|items?|results?|records?|calls?|cdrs?|rows?|entries|list|events?|value|content|objects|_embedded)$/i

/** Where in a document the calls stand: in an array of objects that is called like a list. */
async function guessRowsPath(sample: Sample, part: FormatPart): Promise<string> {
  const { rows } = await readSample(sample, { ...part, ...plainMapping })
  const [first] = rows
  if (first === undefined || !isReadable(first)) return ''
  return listIn(first.cells, '', 0) ?? ''
}

function listIn(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 2) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const own = path === '' ? key : `${path}.${key}`
    if (!listNames.test(key)) continue
    if (Array.isArray(inner) && inner.some((element) => typeof element === 'object')) return own
    const found = listIn(inner, own, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

export interface SampleRows {
  readonly table: SampleTable
  /** Those of the table, and between them those that could not be read. */
  readonly rows: readonly Row[]
}

/** The rows of a sample with all their columns. */
export async function readSample(sample: Sample, mapping: Mapping): Promise<SampleRows> {
  const source = await openRows(memoryBytes(wholeLines(sample, mapping)), mapping)
  const rows: Row[] = []
  for await (const portion of source.portions) {
    rows.push(...portion.rows)
    if (rows.length >= rowsRead) break
  }
  const readable = rows.slice(0, rowsRead).filter(isReadable)
  const columns = source.columns ?? pathsOfRows(readable)
  const read = source.columns === undefined ? pathValues(columns) : valueReader(source, columns)
  return {
    table: new SampleTable(
      columns,
      readable.map((row) => read(row)),
    ),
    rows: rows.slice(0, rowsRead),
  }
}

const pathsLimit = 400

function pathsOfRows(rows: readonly FileRow[]): string[] {
  const paths = new Set(rows.slice(0, 200).flatMap(({ cells }) => pathsOf(cells)))
  return [...paths].filter((path) => path.length <= 200).slice(0, pathsLimit)
}

function pathValues(columns: readonly string[]): (row: FileRow) => string[] {
  const readers = columns.map(pathReader)
  return ({ cells }) => readers.map((read) => read(cells))
}

/** Without the last line where that is cut, and a form as JSON. */
function wholeLines({ bytes, isCut }: Sample, { format, encoding }: Mapping): Uint8Array {
  if (format === 'json') {
    const text = new TextDecoder(encoding).decode(bytes)
    if (isFormBody(text)) return Buffer.from(JSON.stringify(formObject(text)))
  }
  if (!isCut || format === 'xlsx') return bytes
  const last = bytes.lastIndexOf(0x0a)
  return last === -1 ? bytes : bytes.subarray(0, encoding === 'utf-16le' ? last + 2 : last + 1)
}
