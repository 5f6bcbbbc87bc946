import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { squareOf } from './read-image.ts'
import { hasActiveMedia, insertMediaFile } from './store.ts'

const filePath = '/api/media/file/'

/**
 * Keeps an image as a square of that many pixels, made anew from what was sent, so that nothing else that the bytes
 * hold comes along. Answers its address. Throws `invalidImage`.
 */
export async function keepSquare(db: Kysely<Database>, sent: Uint8Array, pixels: number): Promise<string> {
  const bytes = await squareOf(sent, pixels)
  return addressOfFile(await keepFile(db, { contentType: 'image/webp', extension: 'webp', bytes }))
}

/** Keeps bytes under a name that nobody can guess, and answers it. */
export async function keepFile(
  db: Kysely<Database>,
  { contentType, extension, bytes }: { contentType: string; extension: string; bytes: Uint8Array },
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.${extension}`
  await insertMediaFile(db, { name, contentType, bytes })
  return name
}

export function addressOfFile(name: string): string {
  return filePath + name
}

/** Whether this is the address of an image of the library that may be chosen. */
export async function isMediaAddress(db: Kysely<Database>, address: string): Promise<boolean> {
  return address.startsWith(filePath) && (await hasActiveMedia(db, address.slice(filePath.length)))
}
