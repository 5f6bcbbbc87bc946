import { once } from 'node:events'
import { paletteOf } from '@callboard/contract/charts/palette'
import type { LegendEntry } from '@callboard/contract/charts/drawing'
import { colorsOf } from '@callboard/contract/colors'
import PdfDocument from 'pdfkit'
import { type FileRow, titleOf } from './file-column.ts'
import { giveTurn } from './give-turn.ts'
import { drawSvg } from './pdf-svg.ts'
import { drawFoot, drawTable, planPages } from './pdf-pages.ts'
import { layoutTable, lineHeight, margin, paper, type PdfTable } from './pdf-table.ts'
import { drawText, measureText, wrapText } from './pdf-text.ts'
import { allFaces } from './pdf-fonts.ts'
import { isFigure, readableRow, readableTotals } from './readable-text.ts'
import type { FileTable } from './file-table.ts'

const colors = colorsOf(false)

/**
 * A file to print: what it is of, the chart, and the table with its header and a page number on each page. Upright if the
 * table fits, else across; a table wider than that has smaller letters, and one that is wider still goes on beside on further
 * pages. Pages are drawn one at a time, between which others have their turn, and are passed on as they are drawn.
 */
export async function* pdfBytes(
  file: FileTable,
  batches: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<Uint8Array, void> {
  const table = await readTable(file, batches)
  const layout = await layoutTable(table, file.signal)
  const doc = new PdfDocument({
    autoFirstPage: false,
    size: [paper.short, paper.long],
    layout: layout.isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: file.name, Creator: 'Callboard' },
  })
  for (const { name, bytes } of allFaces()) doc.registerFont(name, bytes)
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = once(doc, 'end')
  doc.addPage()
  const top = await drawBeginning(doc, file)
  const laid = { table, layout, hasTotals: file.totals !== undefined, signal: file.signal }
  const pages = await planPages(laid, { top, height: doc.page.height })
  for (const [at, page] of pages.entries()) {
    if (at > 0) doc.addPage()
    drawTable(doc, page, laid)
    drawFoot(doc, { name: file.name, number: `${at + 1} of ${pages.length}` })
    await giveTurn(file.signal)
    yield Buffer.concat(chunks.splice(0))
  }
  doc.end()
  await ended
  yield Buffer.concat(chunks)
}

async function readTable(
  { columns, zone, totals }: FileTable,
  batches: AsyncIterable<readonly FileRow[]>,
): Promise<PdfTable> {
  const rows: string[][] = []
  for await (const batch of batches) rows.push(...batch.map((row) => readableRow(row, columns, zone)))
  if (totals !== undefined) rows.push(readableTotals(totals, columns, zone))
  return {
    titles: columns.map((column) => titleOf(column, { zone, durations: 'clock' })),
    rows,
    figures: columns.map(isFigure),
  }
}

/** The title, what the file is of, and the chart. Says where the table begins. */
async function drawBeginning(doc: PDFKit.PDFDocument, { name, about, chart }: FileTable): Promise<number> {
  const width = doc.page.width - 2 * margin
  let y = margin
  const write = (
    text: string,
    size: number,
    { weight = 400, color = colors.quiet }: Partial<Emphasis> = {},
  ) => {
    for (const line of wrapText(text, width / size, weight)) {
      y += size * lineHeight
      drawText(doc, line, { size, weight, color, x: margin, y, width })
    }
  }
  write(name, 17, { weight: 600, color: colors.text })
  y += 3
  for (const line of about) write(line, 9)
  if (chart === undefined) return y + 16
  y += 12
  write(chart.note === undefined ? chart.title : `${chart.title}, ${chart.note}`, 10, {
    weight: 600,
    color: colors.text,
  })
  const palette = paletteOf(colors)
  const legend = chart.legend(palette)
  if (legend.length > 0) y = drawLegend(doc, legend, { y: y + 4, width })
  const drawn = await chart.draw({ palette, width: Math.round(width / 0.75) })
  const availableHeight = doc.page.height - 2 * margin - y
  // A map may be as small as one likes; the letters of other charts may not.
  const scale = Math.min(
    width / drawn.width,
    (chart.isMap ? availableHeight * 0.7 : availableHeight) / drawn.height,
  )
  await drawSvg(doc, drawn.svg, { x: margin, y: y + 8, scale })
  return y + 8 + drawn.height * scale + 16
}

/** The marks of a chart and what they mean. Says where it ends. */
function drawLegend(
  doc: PDFKit.PDFDocument,
  legend: readonly LegendEntry[],
  { y: top, width }: { y: number; width: number },
): number {
  const size = 8
  let x = margin
  let y = top
  for (const { name, color, isDashed } of legend) {
    const needed = 14 + measureText(name, 400) * size + 12
    if (x > margin && x + needed > margin + width) {
      x = margin
      y += size * lineHeight + 2
    }
    if (isDashed) {
      const middle = y + 6
      doc
        .save()
        .moveTo(x, middle)
        .lineTo(x + 10, middle)
        .lineWidth(1.2)
        .dash(3, { space: 2 })
      doc.strokeColor(color, 1).stroke().restore()
    } else
      doc
        .rect(x, y + 2, 8, 8)
        .fillColor(color, 1)
        .fill()
    drawText(doc, name, { size, weight: 400, color: colors.quiet, x: x + 14, y: y + 9 })
    x += needed
  }
  return y + 12
}

interface Emphasis {
  weight: 400 | 600
  color: string
}
