import { createTranscript as createTranscriptEndpoint } from '@callboard/contract/recordings'
import * as speechEndpoints from '@callboard/contract/speech-to-text'
import { routeReading } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { getOlderSpeech, updateOlderSpeech } from './transcripts/older-speech.ts'
import type { RecordingRuntime } from './recordings.ts'
import { trySpeechToText } from './speech/speech-trial.ts'
import { createTranscript } from './transcripts/transcripts.ts'

export function speechRoutes(
  routing: Routing,
  { calls, snapshots, queue, sound, speech, recordingWorkFolder: workFolder }: RecordingRuntime,
): void {
  const { db } = routing
  routeReading(routing, createTranscriptEndpoint, {
    access: { allOf: ['reporting.call.details', 'recording.unredacted'] },
    parts: { calls, snapshots, queue },
    rule: createTranscript,
  })

  route(routing, speechEndpoints.trySpeechToText, {
    access: 'admin',
    handler: async () => await trySpeechToText({ db, sound, speech, workFolder }),
  })

  route(routing, speechEndpoints.getOlderSpeech, {
    access: 'admin',
    handler: async () => await getOlderSpeech(db),
  })

  route(routing, speechEndpoints.updateOlderSpeech, {
    access: 'admin',
    handler: async ({ caller, body }) => await updateOlderSpeech({ db, queue, caller }, body),
  })
}
