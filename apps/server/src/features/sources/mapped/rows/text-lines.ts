import type { MappingEncoding } from '@callboard/contract/mappings'
import { ImportFileError } from '../../../../lib/files/text-lines.ts'

/** A longer line is cut after one character more; the rest of it is skipped. */
export const maxLineLength = 262_144

export interface LinePortion {
  /** Without their line breaks. */
  readonly lines: readonly string[]
  readonly bytes: number
}

/** The lines of a text in portions, whatever breaks they end with. Throws `ImportFileError` where it is empty or no text. */
export async function* decodeLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: MappingEncoding,
): AsyncGenerator<LinePortion, void, void> {
  const decoder = new TextDecoder(encoding)
  const breaks = new LineBreaks()
  let isStart = true
  for await (const chunk of chunks) {
    if (isStart && chunk.length > 0) {
      requireText(chunk, encoding)
      isStart = false
    }
    yield { lines: breaks.split(decoder.decode(chunk, { stream: true })), bytes: chunk.length }
  }
  if (isStart) throw new ImportFileError('emptyFile', 'The file is empty.')
  const last = breaks.end(decoder.decode())
  if (last.length > 0) yield { lines: last, bytes: 0 }
}

/** Splits a text that comes in parts, with breaks of `\n`, `\r\n`, or `\r` where there is no other. */
class LineBreaks {
  #rest = ''
  /** Old Macintosh programs, and some switches, end lines with a carriage return alone. */
  #mark: '\n' | '\r' | undefined

  split(text: string): string[] {
    const all = this.#rest + text
    this.#mark ??= all.includes('\n') ? '\n' : /\r(?=[^])/.test(all) ? '\r' : undefined
    const mark = this.#mark ?? '\n'
    const lines: string[] = []
    let from = 0
    for (let end = all.indexOf(mark); end !== -1; end = all.indexOf(mark, from)) {
      lines.push(lineBetween(all, from, end))
      from = end + 1
    }
    this.#rest = all.slice(from, from + maxLineLength + 1)
    return lines
  }

  end(text: string): string[] {
    const lines = this.split(text)
    if (this.#rest !== '') lines.push(lineBetween(this.#rest, 0, this.#rest.length))
    return lines
  }
}

function lineBetween(text: string, from: number, end: number): string {
  const isWindows = end > from && text.charCodeAt(end - 1) === 0x0d
  return text.slice(from, Math.min(isWindows ? end - 1 : end, from + maxLineLength + 1))
}

const magicNumbers = [
  { bytes: [0x1f, 0x8b], what: 'compressed with gzip: unpack it first' },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: 'a ZIP archive or an Excel workbook, not text: unpack it, or map it as a workbook',
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'a workbook of an old Excel: save it as .xlsx or CSV' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
] as const

function requireText(start: Uint8Array, encoding: MappingEncoding): void {
  const known = magicNumbers.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))
  if (known !== undefined) throw new ImportFileError('notText', `The file is ${known.what}.`)
  const isWide = encoding.startsWith('utf-16')
  if (!isWide && start[0] === 0xff && start[1] === 0xfe)
    throw new ImportFileError('notText', 'The file is in UTF-16, and the mapping says another encoding.')
  if (!isWide && (start[0] === 0 || controlShare(start.subarray(0, 1024)) > 0.1))
    throw new ImportFileError('notText', 'The file is not text.')
}

function controlShare(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) count++
  return count / Math.max(bytes.length, 1)
}
