import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { readSquare } from './read-image.ts'
import * as store from './store.ts'

const filePath = '/api/media/file/'

/**
 * Stores an image as a square of that many pixels and returns its address. The image is encoded anew, which leaves out
 * whatever else the sent bytes hold. Throws `invalidImage`.
 */
export async function createSquareImage(
  db: Kysely<Database>,
  sent: Uint8Array,
  pixels: number,
): Promise<string> {
  const bytes = await readSquare(sent, pixels)
  return addressOfFile(await createFile(db, { contentType: 'image/webp', extension: 'webp', bytes }))
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
