export type ImportFileErrorCode = 'emptyFile' | 'notText' | 'wrongFormat'

/** The file is not of the expected format; nothing of it has been imported. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
  readonly code: ImportFileErrorCode

  /** `description` is a sentence for people. */
  constructor(code: ImportFileErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

export interface TextLines {
  /** Without their line breaks. */
  readonly lines: readonly string[]
  /** Bytes read for them. */
  readonly bytes: number
  /** The last line has no line break after it: the file may have been cut there. */
  readonly isCut: boolean
}

/** A longer line is cut after one character more; the rest of it is skipped. */
export const maxLineLength = 65_536

/**
 * The lines of a UTF-8 text in portions. Bytes that are not UTF-8 become U+FFFD, a byte order mark is dropped.
 * Throws `ImportFileError` before the first portion when the file is empty or not text.
 */
export async function* readTextLines(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<TextLines, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of withCheckedStart(stream)) {
    const text = rest + decoder.decode(bytes, { stream: true })
    const lines: string[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      lines.push(lineBetween(text, from, end))
      from = end + 1
    }
    rest = text.slice(from, from + maxLineLength + 1)
    yield { lines, bytes: bytes.length, isCut: false }
  }
  rest += decoder.decode()
  if (rest !== '') yield { lines: [lineBetween(rest, 0, rest.length)], bytes: 0, isCut: true }
}

function lineBetween(text: string, from: number, end: number): string {
  const isWindows = text.charCodeAt(end - 1) === 0x0d && end > from
  return text.slice(from, Math.min(isWindows ? end - 1 : end, from + maxLineLength + 1))
}

const startBytes = 1024

/** The same chunks, the first of them large enough to tell what the file is. */
async function* withCheckedStart(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of stream) {
    if (start === undefined) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < startBytes) continue
    requireText(start)
    yield start
    start = undefined
  }
  if (start === undefined) return
  requireText(start)
  yield start
}

const magicNumbers = [
  { bytes: [0x1f, 0x8b], what: 'compressed with gzip; unpack it first' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'a ZIP archive or an Excel workbook; export it as CSV first' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { bytes: [0xff, 0xfe], what: 'in UTF-16; save it as UTF-8' },
  { bytes: [0xfe, 0xff], what: 'in UTF-16; save it as UTF-8' },
] as const

function requireText(start: Uint8Array): void {
  const known = magicNumbers.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))
  if (known !== undefined) throw new ImportFileError('notText', `The file is ${known.what}.`)
  const text = new TextDecoder().decode(start).trimStart()
  if (text === '') throw new ImportFileError('emptyFile', 'The file is empty.')
  // A switch that lost power may leave a run of zeros, but not at the start of a file.
  if (start[0] === 0 || controlShare(start) > 0.1) {
    throw new ImportFileError('notText', 'The file is not text.')
  }
}

function controlShare(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) count++
  return count / bytes.length
}
