import type { z } from 'zod'
import { Guid } from './scalars.ts'

/** The ids in examples: whoever sends one puts an id of their own portal in the place. */
export const exampleIds = {
  user: '0193f0a0-0000-7000-8000-000000000001',
  role: '0193f0a0-0000-7000-8000-000000000002',
  customer: '0193f0a0-0000-7000-8000-000000000003',
  entity: '0193f0a0-0000-7000-8000-000000000004',
  entityGroup: '0193f0a0-0000-7000-8000-000000000005',
  reportGroup: '0193f0a0-0000-7000-8000-000000000006',
  menu: '0193f0a0-0000-7000-8000-000000000007',
  setting: '0193f0a0-0000-7000-8000-000000000008',
  emailTemplate: '0193f0a0-0000-7000-8000-000000000009',
  media: '0193f0a0-0000-7000-8000-00000000000a',
  apiKey: '0193f0a0-0000-7000-8000-00000000000b',
  call: '0193f0a0-0000-7000-8000-00000000000c',
  session: '0193f0a0-0000-7000-8000-00000000000d',
  oneTimeLink: '0193f0a0-0000-7000-8000-00000000000e',
  mail: '0193f0a0-0000-7000-8000-00000000000f',
  report: '0193f0a0-0000-7000-8000-000000000010',
  reportSet: '0193f0a0-0000-7000-8000-000000000011',
  savedReport: '0193f0a0-0000-7000-8000-000000000012',
  otherUser: '0193f0a0-0000-7000-8000-000000000013',
  export: '0193f0a0-0000-7000-8000-000000000014',
  recording: '0193f0a0-0000-7000-8000-000000000018',
  recordingComment: '0193f0a0-0000-7000-8000-000000000019',
  recordingFetch: '0193f0a0-0000-7000-8000-00000000001a',
  subscription: '0193f0a0-0000-7000-8000-00000000001b',
  delivery: '0193f0a0-0000-7000-8000-00000000001c',
  alert: '0193f0a0-0000-7000-8000-00000000001d',
} as const

/** The id of a record of this type, with its example. */
export function idOf(type: keyof typeof exampleIds) {
  return withExample(Guid, exampleIds[type])
}

/** The same schema with an example, which the API's description shows and a test sends. */
export function withExample<T extends z.ZodType>(schema: T, example: z.input<T>): T {
  return schema.meta({ example })
}
