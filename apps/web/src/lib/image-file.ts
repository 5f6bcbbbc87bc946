import { imageBytesLimit, imageTypes } from '@callboard/contract/images'

const types: readonly string[] = imageTypes

/** For a field that takes images; what is dropped on it is not filtered, for `imageFileError` to say what is wrong. */
export const imageAccept = { format: imageTypes.join(), filter: 'native' } as const

/** Why the server would refuse a file as an image, without sending it. */
export function imageFileError({ type, size }: File): string | undefined {
  if (!types.includes(type)) return 'This file is not a PNG, JPEG, WebP or GIF image.'
  return size > imageBytesLimit ? `This file is larger than ${imageBytesLimit >> 20} MB.` : undefined
}
