import { giveTurn } from './give-turn.ts'
import { measureText, wrapText } from './pdf-text.ts'

export interface PdfTable {
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  /** By column: whether its values stand at the right. */
  figures: readonly boolean[]
}

export interface TableLayout {
  isLandscape: boolean
  /** Of the letters, in points. */
  size: number
  /** Of each column, in points. */
  widths: readonly number[]
  /** The columns of each part that has a page of its own; one unless the table is wider than a page. */
  parts: readonly (readonly number[])[]
}

export const margin = 40
/** US Letter, in points. */
export const paper = { short: 612, long: 792 } as const
export const cellPadding = { x: 4, y: 3 } as const
/** Of a line to the size of its letters. */
export const lineHeight = 1.3
/** Rows that are measured or drawn before others have their turn. */
export const rowBatchSize = 100

/** Longer texts go on in a next line. */
const widestEm = 26
const narrowestEm = 9

/** Tried in this order; what fits into none is divided. */
const ways = [
  { isLandscape: false, size: 9, isNarrowed: false },
  { isLandscape: true, size: 9, isNarrowed: false },
  { isLandscape: true, size: 8, isNarrowed: true },
  { isLandscape: true, size: 7, isNarrowed: true },
] as const

interface Widths {
  natural: number
  /** What its longest word, or its longest figure, needs. */
  minWidth: number
}

export async function layoutTable(table: PdfTable, signal: AbortSignal): Promise<TableLayout> {
  const columns = await measureColumns(table, signal)
  for (const { isLandscape, size, isNarrowed } of ways) {
    const pageWidth = pageWidthOf(isLandscape)
    const natural = columns.map((column) => column.natural * size + 2 * cellPadding.x)
    const minWidths = columns.map((column) => column.minWidth * size + 2 * cellPadding.x)
    const parts = [columns.map((_, at) => at)]
    if (sum(natural) <= pageWidth) return { isLandscape, size, widths: natural, parts }
    if (!isNarrowed || sum(minWidths) > pageWidth) continue
    const share = (sum(natural) - pageWidth) / (sum(natural) - sum(minWidths))
    const widths = natural.map((width, at) => width - share * (width - (minWidths[at] ?? 0)))
    return { isLandscape, size, widths, parts }
  }
  return divide(table, columns)
}

/** Columns go on on a next page, each with the texts that name its rows. */
function divide({ figures }: PdfTable, columns: readonly Widths[]): TableLayout {
  const size = 8
  const pageWidth = pageWidthOf(true)
  const widths = columns.map(({ minWidth, natural }) =>
    Math.min(pageWidth / 3, Math.max(minWidth, Math.min(natural, 16)) * size + 2 * cellPadding.x),
  )
  const firstFigure = figures.indexOf(true)
  const naming = widths.map((_, at) => at).slice(0, firstFigure === -1 ? 1 : firstFigure)
  const repeated = naming.filter((at) => sum(widths.slice(0, at + 1)) <= pageWidth / 2)
  const taken = sum(repeated.map((at) => widths[at] ?? 0))
  const parts: number[][] = []
  let left = 0
  for (const [at, width] of widths.entries()) {
    if (repeated.includes(at)) continue
    const last = parts.at(-1)
    if (last === undefined || width > left) {
      parts.push([...repeated, at])
      left = pageWidth - taken - width
    } else {
      last.push(at)
      left -= width
    }
  }
  return { isLandscape: true, size, widths, parts }
}

async function measureColumns({ titles, rows, figures }: PdfTable, signal: AbortSignal): Promise<Widths[]> {
  const columns = titles.map((title) => {
    const longest = Math.max(...title.split(' ').map((word) => measureText(word, 600)))
    return { natural: longest, minWidth: longest }
  })
  for (const [place, row] of rows.entries()) {
    if (place % rowBatchSize === 0) await giveTurn(signal)
    for (const [at, column] of columns.entries()) {
      // A total is written in bold.
      const width = Math.max(...wrapText(row[at] ?? '', Infinity, 600).map((line) => measureText(line, 600)))
      column.natural = Math.max(column.natural, Math.min(widestEm, width))
      if (figures[at] === true) column.minWidth = Math.max(column.minWidth, Math.min(widestEm, width))
      else column.minWidth = Math.max(column.minWidth, Math.min(narrowestEm, column.natural))
    }
  }
  return columns
}

function pageWidthOf(isLandscape: boolean): number {
  return (isLandscape ? paper.long : paper.short) - 2 * margin
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
