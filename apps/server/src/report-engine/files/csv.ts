import { textLiteral } from '../../db/calls/statement-text.ts'

/** A line of RFC 4180. Cells with `;` are quoted too, as some spreadsheets separate by it. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? neutral(value) : String(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * What a spreadsheet may run: a text that begins with one of these signs, also in full or small width, raised, lowered or
 * as an emoji, after whatever cannot be seen (spaces, controls, U+200B, U+FEFF); or with a tab or a line break.
 */
const signs = String.raw`=＝﹦⁼₌+＋﹢⁺₊﬩➕\-－﹣−⁻₋➖@＠﹫|｜`
const formula = String.raw`^[\p{Z}\p{Cc}\p{Cf}]*[${signs}]|^[\t\r\n]`
/** Telephone numbers and figures stay as they are: they are read as numbers, and never run. */
const figure = String.raw`^[+\-]?[0-9]+(\.[0-9]+)?$`

const isFormula = new RegExp(formula, 'u')
const isFigure = new RegExp(figure, 'u')

/** With an apostrophe before it a spreadsheet shows a text and does not run it. */
export function neutral(text: string): string {
  return isFormula.test(text) && !isFigure.test(text) ? `'${text}` : text
}

/** The same in SQL, for what the engine writes. Most texts begin with a letter or digit, which is told without a pattern. */
export function neutralSql(text: string): string {
  const isPlain = `(ascii(${text}) BETWEEN 48 AND 57 OR ascii(${text}) BETWEEN 65 AND 122)`
  const runs = `match(${text}, ${textLiteral(formula)}) AND NOT match(${text}, ${textLiteral(figure)})`
  return `if(NOT ${isPlain} AND ${runs}, concat('\\'', ${text}), ${text})`
}
