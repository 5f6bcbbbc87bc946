import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import * as store from './store.ts'

const filePath = '/api/media/file/'

/** Stores a picture that `readSquare` made and returns its address. */
export async function createPicture(transaction: Transaction<Database>, bytes: Uint8Array): Promise<string> {
  return addressOfFile(await createFile(transaction, { contentType: 'image/webp', extension: 'webp', bytes }))
}

/** Deletes the picture at an address. */
export async function deletePicture(transaction: Transaction<Database>, address: string): Promise<void> {
  await store.deleteMediaFiles(transaction, [address.slice(filePath.length)])
}

/** Stores bytes under a name that nobody can guess, and returns the name. */
export async function createFile(
  db: Kysely<Database>,
  { contentType, extension, bytes }: { contentType: string; extension: string; bytes: Uint8Array },
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.${extension}`
  await store.insertMediaFile(db, { name, content_type: contentType, bytes })
  return name
}

export function addressOfFile(name: string): string {
  return filePath + name
}

/** Whether this is the address of an active image of the library. */
export async function isMediaAddress(db: Kysely<Database>, address: string): Promise<boolean> {
  return address.startsWith(filePath) && (await store.hasActiveMedia(db, address.slice(filePath.length)))
}
