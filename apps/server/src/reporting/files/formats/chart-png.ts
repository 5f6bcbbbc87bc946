import type { Palette } from '@callboard/contract/charts/palette'
import sharp from 'sharp'
import type { FileChart } from './file-chart.ts'
import { outlineTexts } from './svg-outlines.ts'

/** Pixels for one of CSS, as screens of today have. */
const density = 2
/** Around it, in pixels of CSS. */
const edge = 12

/** A chart as a PNG of this width in pixels of CSS. */
export async function drawChartPng(
  chart: FileChart,
  asked: { palette: Palette; width: number },
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { palette, width } = asked
  const { svg, height } = await chart.draw({ palette, width: width - 2 * edge })
  const background = palette.panel
  const around = edge * density
  const bytes = await sharp(Buffer.from(outlineTexts(svg)), { density: 72 * density })
    .flatten({ background })
    .extend({ top: around, bottom: around, left: around, right: around, background })
    .png({ palette: true })
    .toBuffer()
  return { bytes, width, height: Math.round(height) + 2 * edge }
}
