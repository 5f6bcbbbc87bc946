import { type FileColumn, type FileKind, type FileRow, spreadsheetRow, titleOf } from './file-column.ts'
import { type FileWriter, linesBytes } from './file-writer.ts'
import { totalWord } from './readable-text.ts'
import {
  cellStyles,
  plainStyles,
  rowOf,
  rowSql,
  textCell,
  xlsxCells,
  xlsxRow,
  xmlText,
} from './xlsx-cells.ts'
import { type ZipEntry, zipBytes } from './zip.ts'

/** The most rows of a sheet, that of the header included. */
const sheetRowLimit = 1_048_576
/** More would not fit into an entry of the archive. */
const sheetByteLimit = 3_500_000_000
const newLine = 0x0a

export interface Sheets {
  columns: readonly FileColumn[]
  zone: string
  /** Name of the first sheet; further ones are numbered. */
  name: string
  /** What it is of, in words, a line each: on the last sheet. */
  about: readonly string[]
  rowLimit?: number
}

export const xlsx: FileWriter = {
  rows(table, batches) {
    const { columns, totals, zone } = table
    const kinds = columns.map(({ kind }) => kind)
    const lines = linesBytes(batches, (row) => xlsxRow(spreadsheetRow(row, columns), { kinds, zone }))
    const last = totals && xlsxRow(namedTotals(totals), { kinds, zone, isBold: true })
    return xlsxBytes(table, withLast(lines, last))
  },
  list: {
    cells: xlsxCells,
    streamed: 'TSVRaw',
    select: rowSql,
    // A row is long: the usual blocks of it would be of 100 MB.
    settings: { max_block_size: 4096 },
    file: xlsxBytes,
  },
}

async function* withLast(
  chunks: AsyncIterable<Uint8Array>,
  last: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  yield* chunks
  if (last !== undefined) yield Buffer.from(last)
}

function namedTotals([first = null, ...figures]: FileRow): FileRow {
  return [first ?? totalWord, ...figures]
}

/**
 * A workbook of rows that are lines of SpreadsheetML (see `xlsx-cells.ts`), written while it is read. Rows that do not fit
 * into a sheet go on in a next one.
 */
export async function* xlsxBytes(
  { columns, zone, name, about, rowLimit = sheetRowLimit }: Sheets,
  lines: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const [begin, end] = sheetFrame(columns, zone)
  async function* entries(): AsyncGenerator<ZipEntry> {
    const rows = new LineReader(lines)
    let count = 0
    try {
      // Asked before the first byte, so that a query that fails at once is an error and no broken workbook.
      while ((await rows.hasMore()) || count === 0) {
        count++
        yield { name: `xl/worksheets/sheet${count}.xml`, bytes: sheet(rows) }
      }
      yield { name: `xl/worksheets/sheet${count + 1}.xml`, bytes: once(aboutSheet(name, about)) }
      const names = [...Array.from({ length: count }, (_, at) => sheetName(name, at + 1)), aboutName]
      for (const [path, text] of parts(names)) yield { name: path, bytes: once(text) }
    } finally {
      await rows.close()
    }
  }
  async function* sheet(rows: LineReader): AsyncGenerator<Uint8Array> {
    yield Buffer.from(begin)
    yield* rows.read({ lines: rowLimit - 1, bytes: sheetByteLimit })
    yield Buffer.from(end)
  }
  yield* zipBytes(entries())
}

