import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { imageRule, imageTypes } from './images.ts'
import { textLimits } from './limits.ts'
import { nameOf } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid, Instant } from './scalars.ts'

export const getMediaFile = endpoint({
  method: 'GET',
  path: '/api/media/file/{name}',
  summary: 'An image under its unguessable address, which never changes.',
  params: z.strictObject({
    name: withExample(
      z.string().regex(/^[0-9a-f]{32}\.(png|jpg|webp|gif)$/),
      '0a1b2c3d4e5f60718293a4b5c6d7e8f9.png',
    ),
  }),
  response: 'file',
  alsoProduces: imageTypes,
  calledBy: 'browser',
})

/** A place where an image is used, which keeps it from being deleted. */
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
  /** Path on this portal, open to anybody who knows it. */
  url: z.string(),
  /** The same image small. */
  thumbnailUrl: z.string(),
  contentType: z.enum(imageTypes),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** An inactive image is no longer offered, but stays where it is used. */
  isActive: z.boolean(),
  createdAt: Instant,
  revision: z.int(),
  usedBy: z.array(MediaUse),
})
export type Media = z.infer<typeof Media>

const MediaName = withExample(nameOf(textLimits.mediaName), 'Logo')

export const mediaSorts = ['name', 'bytes', 'createdAt'] as const

const plain = recordEndpoints('media', {
  record: Media,
  search: searchBodyOf(mediaSorts, {}),
  fields: { name: MediaName, isActive: z.boolean() },
  ofNew: {},
  summaries: {
    search: 'Images of the library by keyword; active ones only unless asked otherwise.',
    create: `Adds an image to the library: ${imageRule}.`,
    get: 'An image of the library, and where it is used.',
    update: 'Renames an image of the library, or stops offering it; its address stays.',
    remove: 'Deletes an image that is used nowhere.',
  },
})

export const mediaEndpoints = {
  search: plain.search,
  get: endpoint({ ...plain.get, calledBy: 'browser' }),
  update: plain.update,
  remove: plain.remove,
}

export const { search: searchMedia, get: getMedia, update: updateMedia, remove: deleteMedia } = mediaEndpoints

export const createMedia = endpoint({
  ...plain.create,
  query: z.strictObject({ name: MediaName }),
  body: z.unknown(),
  consumes: imageTypes,
})
