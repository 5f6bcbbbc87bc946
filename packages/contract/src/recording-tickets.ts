import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { Instant } from './scalars.ts'

export const createRecordingTicket = endpoint({
  method: 'POST',
  path: '/api/callrecording/{id}/ticket',
  summary:
    'An address for a player that sends no headers: first used within a minute, then good for an hour, while its user may hear the recording. `expiresAt` is when it ends if it is used at once.',
  params: z.strictObject({ id: idOf('recording') }),
  body: z.strictObject({
    redacted: withExample(z.boolean().default(true), true),
    /** Asked for by a setting, for originals. */
    reason: withExample(z.string().trim().min(1).max(500), 'Complaint of the caller').optional(),
    /** To be saved, not played. */
    isDownload: z.boolean().default(false),
  }),
  response: z.strictObject({ url: z.string(), expiresAt: Instant }),
  effect: 'read',
})
