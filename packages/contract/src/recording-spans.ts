import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { handSpansLimit, Moment, Recording, RecordingId } from './recordings.ts'
import { Guid } from './scalars.ts'

/**
 * All ranges as they shall be: those that were found keep their place and may be lifted, none may be left out;
 * those by hand come, go and move.
 */
export const SpansEdit = z.strictObject({
  found: z.array(z.strictObject({ id: Guid, isLifted: z.boolean() })).max(20_000),
  byHand: z
    .array(
      z
        .strictObject({ start: Moment, end: Moment })
        .refine(({ start, end }) => end > start, 'ends before it starts'),
    )
    .max(handSpansLimit),
  /** The recording's: the edit fails when it is not the current one. */
  revision: z.int().min(0),
})
export type SpansEdit = z.infer<typeof SpansEdit>

export const updateSpans = endpoint({
  method: 'PUT',
  path: '/api/callrecording/{id}/spans',
  summary:
    'What is not heard in the redacted version, which is written again: until then it is pending. Needs the right to hear the original.',
  params: RecordingId,
  body: withExample(SpansEdit, { found: [], byHand: [{ start: 0.5, end: 1 }], revision: 1 }),
  response: Recording,
})
