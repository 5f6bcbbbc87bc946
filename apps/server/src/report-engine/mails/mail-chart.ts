import type { ChartInput } from '@callboard/contract/charts/charted-answer'
import { type Palette, paletteOf } from '@callboard/contract/charts/palette'
import { summarizeChart } from '@callboard/contract/charts/report-chart'
import { colorsOf } from '@callboard/contract/colors'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { drawChartPng } from '../files/formats/chart-png.ts'
import { buildAnswerChart, type FileChart } from '../files/formats/file-chart.ts'
import { escapeMarkup } from '../files/formats/markup.ts'
import type { MailBlock } from './mail-block.ts'

/** Shown a little wider where there is room: its letters are read on a telephone as well. */
const drawnWidth = 440

export interface MailChart {
  png: Buffer
  /** With the picture of this Content-ID. */
  block: (cid: string) => MailBlock
}

/** The chart of an answer for a mail; undefined where there is nothing to draw. */
export async function drawMailChart(
  input: ChartInput & { answer: RunReportAnswer },
): Promise<MailChart | undefined> {
  const chart = buildAnswerChart({ ...input, width: drawnWidth })
  if (chart === undefined) return undefined
  // On a ground of its own it is read in mails of any colour.
  const palette = paletteOf(colorsOf(false))
  const { bytes, width, height } = await drawChartPng(chart, { palette, width: drawnWidth })
  const summary = summarizeChart(input.answer, chart.chart)
  return {
    png: bytes,
    block: (cid) => ({
      html: [
        headOf(chart, palette),
        // What it shows is read in its place where pictures are blocked: on the ground of the mail.
        `<img class="strong" src="cid:${cid}" width="${width}" height="${height}" alt="${escapeMarkup(summary)}" style="display:block;width:100%;max-width:580px;height:auto;border:0;border-radius:6px;color:${palette.text};font-size:13px">`,
      ].join('\n'),
      text: summary,
    }),
  }
}

function headOf(chart: FileChart, palette: Palette): string {
  const note = chart.note === undefined ? '' : `, ${chart.note}`
  const entries = chart
    .legend(palette)
    .map(
      ({ name, color, isDashed }) =>
        `<span style="color:${color}">${isDashed ? '&#9644;&#8198;&#9644;' : '&#9632;'}</span> <bdi>${escapeMarkup(name)}</bdi>`,
    )
  const legend =
    entries.length === 0
      ? ''
      : `<br><span class="quiet" style="color:${palette.quietText}">${entries.join('&ensp; ')}</span>`
  return `<p style="margin:20px 0 8px;font-size:13px;line-height:1.6"><b dir="auto">${escapeMarkup(chart.title)}</b><span class="quiet" style="color:${palette.quietText}">${escapeMarkup(note)}</span>${legend}</p>`
}
