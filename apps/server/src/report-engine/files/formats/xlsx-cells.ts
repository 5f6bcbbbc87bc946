import { textLiteral } from '../../../db/calls/statement-text.ts'
import { localInstantSql } from '../../sql/local-time-sql.ts'
import type { FileKind, FileRow, FileValue } from './file-column.ts'
import { type CellWriter, joinedSql } from './file-writer.ts'

// Cells of a sheet in SpreadsheetML, by the engine in SQL and by this process for what the engine does not know. A row
// is one line, and a cell without a value an empty element, so that no cell needs a reference.

/** Places of the cell formats in the style sheet. */
export const cellStyles = {
  header: 1,
  text: 2,
  tags: 2,
  instant: 3,
  day: 4,
  hour: 5,
  integer: 6,
  number: 0,
  ratio: 7,
  duration: 8,
  money: 9,
  boolean: 0,
} as const satisfies Record<FileKind | 'header', number>

/** How many cell formats there are: after them come the same ones in bold. */
export const plainStyles = 10

const emptyCell = '<c/>'
/** 1 January 1970, as spreadsheets count days. */
const epochDay = 25_569
const dayMs = 86_400_000

/** Texts that stand in XML, and are shown, as they are. */
const plain = String.raw`^(\+?[0-9]+|[0-9A-Za-z]([0-9A-Za-z ,.():/+-]*[0-9A-Za-z.)])?)$`
const isPlain = new RegExp(plain)
/** What XML cannot hold. */
const forbidden = String.raw`[\x00-\x08\x0B\x0C\x0E-\x1F\x{FFFE}\x{FFFF}]`
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const isForbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
/** A spreadsheet reads `_x0041_` as the letter of that number, so its first sign is written as one. */
const escapeLike = '_(x[0-9A-Fa-f]{4}_)'
const isEscapeLike = new RegExp(escapeLike, 'g')
const escaped = '_x005F_'
const lineEnds = [
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['\t', '&#9;'],
] as const

/**
 * Texts are never formulas: their cells are of type and format text, and marked as if somebody had typed an apostrophe
 * before them, which keeps them texts when they are edited. So a telephone number stays whole, and nothing is changed.
 */
const textBegin = `<c t="inlineStr" s="${cellStyles.text}"><is><t>`
const spacedBegin = `<c t="inlineStr" s="${cellStyles.text}"><is><t xml:space="preserve">`
const textEnd = '</t></is></c>'

