import { imageTypes, type Media, type MediaUse } from '@callboard/contract/media'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { updateRecord } from '../../db/records.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { addressOfFile, createFile } from './files.ts'
import { readImage } from './read-image.ts'
import * as store from './store.ts'

export function mediaOf(row: store.MediaRow): Media {
  return {
    id: row.id,
    name: row.name,
    url: addressOfFile(row.file_name),
    thumbnailUrl: addressOfFile(row.thumbnail_name),
    contentType: imageTypes.find((type) => type === row.content_type) ?? 'image/webp',
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
    usedBy: row.used_by,
  }
}

/** Throws `notFound`. */
export async function getMedia(db: Kysely<Database>, id: string): Promise<Media> {
  const row = await store.selectMedia(db, id)
  if (row === undefined) throw notFound()
  return mediaOf(row)
}

/** Adds an image to the library. Throws `invalidImage`. */
export async function createMedia(
  db: Kysely<Database>,
  caller: Caller,
  { name, sent }: { name: string; sent: Uint8Array },
): Promise<Media> {
  const { thumbnail, ...image } = await readImage(sent)
  return await change(db, actorOf(caller), async (transaction) => {
    const id = await store.insertMedia(transaction, {
      name,
      file_name: await createFile(transaction, image),
      thumbnail_name: await createFile(transaction, {
        contentType: 'image/webp',
        extension: 'webp',
        bytes: thumbnail,
      }),
      content_type: image.contentType,
      width: image.width,
      height: image.height,
      bytes: image.bytes.length,
    })
    return await getMedia(transaction, id)
  })
}

interface AskedMedia {
  id: string
  name?: string | undefined
  isActive?: boolean | undefined
  revision?: number | undefined
}

/** Throws `notFound`, and `revisionConflict` when somebody changed the image since that revision. */
export async function updateMedia(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, name, isActive }: AskedMedia,
): Promise<Media> {
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'media', { id, revision, values: { name, isActive } })
    return await getMedia(transaction, id)
  })
}

/** Throws `conflict`, which names the places, when the image is in use. */
export async function deleteMedia(db: Kysely<Database>, caller: Caller, id: string): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    const row = await store.selectMedia(transaction, id)
    if (row === undefined) throw notFound()
    if (row.used_by.length > 0) {
      const places = row.used_by.map(placeOf).join(', ')
      throw new AppError('conflict', `The image is used by ${places}. Choose another one there first.`)
    }
    await store.deleteMedia(transaction, row)
  })
}

const kindsOfUse = {
  setting: 'the setting',
  emailTemplate: 'the e-mail template',
  menu: 'the menu',
} as const satisfies Record<MediaUse['type'], string>

function placeOf({ type, name }: MediaUse): string {
  return `${kindsOfUse[type]} ${name}`
}
