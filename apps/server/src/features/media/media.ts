import { randomBytes } from 'node:crypto'
import { imageTypes } from '@callboard/contract/images'
import type { Media, MediaUse } from '@callboard/contract/media'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { built } from '../../db/records/record-store.ts'
import { deleteRecord, insertRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { readImage } from '../../lib/files/read-image.ts'
import * as store from './store.ts'

const plain = recordRules('media', built(store.library, mediaOf))

export const mediaRules = {
  search: plain.search,
  get: plain.get,
  update: plain.update,
  /** Throws `conflict`, which names the places, when the image is in use. */
  remove: deleteMedia,
}

function mediaOf({ fileName, thumbnailName, contentType, createdAt, ...row }: store.MediaRow): Media {
  return {
    ...row,
    url: addressOfFile(fileName),
    thumbnailUrl: addressOfFile(thumbnailName),
    contentType: imageTypes.find((type) => type === contentType) ?? 'image/webp',
    createdAt: createdAt.toISOString(),
  }
}

/** Adds an image to the library. Throws `invalidImage`. */
export async function createMedia(
  db: Db,
  caller: Caller,
  { name, sent }: { name: string; sent: Uint8Array },
): Promise<Media> {
  const { thumbnail, contentType, extension, bytes, width, height } = await readImage(sent)
  const small = { contentType: 'image/webp', extension: 'webp', bytes: thumbnail }
  return await changeBy(db, caller, async (transaction) => {
    const fileName = await createFile(transaction, { contentType, extension, bytes })
    const thumbnailName = await createFile(transaction, small)
    const values = { name, fileName, thumbnailName, contentType, width, height, bytes: bytes.length }
    const id = await insertRecord(transaction, 'media', values)
    return await plain.get(transaction, caller, { id })
  })
}

async function deleteMedia(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    const { usedBy, fileName, thumbnailName } = orNotFound(await store.library.find(transaction, id))
    if (usedBy.length > 0) {
      const places = usedBy.map(placeOf).join(', ')
      throw new AppError('conflict', `This image is used by ${places}. Choose another one there first.`)
    }
    await deleteRecord(transaction, 'media', id)
    await store.deleteMediaFiles(transaction, [fileName, thumbnailName])
  })
}

const kindsOfUse = {
  setting: 'the setting',
  emailTemplate: 'the email template',
  menu: 'the menu',
} as const satisfies Record<MediaUse['type'], string>

function placeOf({ type, name }: MediaUse): string {
  return `${kindsOfUse[type]} ${name}`
}

const filePath = '/api/media/file/'

/** Stores a picture that `readSquare` made and returns its address. */
export async function createPicture(transaction: Transaction, bytes: Uint8Array): Promise<string> {
  return addressOfFile(await createFile(transaction, { contentType: 'image/webp', extension: 'webp', bytes }))
}

/** Deletes the picture at an address. */
export async function deletePicture(transaction: Transaction, address: string): Promise<void> {
  await store.deleteMediaFiles(transaction, [address.slice(filePath.length)])
}

/** Stores bytes under a name that nobody can guess, and returns the name. */
async function createFile(
  db: Db,
  { contentType, extension, bytes }: { contentType: string; extension: string; bytes: Uint8Array },
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.${extension}`
  await store.insertMediaFile(db, { name, content_type: contentType, bytes })
  return name
}

function addressOfFile(name: string): string {
  return filePath + name
}

/** Whether this is the address of an active image of the library. */
export async function isMediaAddress(db: Db, address: string): Promise<boolean> {
  return address.startsWith(filePath) && (await store.hasActiveMedia(db, address.slice(filePath.length)))
}
