import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** Types of images that can be sent; what is kept is made anew from them. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** Size of an image that is sent, at most. */
export const imageBytesLimit = 5 << 20

export const getMediaFile = endpoint({
  method: 'GET',
  path: '/api/media/file/{name}',
  summary: 'An image under its unguessable address, which never changes.',
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{32}\.(png|jpg|webp|gif)$/) }),
  response: 'file',
  alsoProduces: imageTypes,
  effect: 'read',
})

/** Where an image is used: what it cannot be deleted for. */
export const MediaUse = z.strictObject({
  type: z.enum(['setting', 'emailTemplate', 'menu']),
  id: Guid,
  name: z.string(),
})
export type MediaUse = z.infer<typeof MediaUse>

/** An image of the library: for the logo, mails and menus. */
export const Media = z.strictObject({
  id: Guid,
  name: z.string(),
  /** Path on this portal, open to everybody who knows it. */
  url: z.string(),
  /** The same image small. */
  thumbnailUrl: z.string(),
  contentType: z.enum(imageTypes),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** One that is not is offered nowhere; where it is used it stays. */
  isActive: z.boolean(),
  createdAt: Instant,
  revision: z.int(),
  usedBy: z.array(MediaUse),
})
export type Media = z.infer<typeof Media>

const MediaId = z.strictObject({ id: Guid })
const MediaName = z.string().trim().min(1, 'is missing').max(200)

export const mediaSorts = ['name', 'bytes', 'createdAt'] as const

export const searchMedia = endpoint({
  method: 'POST',
  path: '/api/media/search',
  summary: 'Images of the library by keyword; active ones only unless asked otherwise.',
  body: searchBodyOf(mediaSorts, {}),
  response: pageOf(Media),
  effect: 'read',
})

export const addMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  summary: 'Takes an image into the library: PNG, JPEG, WebP or GIF, up to 5 MB.',
  query: z.strictObject({ name: MediaName }),
  body: z.unknown(),
  consumes: imageTypes,
  response: Media,
  status: 201,
  effect: 'change',
})

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/media/{id}',
  summary: 'An image of the library, and where it is used.',
  params: MediaId,
  response: Media,
  effect: 'read',
})

export const updateMedia = endpoint({
  method: 'PUT',
  path: '/api/media/{id}',
  summary: 'Renames an image of the library, or takes it out of the choice; its address stays.',
  params: MediaId,
  body: z.strictObject({
    name: MediaName.optional(),
    isActive: z.boolean().optional(),
    revision: z.int().optional(),
  }),
  response: Media,
  effect: 'change',
})

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/{id}',
  summary: 'Deletes an image that is used nowhere.',
  params: MediaId,
  response: 'noContent',
  effect: 'change',
})
