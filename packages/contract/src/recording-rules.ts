import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'

/** How far recordings that were redacted by earlier rules are redacted by today's; those without an original are not in it. */
export const RecordingRulesState = z.strictObject({
  isStopped: z.boolean(),
  all: z.int(),
  done: z.int(),
  /** They are heard as they were, and tried again when somebody says to go on. */
  failed: z.int(),
})
export type RecordingRulesState = z.infer<typeof RecordingRulesState>

const path = '/api/recordingrules'

export const getRecordingRules = endpoint({
  method: 'GET',
  path,
  summary: "How many recordings are redacted by today's rules.",
  response: RecordingRulesState,
  effect: 'read',
})

export const updateRecordingRules = endpoint({
  method: 'PUT',
  path,
  summary: 'Stops the work on older recordings, or goes on with it, also with those that failed.',
  body: z.strictObject({ isStopped: withExample(z.boolean(), false) }),
  response: RecordingRulesState,
  effect: 'change',
})
