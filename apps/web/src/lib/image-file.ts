import { imageBytesLimit, imageTypes } from '@callboard/contract/media'

const types: readonly string[] = imageTypes

/** Why the server would refuse a file as an image, without sending it. */
export function imageFileError({ type, size }: File): string | undefined {
  if (!types.includes(type)) return 'This file is no PNG, JPEG, WebP or GIF.'
  return size > imageBytesLimit ? `This file has more than ${imageBytesLimit >> 20} MB.` : undefined
}
