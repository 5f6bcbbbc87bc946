import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Entity } from './entities.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { shownCalls } from './numbers.ts'
import { QueryFlag } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** What a merge would do. */
export const MergePreview = z.strictObject({
  /** How many calls get the other code. */
  calls: z.int(),
  /** The newest of them; none for those who may not see calls. */
  examples: z
    .array(z.strictObject({ id: Guid, number: z.string().nullable(), startedAt: Instant }))
    .max(shownCalls),
})
export type MergePreview = z.infer<typeof MergePreview>

const params = z.strictObject({ id: idOf('entity') })

export const mergeEntity = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity/{id}/merge',
  summary:
    'Merges an entity into another one of its type and customer: calls that name its code get the code of the other, earlier ones too, all at once and within minutes. What was sent stays known, so that they can be separated.',
  params,
  query: z.strictObject({
    preview: QueryFlag.default(false).describe(
      'Answers how many calls would change, and ten of them, and changes nothing.',
    ),
  }),
  body: z.strictObject({ intoId: withExample(Guid, exampleIds.otherEntity) }),
  response: z.union([Entity, MergePreview]),
})

export const separateEntity = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity/{id}/separate',
  summary: 'Undoes a merge: calls that name its code have that code again.',
  params,
  response: Entity,
})
