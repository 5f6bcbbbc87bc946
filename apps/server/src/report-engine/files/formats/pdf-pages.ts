import { colorsOf } from '@callboard/contract/colors'
import { giveTurn } from './give-turn.ts'
import {
  cellPadding,
  lineHeight,
  margin,
  type PdfTable,
  rowBatchSize,
  type TableLayout,
} from './pdf-table.ts'
import { drawText, wrapText } from './pdf-text.ts'

/** A part of the table on a page of its own. */
export interface TablePage {
  columns: readonly number[]
  from: number
  /** Exclusive. */
  to: number
  /** Where the header begins. */
  top: number
}

interface Laid {
  table: PdfTable
  layout: TableLayout
  /** Whether the last row has the totals. */
  hasTotals: boolean
  /** Aborted when nobody waits for the file any more. */
  signal: AbortSignal
}

const colors = colorsOf(false)
const footHeight = 24
const minRows = 3

/** Which rows and columns each page has; those beside each other have the same rows. The first page begins lower. */
export async function planPages(
  { table, layout, signal }: Laid,
  { top, height }: { top: number; height: number },
): Promise<TablePage[]> {
  const bottom = height - margin - footHeight
  const { titles, rows } = table
  const headHeight = rowHeight(titles, layout, 600)
  const pages: TablePage[] = []
  const isBegunHere = top + headHeight + minRows * rowHeight([], layout, 400) <= bottom
  if (!isBegunHere) pages.push({ columns: [], from: 0, to: 0, top })
  let from = 0
  let y = (isBegunHere ? top : margin) + headHeight
  const end = (to: number) => {
    for (const [at, columns] of layout.parts.entries()) {
      const isFirst = isBegunHere && from === 0 && at === 0
      pages.push({ columns, from, to, top: isFirst ? top : margin })
    }
    from = to
    y = margin + headHeight
  }
  for (const [at, row] of rows.entries()) {
    if (at % rowBatchSize === 0) await giveTurn(signal)
    const needed = rowHeight(row, layout, 400)
    if (y + needed > bottom && at > from) end(at)
    y += needed
  }
  end(rows.length)
  return pages
}

function rowHeight(cells: readonly string[], layout: TableLayout, weight: 400 | 600): number {
  const lines = cells.map((text, at) => linesOf(text, at, { layout, weight }).length)
  return Math.max(1, ...lines) * layout.size * lineHeight + 2 * cellPadding.y
}

function linesOf(
  text: string,
  at: number,
  { layout: { widths, size }, weight }: { layout: TableLayout; weight: 400 | 600 },
): string[] {
  return wrapText(text, ((widths[at] ?? 0) - 2 * cellPadding.x) / size + 0.01, weight)
}

export function drawTable(doc: PDFKit.PDFDocument, page: TablePage, laid: Laid): void {
  const { table, layout, hasTotals } = laid
  const { columns, from, to } = page
  if (columns.length === 0) return
  const width = columns.reduce((sum, at) => sum + (layout.widths[at] ?? 0), 0)
  let y = page.top
  const headHeight = rowHeight(table.titles, layout, 600)
  doc.rect(margin, y, width, headHeight).fillColor(colors.fill, 1).fill()
  drawRow(doc, table.titles, { laid, columns, y, weight: 600 })
  y += headHeight
  for (const [place, row] of table.rows.slice(from, to).entries()) {
    const isTotal = hasTotals && from + place === table.rows.length - 1
    const weight = isTotal ? 600 : 400
    if (isTotal) drawRule(doc, { y, width, color: colors.quiet, lineWidth: 1 })
    drawRow(doc, row, { laid, columns, y, weight })
    y += rowHeight(row, layout, 400)
    if (!isTotal) drawRule(doc, { y, width, color: colors.line, lineWidth: 0.5 })
  }
}

function drawRow(
  doc: PDFKit.PDFDocument,
  cells: readonly string[],
  { laid, columns, y, weight }: { laid: Laid; columns: readonly number[]; y: number; weight: 400 | 600 },
): void {
  const { layout, table } = laid
  let x = margin + cellPadding.x
  for (const at of columns) {
    const columnWidth = layout.widths[at] ?? 0
    for (const [place, line] of linesOf(cells[at] ?? '', at, { layout, weight }).entries()) {
      drawText(doc, line, {
        size: layout.size,
        weight,
        color: colors.text,
        x,
        y: y + cellPadding.y + layout.size * (1 + place * lineHeight),
        width: columnWidth - 2 * cellPadding.x,
        align: table.figures[at] === true ? 'end' : 'start',
      })
    }
    x += columnWidth
  }
}

function drawRule(
  doc: PDFKit.PDFDocument,
  { y, width, color, lineWidth }: { y: number; width: number; color: string; lineWidth: number },
): void {
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(lineWidth)
    .strokeColor(color, 1)
    .stroke()
}

/** The name of the report and the number of the page. */
export function drawFoot(doc: PDFKit.PDFDocument, { name, number }: { name: string; number: string }): void {
  const style = { size: 8, weight: 400, color: colors.quiet } as const
  const width = doc.page.width - 2 * margin
  const y = doc.page.height - margin
  const [title = ''] = wrapText(name, (width - 80) / style.size, style.weight)
  drawText(doc, title, { ...style, x: margin, y, width })
  drawText(doc, number, { ...style, x: margin, y, width, align: 'end' })
}
