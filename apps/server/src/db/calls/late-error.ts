import { EXCEPTION_TAG_HEADER_NAME } from '@clickhouse/client'
import { CallStoreError } from '#server/db/calls/call-store.ts'

/**
 * The body of a response of ClickHouse (since 25.11). An error after the first byte is sent as a block at the end of
 * the body, marked with a tag from the headers: it is thrown, and none of its bytes are passed on.
 */
export async function* withoutLateError(
  body: AsyncIterable<unknown>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const tag = headers[EXCEPTION_TAG_HEADER_NAME]
  if (typeof tag !== 'string') {
    throw new CallStoreError('unavailable', {
      message: 'The answer does not say how it ended: a proxy took a header of ClickHouse from it.',
    })
  }
  const marker = Buffer.from(`\r\n__exception__\r\n${tag}`)
  let held: Buffer = Buffer.alloc(0)
  let isFailure = false
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A body is bytes')
    const bytes: Buffer = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    const at: number = isFailure ? 0 : bytes.indexOf(marker)
    isFailure ||= at >= 0
    // Held back: the error, or as much as could be the beginning of its marker.
    const given = isFailure ? at : Math.max(0, bytes.length - marker.length + 1)
    held = bytes.subarray(given)
    if (given > 0) yield bytes.subarray(0, given)
  }
  if (isFailure) throw new Error(held.subarray(marker.length).toString('utf8').trimStart())
  if (held.length > 0) yield held
}