export function textCell(text: string, style: number = cellStyles.text): string {
  if (text === '') return emptyCell
  if (style === cellStyles.text && isPlain.test(text)) return `${textBegin}${text}${textEnd}`
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}${textEnd}`
}

export function xmlText(text: string): string {
  const escapedText = text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(isForbidden, '\uFFFD')
    .replace(isEscapeLike, `${escaped}$1`)
  return lineEnds.reduce((written, [sign, code]) => written.replaceAll(sign, code), escapedText)
}

function textCellSql(text: string): string {
  const literal = textLiteral
  const xml = lineEnds.reduce(
    (sql, [sign, code]) => `replaceAll(${sql}, ${literal(sign)}, ${literal(code)})`,
    `replaceRegexpAll(replaceRegexpAll(encodeXMLComponent(${text}), ${literal(forbidden)}, ${literal('\uFFFD')}), ${literal(escapeLike)}, ${literal(`${escaped}\\1`)})`,
  )
  const simple = `concat(${literal(textBegin)}, ${text}, ${literal(textEnd)})`
  const careful = `concat(${literal(spacedBegin)}, ${xml}, ${literal(textEnd)})`
  return `multiIf(${text} = '', ${literal(emptyCell)}, match(${text}, ${literal(plain)}), ${simple}, ${careful})`
}

/** A cell with a number, which is an SQL expression. */
function figureCellSql(figure: string, kind: FileKind): string {
  const [begin, end] = figureEnds(kind)
  return `ifNull(concat(${textLiteral(begin)}, toString(${figure}), ${textLiteral(end)}), ${textLiteral(emptyCell)})`
}

/** An instant that was moved to local time: SQL of what spreadsheets count. */
function serialSql(localInstant: string): string {
  return `(toUnixTimestamp64Milli(${localInstant}) / ${dayMs} + ${epochDay})`
}

/** For an instant or hour, one that was moved to local time. */
function serialOf(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime('UTC').epochMilliseconds / dayMs + epochDay
}

function booleanCellSql(value: string): string {
  const cells = [emptyCell, booleanCell(true), booleanCell(false)].map(textLiteral)
  return `multiIf(isNull(${value}), ${cells[0]}, ${value}, ${cells[1]}, ${cells[2]})`
}

function booleanCell(value: boolean): string {
  return `<c t="b"><v>${value ? 1 : 0}</v></c>`
}

function figureEnds(kind: FileKind): [string, string] {
  return [`<c s="${cellStyles[kind]}"><v>`, '</v></c>']
}

const secondsOfDay = 86_400

/** Durations are parts of a day. */
function durationSql(seconds: string): string {
  return `(${seconds} / ${secondsOfDay})`
}

/** How the engine writes them. */
export const xlsxCells: CellWriter = {
  writesWords: true,
  cell: ({ column, field, offsets }) => {
    switch (field.storedKind) {
      case 'text':
        return textCellSql(column)
      case 'tags':
        return textCellSql(joinedSql(column))
      case 'instant':
        return figureCellSql(serialSql(localInstantSql(column, offsets())), 'instant')
      case 'boolean':
        return booleanCellSql(column)
      case 'uuid':
        return textCellSql(`ifNull(toString(${column}), '')`)
      case 'integer':
        return field.kind === 'duration'
          ? figureCellSql(durationSql(column), 'duration')
          : figureCellSql(column, 'integer')
      case 'decimal':
      case 'float':
        return figureCellSql(column, 'number')
    }
  },
  amount: (amount) => figureCellSql(amount, 'money'),
  text: textCell,
  none: textLiteral(emptyCell),
  found: (text) => text,
}

interface RowLook {
  /** Of its columns. */
  kinds: readonly FileKind[]
  zone: string
  isBold?: boolean
}

export function xlsxRow(row: FileRow, { kinds, zone, isBold = false }: RowLook): string {
  return rowOf(row.map((value, at) => cellOf(value, kinds[at] ?? 'text', { zone, isBold })))
}

export function rowOf(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>\n`
}

/** SQL of a row, of SQL of its cells. */
export function rowSql(cells: readonly string[]): string {
  return `concat('<row>', ${cells.join(', ')}, '</row>')`
}

function cellOf(
  value: FileValue,
  kind: FileKind,
  { zone, isBold }: { zone: string; isBold: boolean },
): string {
  if (value === null || value === '') return emptyCell
  if (typeof value === 'boolean') return booleanCell(value)
  const weight = isBold ? plainStyles : 0
  const figure = typeof value === 'object' ? undefined : figureOf(value, kind, zone)
  if (figure !== undefined) return `<c s="${cellStyles[kind] + weight}"><v>${figure}</v></c>`
  return textCell(typeof value === 'object' ? value.join(', ') : String(value), cellStyles.text + weight)
}

const isTime: ReadonlySet<FileKind> = new Set(['instant', 'hour', 'day'])
const startsLikeDay = /^\d{4}-/

/** What stands in a cell of that kind; undefined for texts, also where a row says `Others` instead of a day. */
function figureOf(value: string | number, kind: FileKind, zone: string): number | string | undefined {
  if (typeof value === 'string' && isTime.has(kind) && !startsLikeDay.test(value)) return undefined
  switch (kind) {
    case 'instant':
      return serialOf(Temporal.Instant.from(String(value)).toZonedDateTimeISO(zone).toPlainDateTime())
    case 'hour':
      return serialOf(Temporal.PlainDateTime.from(String(value).slice(0, 16)))
    case 'day':
      return serialOf(Temporal.PlainDate.from(String(value)).toPlainDateTime())
    case 'duration':
      return Number(value) / secondsOfDay
    case 'money':
      return value
    case 'integer':
    case 'number':
    case 'ratio':
      return Number.isFinite(Number(value)) ? value : undefined
    case 'boolean':
    case 'tags':
    case 'text':
      return undefined
  }
}
