import type { imageTypes } from '@callboard/contract/media'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../lib/app-error.ts'

// Beyond this an image is not unpacked: a small file may stand for gigabytes. All pictures of a moving one count.
const mostPixels = 40_000_000
const longestSide = 3000
const thumbnailSide = 320

const kinds = {
  png: { contentType: 'image/png', extension: 'png', write: (image: Sharp) => image.png() },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg', write: (image: Sharp) => image.jpeg({ quality: 88 }) },
  webp: {
    contentType: 'image/webp',
    extension: 'webp',
    write: (image: Sharp) => image.webp({ quality: 88 }),
  },
  gif: { contentType: 'image/gif', extension: 'gif', write: (image: Sharp) => image.gif() },
} as const satisfies Record<string, Kind>

interface Kind {
  contentType: (typeof imageTypes)[number]
  extension: string
  write: (image: Sharp) => Sharp
}

/** The image as a square WebP, its middle. Throws `invalidImage`. */
export async function squareOf(sent: Uint8Array, pixels: number): Promise<Uint8Array> {
  return await reading(async () => {
    const { image } = await read(sent, false)
    return await image.resize(pixels, pixels, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
  })
}

export interface ReadImage {
  contentType: Kind['contentType']
  extension: string
  width: number
  height: number
  bytes: Uint8Array
  /** WebP; of a moving image the first picture. */
  thumbnail: Uint8Array
}

/** The image made anew in its own format: what else the bytes held does not come along. Throws `invalidImage`. */
export async function readImage(sent: Uint8Array): Promise<ReadImage> {
  return await reading(async () => {
    const { image, kind } = await read(sent, true)
    const inside = { fit: 'inside', withoutEnlargement: true } as const
    const made = kind.write(image.resize(longestSide, longestSide, inside))
    const { data, info } = await made.toBuffer({ resolveWithObject: true })
    const small = await read(sent, false)
    return {
      contentType: kind.contentType,
      extension: kind.extension,
      width: info.width,
      height: info.pageHeight ?? info.height,
      bytes: data,
      thumbnail: await small.image
        .resize(thumbnailSide, thumbnailSide, inside)
        .webp({ quality: 80 })
        .toBuffer(),
    }
  })
}

async function read(sent: Uint8Array, isMoving: boolean): Promise<{ image: Sharp; kind: Kind }> {
  const image = sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', animated: isMoving })
  const { format, width, height, pages = 1 } = await image.metadata()
  const kind = Object.entries(kinds).find(([name]) => name === format)?.[1]
  if (kind === undefined) throw new Error(`an image of the format ${format}`)
  if (width * height * (isMoving ? 1 : pages) > mostPixels)
    throw new Error(`an image of ${pages} large pictures`)
  // Turned as the camera held it, before what says so is left behind; moving images cannot be turned.
  return { image: pages > 1 ? image : image.autoOrient(), kind }
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('invalidImage', 'This is not a PNG, JPEG, WebP or GIF image that can be read.', {
      cause,
    })
  }
}