/** Whole lines of a stream, as many at a time as are asked for. */
class LineReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array | undefined

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    while (this.#rest === undefined || this.#rest.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) return false
      this.#rest = next.value
    }
    return true
  }

  /** Ends after so many lines, or at the end of the line in which so many bytes are reached. */
  async *read(limit: { lines: number; bytes: number }): AsyncGenerator<Uint8Array> {
    let { lines, bytes } = limit
    while (lines > 0 && (await this.hasMore())) {
      const chunk = this.#rest ?? new Uint8Array()
      let to = 0
      let at = chunk.indexOf(newLine)
      while (at >= 0 && lines > 0) {
        to = at + 1
        lines = to < bytes ? lines - 1 : 0
        at = chunk.indexOf(newLine, to)
      }
      // A line may go on in the next chunk.
      if (lines > 0) to = chunk.length
      bytes -= to
      this.#rest = chunk.subarray(to)
      yield chunk.subarray(0, to)
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** In characters. */
const widths: Readonly<Record<FileKind, number>> = {
  text: 20,
  tags: 24,
  instant: 20,
  hour: 17,
  day: 12,
  boolean: 10,
  integer: 11,
  number: 12,
  ratio: 10,
  duration: 11,
  money: 14,
}
const widestHeader = 40

/** What is before and after the rows: widths, and the header row, which stays when rows are scrolled. */
function sheetFrame(columns: readonly FileColumn[], zone: string): [string, string] {
  const titles = columns.map((column) => titleOf(column, { zone, durations: 'clock' }))
  const cols = columns.map(({ kind }, at) => {
    const width = Math.max(widths[kind], Math.min((titles[at]?.length ?? 0) + 3, widestHeader))
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return [
    [
      `${declaration}<worksheet xmlns="${main}">`,
      `<sheetViews><sheetView workbookViewId="0">${pane}<selection pane="bottomLeft"/></sheetView></sheetViews>`,
      `<cols>${cols.join('')}</cols><sheetData>`,
      rowOf(titles.map((title) => textCell(title, cellStyles.header))),
    ].join(''),
    // Without the mark that a text could be a number: telephone numbers are meant as they are.
    '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>',
  ]
}

const aboutName = 'About'

function aboutSheet(name: string, about: readonly string[]): string {
  return [
    `${declaration}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="100" customWidth="1"/></cols><sheetData>`,
    rowOf([textCell(name, cellStyles.text + plainStyles)]),
    ...about.map((line) => rowOf([textCell(line)])),
    '</sheetData></worksheet>',
  ].join('')
}

/** Up to 31 characters, unlike the name of the last sheet, without those that a reference to a sheet gives a meaning. */
function sheetName(name: string, number: number): string {
  const ending = number === 1 ? '' : ` (${number})`
  const plain = name
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31 - ending.length)
    .toWellFormed()
  const isTaken = plain.toLowerCase() === aboutName.toLowerCase()
  return `${plain === '' || isTaken ? `Report ${plain}`.trim() : plain}${ending}`
}

function parts(names: readonly string[]): [string, string][] {
  const sheets = names.map((_, at) => at + 1)
  return [
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets
        .map((id) => `<sheet name="${xmlText(names[id - 1] ?? '')}" sheetId="${id}" r:id="sheet${id}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships">${sheets
        .map((id) => relationship(`sheet${id}`, 'worksheet', `worksheets/sheet${id}.xml`))
        .join('')}${relationship('styles', 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships">${relationship('workbook', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      [
        `${declaration}<Types xmlns="${packages}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        `<Default Extension="xml" ContentType="application/xml"/>`,
        contentType('/xl/workbook.xml', 'sheet.main'),
        ...sheets.map((id) => contentType(`/xl/worksheets/sheet${id}.xml`, 'worksheet')),
        contentType('/xl/styles.xml', 'styles'),
        '</Types>',
      ].join(''),
    ],
    ['xl/styles.xml', styles],
  ]
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`
}

function contentType(part: string, name: string): string {
  return `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`
}

/** Own number formats begin at 164; 49 is the standard's for texts. In the order of `cellStyles`. */
const formats = [
  'yyyy\\-mm\\-dd hh:mm:ss',
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd hh:mm',
  '#,##0',
  '0.0%',
  '[h]:mm:ss',
  '#,##0.00##',
]
const firstFormat = 164

/** The cell formats in the order of `cellStyles`, as they are and in bold. */
const plainFormats = [
  '<xf/>',
  '<xf numFmtId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"/>',
  '<xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/>',
  ...formats.map((_, at) => `<xf numFmtId="${firstFormat + at}" applyNumberFormat="1"/>`),
]
const cellFormats = [
  ...plainFormats,
  ...plainFormats.map((format) =>
    format.replace(/ fontId="1"| applyFont="1"/g, '').replace('<xf', '<xf fontId="1" applyFont="1"'),
  ),
]

const styles = [
  `${declaration}<styleSheet xmlns="${main}">`,
  `<numFmts count="${formats.length}">${formats.map((code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${code}"/>`).join('')}</numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/></patternFill></fill></fills>',
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
  `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')
