import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface SentFile {
  contentType: string
  fileName: string
  bytes: AsyncIterable<Uint8Array>
  /** What else is said of it. */
  headers?: Readonly<Record<string, string>>
  /** Displayed inline instead of saved, and cached for ever, as its URL never changes its meaning. */
  isShownAndKept?: boolean
}

/** A file that is generated while it is sent. */
export class FileAnswer {
  readonly file: SentFile

  constructor(file: SentFile) {
    this.file = file
  }
}

/**
 * Sends a file. An error before the first byte is answered as usual; a later one aborts the transfer, so that half a file
 * never looks like a whole one.
 */
export async function sendFile(reply: FastifyReply, { file }: FileAnswer): Promise<FastifyReply> {
  const chunks = file.bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (file.headers !== undefined) void reply.headers(file.headers)
  const body = Readable.from(restOf(first, chunks), { objectMode: false, highWaterMark: 1 << 20 })
  void reply.header('content-type', file.contentType)
  if (file.isShownAndKept === true) void reply.headers(shownAndKept)
  else void reply.header('content-disposition', attachment(file.fileName))
  return await reply.send(body)
}

const shownAndKept = {
  'content-disposition': 'inline',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Unlike the `finally` of a generator, `return` also ends the chunks when a client left before it was sent the first. */
function restOf(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
): AsyncIterableIterator<Uint8Array> {
  let isBegun = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      if (isBegun) return await chunks.next()
      isBegun = true
      return first
    },
    async return() {
      await chunks.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** Has a browser save an answer under this name. */
export function attachment(fileName: string): string {
  return `attachment; ${fileNameParameters(fileName)}`
}

/** The name of an answer in a header, in ASCII and in full (RFC 6266). */
export function fileNameParameters(fileName: string): string {
  const plain = fileName.normalize('NFKD').replaceAll(/[^\w. -]/g, '')
  // RFC 8187 allows fewer characters than a URL: an apostrophe would end the name of the character set.
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
