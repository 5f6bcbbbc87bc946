import type { Palette } from '@callboard/contract/charts/palette'
import sharp from 'sharp'
import type { FileChart } from './file-chart.ts'
import { outlineTexts } from './svg-outlines.ts'

/** Pixels for one of CSS, as screens of today have. */
const density = 2

/** A chart as a PNG of this width in pixels of CSS. */
export async function drawChartPng(
  chart: FileChart,
  asked: { palette: Palette; width: number },
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { svg, width, height } = await chart.draw(asked)
  const bytes = await sharp(Buffer.from(outlineTexts(svg)), { density: 72 * density })
    .flatten({ background: asked.palette.panel })
    .png({ palette: true })
    .toBuffer()
  return { bytes, width: Math.round(width), height: Math.round(height) }
}
