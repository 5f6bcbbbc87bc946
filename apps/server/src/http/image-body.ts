import { imageBytesLimit, imageTypes } from '@callboard/contract/images'
import { AppError } from '../lib/app-error.ts'
import type { Routing } from './route.ts'

/** Adds routes whose body is an image, as the bytes that were sent, up to the largest size of an image. */
export async function withImageBodies(routing: Routing, add: (routing: Routing) => void): Promise<void> {
  await routing.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      [...imageTypes],
      { parseAs: 'buffer', bodyLimit: imageBytesLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    add({ ...routing, app })
    done()
  })
}

/** The bytes of such a body. */
export function imageBytes(body: unknown): Uint8Array {
  if (Buffer.isBuffer(body)) return body
  throw new AppError('malformedBody', 'The image is missing.')
}
