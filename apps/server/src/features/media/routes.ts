import {
  addMedia,
  deleteMedia,
  getMedia,
  getMediaFile,
  searchMedia,
  updateMedia,
} from '@callboard/contract/media'
import { mapItems } from '../../db/list-page.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { imageBytes, withImageBodies } from '../../http/image-body.ts'
import { route, type Routing } from '../../http/route.ts'
import { notFound } from '../../lib/app-error.ts'
import { changeMedia, describeMedia, dropMedia, mediaOf, takeIn } from './library.ts'
import { findMediaFile, listMediaRows } from './store.ts'

export async function routes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, getMediaFile, {
    // The address cannot be guessed, and pages and mails show images without a token.
    access: 'public',
    handler: async ({ params }) => {
      const file = await findMediaFile(db, params.name)
      if (file === undefined) throw notFound()
      return new FileAnswer({
        contentType: file.content_type,
        fileName: params.name,
        bytes: once(file.bytes),
        isShownAndKept: true,
      })
    },
  })

  route(routing, searchMedia, {
    access: 'admin',
    handler: async ({ body }) => mapItems(await listMediaRows(db, body), mediaOf),
  })

  route(routing, getMedia, {
    access: 'admin',
    handler: async ({ params }) => await describeMedia(db, params.id),
  })

  route(routing, updateMedia, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await changeMedia(db, caller, { ...body, id: params.id }),
  })

  route(routing, deleteMedia, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await dropMedia(db, caller, params.id)
      return undefined
    },
  })

  await withImageBodies(routing, (withImages) => {
    route(withImages, addMedia, {
      access: 'admin',
      handler: async ({ caller, query, body }) =>
        await takeIn(db, caller, { name: query.name, sent: imageBytes(body) }),
    })
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
