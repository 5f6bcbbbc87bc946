import type { z } from 'zod'
import { ofEachType } from './each-record-type.ts'
import { recordTypes } from './record-types.ts'
import { Guid } from './scalars.ts'

/** The ids in examples: whoever sends one puts an id of their own portal in the place. */
export const exampleIds = {
  ...ofEachType((type): string => recordTypes[type].exampleId),
  session: '0193f0a0-0000-7000-8000-00000000000d',
  oneTimeLink: '0193f0a0-0000-7000-8000-00000000000e',
  mail: '0193f0a0-0000-7000-8000-00000000000f',
  otherUser: '0193f0a0-0000-7000-8000-000000000013',
  export: '0193f0a0-0000-7000-8000-000000000014',
  recording: '0193f0a0-0000-7000-8000-000000000018',
  recordingFetch: '0193f0a0-0000-7000-8000-00000000001a',
  delivery: '0193f0a0-0000-7000-8000-00000000001c',
  quarantinedRow: '0193f0a0-0000-7000-8000-00000000001f',
  webhookDelivery: '0193f0a0-0000-7000-8000-0000000000a2',
  otherEntity: '0193f0a0-0000-7000-8000-0000000000a4',
  numberChange: '0193f0a0-0000-7000-8000-0000000000a3',
}

/** The id of a record of this type, with its example. */
export function idOf(type: keyof typeof exampleIds) {
  return withExample(Guid, exampleIds[type])
}

/** The same schema with an example, which the API's description shows and a test sends. */
export function withExample<T extends z.ZodType>(schema: T, example: z.input<T>): T {
  return schema.meta({ example })
}
