import { anchors, readAttributes, unescaped } from './pdf-svg.ts'
import { placeText } from './pdf-text.ts'

/**
 * An SVG of ours with its texts as outlines of letters: whoever draws it needs no fonts, which a server may not have, and the
 * picture is the same everywhere.
 */
export function outlineTexts(svg: string): string {
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
