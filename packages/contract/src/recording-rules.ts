import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { Instant } from './scalars.ts'

/** Recordings of earlier rules are not counted beyond this many. */
export const olderRecordingsCounted = 10_000

/**
 * Which recordings are still redacted by earlier rules; those without an original stay so, and are not in it. Each figure is
 * at most `olderRecordingsCounted` + 1, which is "more than".
 */
export const RecordingRulesState = z.strictObject({
  isStopped: z.boolean(),
  /** To be redacted by today's rules, those of the newest calls first. */
  waiting: z.int(),
  /** When the newest call began of which one waits: those of newer calls are done. */
  newestWaiting: Instant.nullable(),
  /** They are heard as they were, and tried again when somebody says to go on. */
  failed: z.int(),
})
export type RecordingRulesState = z.infer<typeof RecordingRulesState>

const path = '/api/recordingrules'

export const getRecordingRules = endpoint({
  method: 'GET',
  path,
  summary: 'How many recordings are still redacted by earlier rules.',
  response: RecordingRulesState,
})

export const updateRecordingRules = endpoint({
  method: 'PUT',
  path,
  summary: 'Stops the work on older recordings, or continues with it, also with those that failed.',
  body: z.strictObject({ isStopped: withExample(z.boolean(), false) }),
  response: RecordingRulesState,
})

export const redactCustomerRecordings = endpoint({
  method: 'POST',
  path: '/api/customer/{id}/redactrecordings',
  summary:
    'Has the recordings of a customer redacted again by what it says now of spoken numbers, those of the newest calls first. Meanwhile they are heard as they were.',
  params: z.strictObject({ id: idOf('customer') }),
  /** How many they are; those without an original stay as they are. */
  response: z.strictObject({ recordings: z.int() }),
})
