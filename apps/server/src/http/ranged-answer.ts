import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileNameParameters } from './file-answer.ts'
import { AppError } from '../lib/app-error.ts'
import type { ByteRange } from '../lib/files/file-store.ts'

interface RangedFile {
  contentType: string
  fileName: string
  /** To be saved, not shown or played. */
  isSaved: boolean
  /** Of the whole file. */
  size: number
  /** Of the bytes, without quotes. */
  hash: string
  /** Called once, and only when bytes are sent. */
  open: (range: ByteRange) => Promise<Readable>
}

/** A file that may be asked for in parts. */
export class RangedAnswer {
  readonly file: RangedFile

  constructor(file: RangedFile) {
    this.file = file
  }
}

/**
 * Sends a file or the part of it that the request names (RFC 9110, section 14). A header that cannot be read, or names
 * several parts, is answered with the whole, as the standard allows.
 */
export async function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { file }: RangedAnswer,
): Promise<FastifyReply> {
  const { size, hash, contentType, fileName, isSaved } = file
  const etag = `"${hash}"`
  const ifRange = request.headers['if-range']
  const isUnchanged = ifRange === undefined || ifRange === etag
  const range = isUnchanged ? parseRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`)
    throw new AppError('rangeNotSatisfiable', `The file has ${size} bytes.`)
  }
  const { start, end } = range ?? { start: 0, end: size }
  // An empty stream leaves the length as it is said here.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await file.open({ start, end })
  void reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `${isSaved ? 'attachment' : 'inline'}; ${fileNameParameters(fileName)}`,
    'content-length': String(end - start),
    'content-type': contentType,
    etag,
  })
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
  return await reply.send(bytes)
}

/** Undefined for the whole file. */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
