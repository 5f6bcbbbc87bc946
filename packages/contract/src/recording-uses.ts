import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf } from './paging.ts'
import { RecordingId } from './recordings.ts'
import { Guid, Instant } from './scalars.ts'

/** `data` is the outline of an original: its peaks, keys and transcript. */
export const recordingUseKinds = ['play', 'download', 'data'] as const

export const RecordingUse = z.strictObject({
  id: Guid,
  at: Instant,
  userName: z.string(),
  fullName: z.string(),
  /** As whom an administrator viewed the portal. */
  maskedUserName: z.string().nullable(),
  maskedFullName: z.string().nullable(),
  redacted: z.boolean(),
  kind: z.enum(recordingUseKinds),
  reason: z.string().nullable(),
  address: z.string(),
})
export type RecordingUse = z.infer<typeof RecordingUse>

export const searchRecordingUses = endpoint({
  method: 'POST',
  path: '/api/callrecording/{id}/uses/search',
  summary: 'Who listened to a recording, the newest first. Needs the right to hear the original.',
  params: RecordingId,
  body: z.strictObject({ page: z.int().min(1).default(1), pageSize: z.int().min(1).max(200).default(50) }),
  response: pageOf(RecordingUse),
  effect: 'read',
})
