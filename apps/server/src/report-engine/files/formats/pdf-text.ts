// oxlint-disable-next-line typescript/triple-slash-reference -- projects that import this file do not include its types
/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js/dist/bidi.mjs'
import { type Face, findFace, mainFace, type Weight } from './pdf-fonts.ts'

const bidi = bidiFactory()

export interface TextStyle {
  /** In points. */
  size: number
  weight: Weight
  color: string
}

export interface TextPlace {
  x: number
  /** Of the line on which letters stand. */
  y: number
  /** Unless given, the text begins at x. */
  width?: number
  /** `start` is the left of what is read from the left, and the right of what is read from the right. */
  align?: 'start' | 'left' | 'center' | 'end'
}

/** A part of a line in one font and one direction. */
interface Piece {
  face: Face
  text: string
  /** Of the Unicode Bidirectional Algorithm; odd is from right to left. */
  level: number
  /** In ems. */
  width: number
}

interface Line {
  pieces: readonly Piece[]
  width: number
  isFromRight: boolean
}

const plain = /^[\x20-\x7e]*$/
/** What a font does not have is shown by this sign. */
const missing = '\u{fffd}'

function lineOf(text: string, weight: Weight): Line {
  if (plain.test(text)) {
    const piece = pieceOf(mainFace(weight), text, 0)
    return { pieces: [piece], width: piece.width, isFromRight: false }
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  const pieces = piecesOf(text, levels, weight)
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
  return { pieces, width, isFromRight: (paragraphs[0]?.level ?? 0) % 2 === 1 }
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const joining = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Marks of direction, whose work is done, and of how an emoji looks. */
const unseen = /[\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]|\u{fe0e}|\u{fe0f}/gu

/** Letters that join stay together; from right to left each word is a piece, so that words can be put in their order. */
function piecesOf(text: string, levels: Uint8Array, weight: Weight): Piece[] {
  const pieces: { face: Face; text: string; level: number }[] = []
  for (const { segment, index } of characters.segment(text)) {
    const level = levels[index] ?? 0
    const isFromRight = level % 2 === 1
    const character = ((isFromRight ? bidi.getMirroredCharacter(segment) : null) ?? segment).replace(
      unseen,
      '',
    )
    if (character === '') continue
    const last = pieces.at(-1)
    const goesOn = last?.level === level && (!isFromRight || goesOnFromRight(last.text, character))
    if (last !== undefined && goesOn && (character === ' ' || findFace(character, weight) === last.face)) {
      last.text += character
      continue
    }
    const face = findFace(character, weight)
    if (face === undefined) pieces.push({ face: mainFace(weight), text: missing, level })
    else pieces.push({ face, text: character, level })
  }
  return pieces.map((piece) => pieceOf(piece.face, piece.text, piece.level))
}

function goesOnFromRight(word: string, character: string): boolean {
  return joining.test(word) && !word.endsWith(' ') && (character === ' ' || joining.test(character))
}

const advances = new Map<Face, Map<string, number>>()

function pieceOf(face: Face, text: string, level: number): Piece {
  const { font } = face
  if (level % 2 === 1 || !plain.test(text)) {
    return { face, text, level, width: font.layout(text).advanceWidth / font.unitsPerEm }
  }
  const known = advances.get(face) ?? new Map<string, number>()
  advances.set(face, known)
  let width = 0
  for (const letter of text) {
    const advance =
      known.get(letter) ?? font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm
    known.set(letter, advance)
    width += advance
  }
  return { face, text, level, width }
}

/** How wide a line is, in ems. */
export function measureText(text: string, weight: Weight): number {
  return lineOf(text, weight).width
}

/** The lines of a text: its own, and where it is wider than so many ems, at spaces or where it has none between letters. */
export function wrapText(text: string, widthEm: number, weight: Weight): string[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => {
    const written = line.replaceAll('\t', '    ').replaceAll(/\p{Cc}/gu, missing)
    return measureText(written, weight) <= widthEm ? [written] : wrapLine(written, widthEm, weight)
  })
}

function wrapLine(text: string, widthEm: number, weight: Weight): string[] {
  const lines: string[] = []
  let line = ''
  let width = 0
  const add = (part: string, partWidth: number) => {
    if (line !== '' && width + partWidth > widthEm) {
      lines.push(line)
      line = ''
      width = 0
    }
    line += part
    width += partWidth
  }
  for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
    const wordWidth = measureText(word.trimEnd(), weight)
    if (wordWidth <= widthEm) add(word, measureText(word, weight))
    else for (const { segment } of characters.segment(word)) add(segment, measureText(segment, weight))
  }
  return [...lines, line].map((one) => one.trimEnd())
}

/** Draws one line. Its pieces come in the order in which they are read, which is that in which they are copied. */
export function drawText(
  doc: PDFKit.PDFDocument,
  text: string,
  { y, ...place }: TextStyle & TextPlace,
): void {
  const { size, color } = place
  doc.fontSize(size).fillColor(color, 1)
  for (const { face, text: part, left } of placeText(text, place)) {
    doc.font(face.name)
    doc.text(part, left, y, { lineBreak: false, baseline: 'alphabetic' })
  }
}

/** Where the pieces of a line begin, in the order in which they are read. */
export function placeText(
  text: string,
  { size, weight, x, width, align = 'start' }: Omit<TextStyle, 'color'> & Omit<TextPlace, 'y'>,
): (Pick<Piece, 'face' | 'text'> & { left: number })[] {
  const line = lineOf(text, weight)
  const free = (width ?? line.width * size) - line.width * size
  const isAtRight = align === 'end' || (align === 'start' && line.isFromRight)
  let left = x + (isAtRight ? free : align === 'center' ? free / 2 : 0)
  const places = new Map<Piece, number>()
  for (const piece of visualOrder(line.pieces)) {
    places.set(piece, left)
    left += piece.width * size
  }
  return line.pieces.map((piece) => ({ face: piece.face, text: piece.text, left: places.get(piece) ?? left }))
}

/** From left to right: each run of pieces is turned around as often as its direction changes. */
function visualOrder(pieces: readonly Piece[]): readonly Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  let order = [...pieces]
  for (let level = highest; level > 0; level--) {
    const turned: Piece[] = []
    let run: Piece[] = []
    for (const piece of order) {
      if (piece.level >= level) {
        run = [piece, ...run]
        continue
      }
      turned.push(...run, piece)
      run = []
    }
    order = [...turned, ...run]
  }
  return order
}
