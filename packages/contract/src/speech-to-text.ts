import { z } from 'zod'
import { endpoint } from './endpoint.ts'
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
