import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import * as endpoints from '@callboard/contract/media'
import { crud } from '../../http/crud.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { imageBytes, withImageBodies } from '../../http/image-body.ts'
import { route, type Routing } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { createMedia, mediaRules } from './media.ts'
import * as store from './store.ts'

export const mediaFeature = defineFeature({
  name: 'media',
  menuItems: [listItem('media', { group: 'portal', order: 40, ico: 'picture' })],
  routes,
})

async function routes(routing: Routing): Promise<void> {
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

  crud(routing, endpoints.mediaEndpoints, { access: 'admin', rules: mediaRules })

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
