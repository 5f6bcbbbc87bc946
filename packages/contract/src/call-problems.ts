import { z } from 'zod'
import { Instant } from './scalars.ts'

/** What can be wrong with the store of calls, and what it means. */
export const callProblems = {
  damaged: 'Some of the calls are damaged. They are being repaired, and can be read again when that is done.',
  lost: 'Some of the calls are damaged and cannot be repaired. Restore a backup, or stop the portal and run npm run repair-calls, which continues without them.',
  waiting:
    'Accepted calls cannot be stored at the moment. They are safe, and can be read when the store answers again.',
  full: 'No calls are accepted, as the disk is nearly full. Free some space: calls are accepted again within seconds.',
} as const

export type CallProblemKind = keyof typeof callProblems

export const CallProblem = z.strictObject({
  kind: z.enum(['damaged', 'lost', 'waiting', 'full']),
  description: z.string(),
  since: Instant,
  /** Null while it lasts; what ended is told for a day. */
  until: Instant.nullable(),
})
export type CallProblem = z.infer<typeof CallProblem>
