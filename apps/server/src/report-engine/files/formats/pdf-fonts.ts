import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

export type Weight = 400 | 600

/** A font file, which has the letters of some scripts. */
export interface Face {
  name: string
  bytes: Buffer
  font: Font
}

const folders = {
  sans: import.meta.resolve('@fontsource/noto-sans/LICENSE'),
  hebrew: import.meta.resolve('@fontsource/noto-sans-hebrew/LICENSE'),
  arabic: import.meta.resolve('@fontsource/ibm-plex-sans-arabic/LICENSE'),
  emoji: import.meta.resolve('@fontsource/noto-emoji/LICENSE'),
} as const

/** In this order: what several have is drawn by the first. */
const files = [
  [folders.sans, 'noto-sans-latin'],
  [folders.sans, 'noto-sans-latin-ext'],
  [folders.sans, 'noto-sans-greek'],
  [folders.sans, 'noto-sans-cyrillic'],
  [folders.hebrew, 'noto-sans-hebrew-hebrew'],
  // Its letters are a glyph each: dots that are glyphs of their own are no text for those who copy from the file.
  [folders.arabic, 'ibm-plex-sans-arabic-arabic'],
  [folders.sans, 'noto-sans-greek-ext'],
  [folders.sans, 'noto-sans-cyrillic-ext'],
  [folders.sans, 'noto-sans-vietnamese'],
  [folders.sans, 'noto-sans-devanagari'],
  [folders.emoji, 'noto-emoji-emoji'],
] as const

const loaded = new Map<string, Face>()

function loadFace(folder: string, file: string, weight: Weight): Face {
  const name = `${file}-${weight}`
  const known = loaded.get(name)
  if (known !== undefined) return known
  const bytes = readFileSync(new URL(`files/${name}-normal.woff`, folder))
  const font = create(bytes)
  if (!('layout' in font)) throw new TypeError('Not a file of one font')
  const face = { name, bytes, font }
  loaded.set(name, face)
  return face
}

/** The face of plain English texts. */
export function mainFace(weight: Weight): Face {
  const [[folder, file]] = files
  return loadFace(folder, file, weight)
}

const chosen = new Map<string, Face | null>()

/** The face that has all of a character as people see it; undefined if none has it. */
export function findFace(character: string, weight: Weight): Face | undefined {
  const key = `${weight}${character}`
  const known = chosen.get(key)
  if (known !== undefined) return known ?? undefined
  const codePoints = Array.from(character, (sign) => sign.codePointAt(0) ?? 0)
  for (const [folder, file] of files) {
    const face = loadFace(folder, file, weight)
    if (!codePoints.every((codePoint) => face.font.hasGlyphForCodePoint(codePoint))) continue
    if (chosen.size < maxCachedChoices) chosen.set(key, face)
    return face
  }
  if (chosen.size < maxCachedChoices) chosen.set(key, null)
  return undefined
}

const maxCachedChoices = 10_000

/** Those that any file may need; a file has in it the letters of those that it uses. */
export function allFaces(): Face[] {
  return ([400, 600] as const).flatMap((weight) =>
    files.map(([folder, file]) => loadFace(folder, file, weight)),
  )
}
