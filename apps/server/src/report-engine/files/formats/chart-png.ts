import type { Palette } from '@callboard/contract/charts/palette'
import sharp from 'sharp'
import type { FileChart } from './file-chart.ts'
import { anchors, readAttributes, unescaped } from './pdf-svg.ts'
import { placeText } from './pdf-text.ts'

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

/**
 * An SVG of ours with its texts as outlines of letters: whoever draws it needs no fonts, which a server may not have, and the
 * picture is the same everywhere.
 */
function outlineTexts(svg: string): string {
  return svg.replace(
    /<text((?:\s+[\w:-]+="[^"]*")*)\s*>([^<]*)<\/text>/g,
    (_, written: string, words: string) => outlinesOf(unescaped(words), new Map(readAttributes(written))),
  )
}

const wide = 4000

function outlinesOf(words: string, attributes: ReadonlyMap<string, string>): string {
  const style = attributes.get('style') ?? ''
  const size = Number(/font-size:([\d.]+)px/.exec(style)?.[1] ?? 12)
  const anchor = Object.entries(anchors).find(([name]) => name === attributes.get('text-anchor'))?.[1] ?? 0
  const isCentral = attributes.get('dominant-baseline') === 'central'
  const y = Number(attributes.get('y') ?? 0) + (isCentral ? 0.36 * size : 0)
  const pieces = placeText(words, {
    size,
    weight: style.includes('bold') ? 600 : 400,
    x: Number(attributes.get('x') ?? 0) - anchor * wide,
    width: wide,
    align: anchor === 0 ? 'left' : anchor === 1 ? 'end' : 'center',
  })
  const paths = pieces.flatMap(({ face: { font }, text, left }) => {
    const scale = size / font.unitsPerEm
    let x = left
    const { glyphs, positions } = font.layout(text)
    return glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      const place = `translate(${(x + xOffset * scale).toFixed(2)} ${(y - yOffset * scale).toFixed(2)})`
      x += xAdvance * scale
      return `<path d="${glyph.path.toSVG()}" transform="${place} scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})"/>`
    })
  })
  const transform = attributes.get('transform')
  return `<g fill="${attributes.get('fill') ?? '#000'}"${transform === undefined ? '' : ` transform="${transform}"`}>${paths.join('')}</g>`
}
