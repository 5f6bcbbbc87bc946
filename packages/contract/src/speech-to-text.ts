import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { TranscriptTurn } from './recordings.ts'

/** What became of a demo recording that was given to speech to text. */
export const SpeechTrial = z.strictObject({
  /** Who wrote it down: a model and the host of its service, or a command; null when nobody can be asked. */
  engine: z.string().nullable(),
  seconds: z.number(),
  transcript: z.array(TranscriptTurn),
  /** Why there is no transcript, a sentence for people. */
  error: z.string().nullable(),
  /** What the engine itself said about it. */
  detail: z.string().nullable(),
})
export type SpeechTrial = z.infer<typeof SpeechTrial>

export const trySpeechToText = endpoint({
  method: 'POST',
  path: '/api/speechtotext/try',
  summary:
    'Has a conversation of the demo written down by the engine that the settings name, whose answer may take a minute.',
  response: SpeechTrial,
  effect: 'read',
})

/**
 * Recordings without a transcript that were there before speech to text, of customers who use it. The figures are at most
 * `olderRecordingsCounted` + 1, which is "more than".
 */
export const OlderSpeech = z.strictObject({
  /** They are sent, those of the newest calls first, a few at a time. */
  isSending: z.boolean(),
  /** To be sent. */
  unsent: z.int(),
  /** Of sound, of those that are counted. */
  seconds: z.number(),
  /** They are sent again when the sending is begun again. */
  failed: z.int(),
  /** Why the sending ended by itself before all were sent, a sentence for people. */
  stoppedBy: z.string().nullable(),
})
export type OlderSpeech = z.infer<typeof OlderSpeech>

const olderPath = '/api/speechtotext/older'

export const getOlderSpeech = endpoint({
  method: 'GET',
  path: olderPath,
  summary:
    'How many recordings that were there before have no transcript, and whether they are being sent to speech to text.',
  response: OlderSpeech,
})

export const updateOlderSpeech = endpoint({
  method: 'PUT',
  path: olderPath,
  summary: 'Has older recordings sent to speech to text, also those that failed, or stops that.',
  body: z.strictObject({ isSending: withExample(z.boolean(), false) }),
  response: OlderSpeech,
})
