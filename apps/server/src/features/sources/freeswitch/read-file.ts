import { createReadStream } from 'node:fs'
import { formatCount } from '@callboard/contract/format'
import { AppError } from '../../../lib/app-error.ts'
import { ImportFileError } from '../../../lib/files/text-lines.ts'
import { parseJson } from '../../../lib/json.ts'
import type { FileBatch, RejectedLine, SourceEvent, SourceFile } from '../adapter.ts'
import { type ChannelEvent, EventCollector, isEventText, isLastOfLeg } from './channel-events.ts'
import { type Document, DocumentSplitter } from './documents.ts'
import { decodedText, eventOfLeg } from './leg.ts'

const chunkBytes = 262_144
const startLength = 65_536

/** Whether it looks like detail records of `mod_json_cdr`, or like events of the event socket. */
export function recognisesFile({ name, bytes }: { name: string; bytes: Uint8Array }): boolean {
  if (/\.cdr\.json$/i.test(name)) return true
  const start = new TextDecoder().decode(bytes).slice(0, startLength)
  if (/^\s*[[{]/.test(start)) return start.includes('"core-uuid"') && start.includes('"variables"')
  return /^%7B%22core-uuid/i.test(start.trimStart()) || /^Event-Name: CHANNEL_/m.test(start)
}

/** Reads files of the error folder, put together or not, and what an event socket sent. */
export async function* readLegs({ path }: SourceFile): AsyncGenerator<FileBatch> {
  const reading = new LegReading()
  const splitter = new DocumentSplitter()
  const decoder = new TextDecoder()
  let isFirst = true
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const bytes = Buffer.from(chunk)
    const text = decoder.decode(bytes, { stream: true })
    if (isFirst) requireLegs(text)
    isFirst = false
    for (const document of splitter.push(text)) reading.add(document)
    yield reading.take(bytes.length)
  }
  if (isFirst) requireLegs('')
  for (const document of [...splitter.push(decoder.decode()), ...splitter.end()]) reading.add(document)
  reading.end()
  yield reading.take(0)
}

const encodedObject = /^%7B/i
/** Base64 of `{"`, in the lines that FreeSWITCH makes of it. */
const base64Object = /^eyJ[A-Za-z0-9+/=]+$/
const base64Line = /^[A-Za-z0-9+/=]+$/
const base64LineLength = 72

function requireLegs(start: string): void {
  const text = start.replace(/^\ufeff/, '').trimStart()
  if (text === '') throw new ImportFileError('emptyFile', 'The file is empty.')
  const [first = ''] = text.split('\n', 1)
  if (first.includes('\0') || first.includes('\ufffd'))
    throw new ImportFileError('notText', 'The file is not text.')
  const line = first.trim()
  if (/^[[{]/.test(line) || encodedObject.test(line) || base64Object.test(line) || isEventText(line)) return
  throw new ImportFileError(
    'wrongFormat',
    'The file begins neither with a detail record of mod_json_cdr nor with an event of FreeSWITCH.',
  )
}

/** What was read of a file since it was last taken. */
class LegReading {
  readonly #collector = new EventCollector()
  /** Then lines between events are what the event socket answered to commands. */
  #isOfSocket = false
  #base64 = { text: '', line: 0 }
  #events: SourceEvent[] = []
  #rejected: RejectedLine[] = []
  #rows = 0
  #left = 0

  add(document: Document): void {
    if (document.kind === 'object') this.#addJson(document, document.text)
    else this.#addLine(document)
  }

  end(): void {
    this.#endBase64()
    this.#addEvent(this.#collector.end())
  }

  take(bytes: number): FileBatch {
    const batch = {
      calls: [],
      events: this.#events,
      rejected: this.#rejected,
      rows: this.#rows,
      bytes,
      ...(this.#left > 0 && { warnings: [this.#leftWarning()] }),
    }
    this.#events = []
    this.#rejected = []
    this.#rows = 0
    return batch
  }

  #leftWarning(): string {
    const what = this.#left === 1 ? 'One event does' : `${formatCount(this.#left)} events do`
    return `${what} not end a leg (CHANNEL_HANGUP_COMPLETE), and ${this.#left === 1 ? 'was' : 'were'} left out.`
  }

  #addLine(document: Document): void {
    const { text, line } = document
    if (this.#base64.text !== '' || (!this.#isOfSocket && base64Object.test(text)))
      this.#addBase64(text, line)
    else if (encodedObject.test(text)) this.#addJson(document, decodedText(text))
    else if (this.#isOfSocket || isEventText(text)) {
      this.#isOfSocket = true
      this.#addEvent(this.#collector.push(text, line))
    } else
      this.#reject(document, 'notALeg', 'The line is neither a detail record nor an event of FreeSWITCH.')
  }

  /** A line that is shorter than the others is the last of its object. */
  #addBase64(text: string, line: number): void {
    if (!base64Line.test(text)) {
      this.#endBase64()
      this.#addLine({ kind: 'line', text, line, isCut: false })
      return
    }
    this.#base64 = { text: this.#base64.text + text, line: this.#base64.line || line }
    if (text.length !== base64LineLength) this.#endBase64()
  }

  #endBase64(): void {
    const { text, line } = this.#base64
    this.#base64 = { text: '', line: 0 }
    if (text === '') return
    this.#addJson({ kind: 'line', text, line, isCut: false }, Buffer.from(text, 'base64').toString())
  }

  #addJson(document: Document, json: string): void {
    this.#rows++
    if (document.isCut)
      return this.#reject(document, 'cutRecord', 'The record is not complete, or longer than 4 MB.')
    try {
      const event = eventOfLeg(parseJson(json))
      if (event === undefined)
        return this.#reject(document, 'notALeg', 'The record does not say which channel it is about (uuid).')
      this.#events.push(event)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#reject(document, 'malformedJson', 'The record is not valid JSON.')
    }
  }

  #addEvent(event: ChannelEvent | undefined): void {
    if (event === undefined) return
    this.#rows++
    if (!isLastOfLeg(event)) {
      this.#left++
      return
    }
    const leg = eventOfLeg(event.headers)
    if (leg !== undefined) this.#events.push(leg)
    else
      this.#reject(
        { kind: 'line', text: event.lines.join('\n'), line: event.line, isCut: false },
        'notALeg',
        'The event does not say which channel it is about (Unique-ID).',
      )
  }

  #reject({ text, line }: Document, code: string, description: string): void {
    this.#rejected.push({ line, raw: text.replaceAll('\0', '\u2400'), code, description })
  }
}
