import { createTranscript as createTranscriptEndpoint } from '@callboard/contract/recordings'
import * as speechEndpoints from '@callboard/contract/speech-to-text'
import { routeReading, routeTo, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
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

  routeWith(routing, speechEndpoints.trySpeechToText, {
    access: 'admin',
    parts: { db, sound, speech, workFolder },
    rule: trySpeechToText,
  })
  routeTo(routing, speechEndpoints.getOlderSpeech, { access: 'admin', rule: getOlderSpeech })
  routeWith(routing, speechEndpoints.updateOlderSpeech, {
    access: 'admin',
    parts: { db, queue },
    rule: updateOlderSpeech,
  })
}
