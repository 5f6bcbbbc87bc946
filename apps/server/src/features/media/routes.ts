import * as endpoints from '@callboard/contract/media'
import { FileAnswer } from '../../http/file-answer.ts'
import { imageBytes, withImageBodies } from '../../http/image-body.ts'
import { route, type Routing } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { createMedia, deleteMedia, getMedia, listMedia, updateMedia } from './media.ts'
import * as store from './store.ts'

export async function routes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, endpoints.getMediaFile, {
    // The address cannot be guessed, and pages and mails show images without a token.
    access: 'public',
    handler: async ({ params }) => {
      const file = orNotFound(await store.selectMediaFile(db, params.name))
      return new FileAnswer({
        contentType: file.content_type,
        fileName: params.name,
        bytes: once(file.bytes),
        isShownAndKept: true,
      })
    },
  })

  route(routing, endpoints.searchMedia, {
    access: 'admin',
    handler: async ({ body }) => await listMedia(db, body),
  })

  route(routing, endpoints.getMedia, {
    access: 'admin',
    handler: async ({ params }) => await getMedia(db, params.id),
  })

  route(routing, endpoints.updateMedia, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await updateMedia(db, caller, { ...body, id: params.id }),
  })

  route(routing, endpoints.deleteMedia, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteMedia(db, caller, params.id),
  })

  await withImageBodies(routing, (withImages) => {
    route(withImages, endpoints.createMedia, {
      access: 'admin',
      handler: async ({ caller, query, body }) =>
        await createMedia(db, caller, { name: query.name, sent: imageBytes(body) }),
    })
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
