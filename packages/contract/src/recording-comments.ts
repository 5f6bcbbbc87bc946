import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { Moment, RecordingId } from './recordings.ts'
import { Guid, Instant } from './scalars.ts'

export const RecordingComment = z.strictObject({
  id: Guid,
  /** The moment that it speaks of. */
  at: Moment,
  text: z.string(),
  userName: z.string(),
  fullName: z.string(),
  /** Whether the caller may delete it: their own, or as an administrator. */
  mayDelete: z.boolean(),
  createdAt: Instant,
})
export type RecordingComment = z.infer<typeof RecordingComment>

export const listRecordingComments = endpoint({
  method: 'GET',
  path: '/api/callrecording/{id}/comments',
  summary: 'What people wrote at moments of a recording, by moment.',
  params: RecordingId,
  response: z.strictObject({ items: z.array(RecordingComment) }),
})

export const createRecordingComment = endpoint({
  method: 'POST',
  path: '/api/callrecording/{id}/comments',
  summary: 'A comment at a moment of a recording, seen by all who may see the recording.',
  params: RecordingId,
  body: z.strictObject({
    at: Moment,
    text: withExample(z.string().trim().min(1).max(2000), 'She asks for the price.'),
  }),
  response: RecordingComment,
  status: 201,
})

export const deleteRecordingComment = endpoint({
  method: 'DELETE',
  path: '/api/callrecording/{id}/comments/{commentId}',
  summary: 'Deletes a comment of one’s own, or any as an administrator.',
  params: RecordingId.extend({ commentId: idOf('recordingComment') }),
})
