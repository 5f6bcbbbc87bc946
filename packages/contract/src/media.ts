import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getMediaFile = endpoint({
  method: 'GET',
  path: '/api/media/file/{name}',
  summary: 'An image under its unguessable address, which never changes.',
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
  response: 'file',
  alsoProduces: ['image/webp'],
  effect: 'read',
})
