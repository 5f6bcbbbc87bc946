/** Types of images that may be uploaded; what is kept is encoded anew. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** The largest image that may be uploaded. */
export const imageBytesLimit = 5 << 20
export const imageRule = `PNG, JPEG, WebP or GIF, up to ${imageBytesLimit >> 20} MB`
