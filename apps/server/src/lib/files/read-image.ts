import type { imageTypes } from '@callboard/contract/images'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../app-error.ts'

// Larger images are not decoded, as a small file may unpack to gigabytes. All frames of an animation count.
const maxPixels = 40_000_000
const maxSidePixels = 3000
const thumbnailSidePixels = 320

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

/** The middle of the image as a square WebP. Throws `invalidImage`. */
export async function readSquare(sent: Uint8Array, pixels: number): Promise<Uint8Array> {
  return await orInvalidImage(async () => {
    const { image } = await decode(sent, false)
    return await image.resize(pixels, pixels, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
  })
}

export interface ReadImage {
  contentType: Kind['contentType']
  extension: string
  width: number
  height: number
  bytes: Uint8Array
  /** WebP; the first frame of an animation. */
  thumbnail: Uint8Array
}

/** The image encoded anew in its own format, which leaves out whatever else the bytes held. Throws `invalidImage`. */
export async function readImage(sent: Uint8Array): Promise<ReadImage> {
  return await orInvalidImage(async () => {
    const { image, kind } = await decode(sent, true)
    const inside = { fit: 'inside', withoutEnlargement: true } as const
    const encoded = kind.write(image.resize(maxSidePixels, maxSidePixels, inside))
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    const small = await decode(sent, false)
    return {
      contentType: kind.contentType,
      extension: kind.extension,
      width: info.width,
      height: info.pageHeight ?? info.height,
      bytes: data,
      thumbnail: await small.image
        .resize(thumbnailSidePixels, thumbnailSidePixels, inside)
        .webp({ quality: 80 })
        .toBuffer(),
    }
  })
}

async function decode(sent: Uint8Array, isAnimated: boolean): Promise<{ image: Sharp; kind: Kind }> {
  const image = sharp(sent, { limitInputPixels: maxPixels, failOn: 'error', animated: isAnimated })
  const { format, width, height, pages = 1 } = await image.metadata()
  const kind = Object.entries(kinds).find(([name]) => name === format)?.[1]
  if (kind === undefined) throw new Error(`the format is ${format}`)
  if (width * height * (isAnimated ? 1 : pages) > maxPixels)
    throw new Error(`${pages} frames are too large together`)
  // Rotated as the camera held it, since encoding drops the metadata that says so; animations cannot be rotated.
  return { image: pages > 1 ? image : image.autoOrient(), kind }
}

async function orInvalidImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('invalidImage', 'This is not a PNG, JPEG, WebP or GIF image that can be read.', {
      cause,
    })
  }
}
