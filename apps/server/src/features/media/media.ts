import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { insertMediaFile } from './store.ts'

// Beyond this an image is not unpacked: a small file may stand for gigabytes.
const mostPixels = 40_000_000
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Keeps an image as a square of that many pixels, made anew from what was sent, so that nothing else that the bytes
 * hold comes along. Answers its address. Throws `invalidImage`.
 */
export async function keepSquare(db: Kysely<Database>, sent: Uint8Array, pixels: number): Promise<string> {
  const bytes = await squareOf(sent, pixels)
  const name = `${randomBytes(16).toString('hex')}.webp`
  await insertMediaFile(db, { name, contentType: 'image/webp', bytes })
  return `/api/media/file/${name}`
}

async function squareOf(sent: Uint8Array, pixels: number): Promise<Uint8Array> {
  try {
    const image = sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format } = await image.metadata()
    if (!formats.has(format)) throw new Error(`an image of the format ${format}`)
    // Turned as the camera held it, before what says so is left behind.
    return await image.autoOrient().resize(pixels, pixels, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
  } catch (cause) {
    throw new AppError('invalidImage', 'This is not a PNG, JPEG, WebP or GIF image that can be read.', {
      cause,
    })
  }
}
