import { setImmediate } from 'node:timers/promises'
import { drawText } from './pdf-text.ts'

type Attributes = ReadonlyMap<string, string>

const tokens = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g
/** Shapes that are drawn before others have their turn. */
const shapeBatchSize = 100

/** Draws an SVG of ours: groups, paths, rectangles and lines of text, as ECharts and our maps write them. */
export async function drawSvg(
  doc: PDFKit.PDFDocument,
  svg: string,
  { x, y, scale }: { x: number; y: number; scale: number },
): Promise<void> {
  const clips = new Map(
    Array.from(svg.matchAll(/<clipPath id="([^"]*)">\s*<path d="([^"]*)"/g), ([, id = '', d = '']) => [
      id,
      d,
    ]),
  )
  const drawn = svg.replace(/<defs[^]*?<\/defs>/g, '').replace(/<title>[^]*?<\/title>/g, '')
  const inherited: Attributes[] = []
  let text: Attributes | undefined
  let shapes = 0
  doc.save().translate(x, y).scale(scale)
  for (const [, close, tag = '', written = '', , words] of drawn.matchAll(tokens)) {
    if (words !== undefined) {
      if (text !== undefined) drawWords(doc, unescaped(words), text)
      continue
    }
    if (close === '/') {
      if (tag === 'g' || tag === 'svg') {
        inherited.pop()
        doc.restore()
      } else if (tag === 'text') text = undefined
      continue
    }
    const attributes = new Map([...(inherited.at(-1) ?? []), ...readAttributes(written)])
    if (tag === 'g' || tag === 'svg') {
      inherited.push(new Map([...attributes].filter(([name]) => name.startsWith('stroke'))))
      doc.save()
      enter(doc, attributes, clips)
    } else if (tag === 'text') text = attributes
    else {
      drawShape(doc, tag, attributes)
      if (++shapes % shapeBatchSize === 0) await setImmediate()
    }
  }
  doc.restore()
}

export function readAttributes(written: string): [string, string][] {
  return Array.from(written.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value])
}

function enter(doc: PDFKit.PDFDocument, attributes: Attributes, clips: ReadonlyMap<string, string>): void {
  const [left = 0, top = 0, width = 0, height = 0] = numbersOf(attributes.get('viewBox'))
  const shown = Number(attributes.get('width') ?? width)
  if (width > 0) {
    doc
      .scale(shown / width)
      .translate(-left, -top)
      .rect(left, top, width, height)
      .clip()
  }
  transform(doc, attributes.get('transform'))
  const clip = clips.get(/url\(#([^)]*)\)/.exec(attributes.get('clip-path') ?? '')?.[1] ?? '')
  if (clip !== undefined) doc.path(clip).clip()
}

function drawShape(doc: PDFKit.PDFDocument, tag: string, attributes: Attributes): void {
  const number = (name: string) => Number(attributes.get(name) ?? 0)
  const fill = colorOf(attributes.get('fill') ?? '#000', attributes.get('fill-opacity'))
  const stroke = colorOf(attributes.get('stroke') ?? 'none', attributes.get('stroke-opacity'))
  if (fill === undefined && stroke === undefined) return
  doc.save()
  transform(doc, attributes.get('transform'))
  if (tag === 'rect') doc.rect(number('x'), number('y'), number('width'), number('height'))
  else doc.path(attributes.get('d') ?? 'M0 0')
  if (stroke !== undefined) {
    const dashes = numbersOf(attributes.get('stroke-dasharray'))
    doc.lineWidth(Number(attributes.get('stroke-width') ?? 1)).lineJoin('round')
    if (dashes.length > 0) doc.dash(dashes[0] ?? 1, { space: dashes[1] ?? dashes[0] ?? 1 })
    doc.strokeColor(stroke.color, stroke.opacity)
  }
  if (fill !== undefined) doc.fillColor(fill.color, fill.opacity)
  if (fill !== undefined && stroke !== undefined) doc.fillAndStroke()
  else if (fill === undefined) doc.stroke()
  else doc.fill()
  doc.restore()
}

export const anchors = { start: 0, middle: 0.5, end: 1 } as const
const wide = 4000

function drawWords(doc: PDFKit.PDFDocument, words: string, attributes: Attributes): void {
  const style = attributes.get('style') ?? ''
  const size = Number(/font-size:([\d.]+)px/.exec(style)?.[1] ?? 12)
  const anchor = Object.entries(anchors).find(([name]) => name === attributes.get('text-anchor'))?.[1] ?? 0
  const isCentral = attributes.get('dominant-baseline') === 'central'
  doc.save()
  transform(doc, attributes.get('transform'))
  drawText(doc, words, {
    size,
    weight: style.includes('bold') ? 600 : 400,
    color: colorOf(attributes.get('fill') ?? '#000', undefined)?.color ?? '#000000',
    x: Number(attributes.get('x') ?? 0) - anchor * wide,
    y: Number(attributes.get('y') ?? 0) + (isCentral ? 0.36 * size : 0),
    width: wide,
    align: anchor === 0 ? 'left' : anchor === 1 ? 'end' : 'center',
  })
  doc.restore()
}

function transform(doc: PDFKit.PDFDocument, written = ''): void {
  for (const [, name, list] of written.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbersOf(list)
    if (name === 'translate') doc.translate(a, b)
    else if (name === 'rotate') doc.rotate(a)
    else if (name === 'scale') doc.scale(a, b === 0 ? a : b)
    else if (name === 'matrix') doc.transform(a, b, c, d, e, f)
  }
}

function numbersOf(list = ''): number[] {
  return (list.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number)
}

/** A colour with its opacity; undefined for none. */
function colorOf(
  written: string,
  opacity: string | undefined,
): { color: string; opacity: number } | undefined {
  if (written === 'none' || written === 'transparent') return undefined
  const alpha = Number(opacity ?? 1)
  if (written.startsWith('#')) return { color: written, opacity: alpha }
  const [red = 0, green = 0, blue = 0, own = 1] = numbersOf(written)
  const hex = [red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')
  return { color: `#${hex}`, opacity: alpha * own }
}

/** A text of SVG as it is read. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
