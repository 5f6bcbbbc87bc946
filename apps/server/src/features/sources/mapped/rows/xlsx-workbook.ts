import type { BytesSource } from './bytes-source.ts'
import { notWorkbook, readZipEntries, readZipEntry, type ZipEntry } from './zip-file.ts'

/** How cells of a style are meant. */
export type CellKind = 'plain' | 'date' | 'time' | 'duration'

export interface Workbook {
  readonly bytes: BytesSource
  readonly sheet: ZipEntry
  readonly sheets: readonly string[]
  readonly texts: readonly string[]
  /** By the index of the style; with seconds or without. */
  readonly styles: readonly CellStyle[]
  readonly isFrom1904: boolean
}

export interface CellStyle {
  readonly kind: CellKind
  readonly hasSeconds: boolean
}

/** Texts of all cells are held in memory: as many characters as a million rows have. */
const textCharacters = 96 << 20
const partCharacters = 16 << 20

/** What is to be known of a workbook before its rows: which sheet, its texts and its styles. */
export async function openWorkbook(bytes: BytesSource, sheetName: string | undefined): Promise<Workbook> {
  const entries = await readZipEntries(bytes)
  const book = await readPart(bytes, entries.get('xl/workbook.xml'))
  if (book === '') throw notWorkbook('it has no workbook in it; other archives have to be unpacked first')
  const links = await readPart(bytes, entries.get('xl/_rels/workbook.xml.rels'))
  const sheets = tagsOf(book, 'sheet').map((tag) => ({
    name: unescapeXml(attribute(tag, 'name') ?? ''),
    link: /\s(?:\w+:)?id="([^"]*)"/.exec(tag)?.[1] ?? '',
  }))
  const wanted = sheetName === undefined ? sheets[0] : sheets.find(({ name }) => name === sheetName)
  if (wanted === undefined)
    throw notWorkbook(sheetName === undefined ? 'it has no sheets' : `it has no sheet “${sheetName}”`)
  const link = tagsOf(links, 'Relationship').find((tag) => attribute(tag, 'Id') === wanted.link)
  const target = (link === undefined ? undefined : attribute(link, 'Target')) ?? ''
  const sheet = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (sheet === undefined) throw notWorkbook(`the sheet “${wanted.name}” is missing`)
  return {
    bytes,
    sheet,
    sheets: sheets.map(({ name }) => name),
    texts: await readTexts(bytes, entries.get('xl/sharedStrings.xml')),
    styles: stylesOf(await readPart(bytes, entries.get('xl/styles.xml'))),
    isFrom1904: /date1904="(?:1|true)"/.test(book),
  }
}

async function readPart(bytes: BytesSource, entry: ZipEntry | undefined): Promise<string> {
  if (entry === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const { chunk } of readZipEntry(bytes, entry)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > partCharacters) throw notWorkbook('a part of it is too large')
  }
  return text
}

async function readTexts(bytes: BytesSource, entry: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = []
  if (entry === undefined) return texts
  let characters = 0
  const decoder = new TextDecoder()
  let rest = ''
  for await (const { chunk } of readZipEntry(bytes, entry)) {
    rest += decoder.decode(chunk, { stream: true })
    const pattern = /<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([^]*?)<\/(?:\w+:)?si>)/g
    let end = 0
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      const text = textOfElement(match[1] ?? '')
      texts.push(text)
      characters += text.length
      end = pattern.lastIndex
    }
    rest = rest.slice(end)
    if (characters > textCharacters || rest.length > partCharacters)
      throw notWorkbook('it has more text than can be read at once: save it as CSV')
  }
  return texts
}

/** The text of `<t>` elements, without those that say how it is pronounced. */
export function textOfElement(xml: string): string {
  const spoken = xml.includes('rPh') ? xml.replaceAll(/<(?:\w+:)?rPh[^]*?<\/(?:\w+:)?rPh>/g, '') : xml
  let text = ''
  for (const [, part = ''] of spoken.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^]*?)<\/(?:\w+:)?t>/g)) text += part
  return unescapeXml(text)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function unescapeXml(text: string): string {
  const plain = text.includes('&')
    ? text.replaceAll(/&(?:#\d+|#x[\da-f]+|\w+);/gi, (entity) => unescapeOne(entity))
    : text
  return plain.includes('_x') ? plain.replaceAll(/_x000D_/g, '\r') : plain
}

function unescapeOne(entity: string): string {
  const [, decimal, hex, name = ''] = /^&(?:#(\d+)|#x([\da-f]+)|(\w+));$/i.exec(entity) ?? []
  if (decimal === undefined && hex === undefined) return named[name] ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function tagsOf(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

function stylesOf(xml: string): CellStyle[] {
  const codes = new Map(
    tagsOf(xml, 'numFmt').map((tag) => [
      attribute(tag, 'numFmtId'),
      unescapeXml(attribute(tag, 'formatCode') ?? ''),
    ]),
  )
  const cells = /<(?:\w+:)?cellXfs[^>]*>([^]*?)<\/(?:\w+:)?cellXfs>/.exec(xml)?.[1] ?? ''
  return tagsOf(cells, 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId') ?? '0'
    return styleOf(codes.get(id) ?? builtIn[id] ?? '')
  })
}

const builtIn: Readonly<Record<string, string>> = {
  14: 'd/m/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yyyy h:mm',
  45: '[mm]:ss',
  46: '[h]:mm:ss',
  47: '[mm]:ss',
}

function styleOf(code: string): CellStyle {
  const isDuration = /\[[hms]+\]/i.test(code)
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|AM\/PM/gi, '').toLowerCase()
  const hasSeconds = bare.includes('s')
  if (isDuration) return { kind: 'duration', hasSeconds }
  if (/[yd]/.test(bare)) return { kind: 'date', hasSeconds }
  return { kind: /[hs]/.test(bare) ? 'time' : 'plain', hasSeconds }
}
