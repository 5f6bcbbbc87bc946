import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../lib/app-error.ts'

interface ClientError extends Error {
  code?: string
}

const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'

/** What Node reports of a request that took too long. */
export function requestTimeout(): ClientError {
  return Object.assign(new Error('the request came too slowly'), { code: timeoutCode })
}

/** Answers on the socket what never became a whole request: no HTTP, too large headers, or too slow. */
export function answerClientError(
  error: ClientError,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused(error, socket)) {
    socket.destroy(error)
    return
  }
  const { status, items } = toAppError(error)
  const body = JSON.stringify(items)
  const fields = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    connection: 'close',
  })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy(error))
}

/** Opened ahead by a client, which would take an answer for that of the request that it sends at this moment. */
function isUnused({ code }: ClientError, { bytesRead }: Socket): boolean {
  return code === timeoutCode && bytesRead === 0
}

function toAppError({ code }: ClientError): AppError {
  if (code === timeoutCode) return new AppError('requestTimeout', 'The request took too long to arrive.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headersTooLarge', 'The headers of the request are too large.')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new AppError('payloadTooLarge', 'The body is too large.')
  return new AppError('malformedBody', 'The request could not be read.')
}
