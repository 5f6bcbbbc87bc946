import { getMediaFile } from '@callboard/contract/media'
import { FileAnswer } from '../../http/file-answer.ts'
import { route, type Routing } from '../../http/route.ts'
import { notFound } from '../../lib/app-error.ts'
import { findMediaFile } from './store.ts'

export function mediaRoutes(routing: Routing): void {
  route(routing, getMediaFile, {
    // The address cannot be guessed, and pages and mails show images without a token.
    access: 'public',
    handler: async ({ params }) => {
      const file = await findMediaFile(routing.db, params.name)
      if (file === undefined) throw notFound()
      return new FileAnswer({
        contentType: file.content_type,
        fileName: params.name,
        bytes: once(file.bytes),
        isShownAndKept: true,
      })
    },
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
