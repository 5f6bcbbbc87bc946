import { join } from 'node:path'
import { SoundWorker } from '../../audio/sound-worker.ts'
import { waitingMetrics } from '../../db/waiting-rows.ts'
import { recordingCheck } from './recording-health.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { addRecording, type RecordedCall } from './arrivals/upload.ts'
import { RecordingOrigins } from './arrivals/recording-origins.ts'
import {
  findWaitingRecordings,
  selectDamagedRecordings,
  selectUnusualListening,
  unexaminedRecordings,
} from './overview-store.ts'
import { resumeRecordings } from './recordings.ts'
import { RedactionPlanner } from './redaction/redaction-planner.ts'
import { searchRecordings } from './listening/search-recordings.ts'
import { jobs, routes } from './routes.ts'
import { SpeechToText } from './speech/speech.ts'

export const recordingsFeature = defineFeature({
  name: 'recordings',
  needs: () => [ingestFeature],
  open({ config, dataDir, db, queue, recordingFiles, closing, hasPeers }) {
    // For what is worked on, of this process alone.
    const recordingWorkFolder = join(dataDir.path, 'recordings-in-work')
    const sound = new SoundWorker()
    const redactionPlanner = new RedactionPlanner()
    const speech = new SpeechToText(config.speech, { closing, limits: config.limits?.speech })
    const start = async () => await resumeRecordings({ db, queue, recordingWorkFolder }, { hasPeers })
    return {
      services: {
        recordingWorkFolder,
        sound,
        redactionPlanner,
        speech,
        awaitedCalls: new Set<string>(),
        recordingOrigins: new RecordingOrigins(),
        keepRecording: async (call: RecordedCall, chunks: AsyncIterable<Uint8Array>) =>
          await addRecording({ db, queue, files: recordingFiles }, call, chunks),
      },
      running: [redactionPlanner, sound, { start }],
    }
  },
  routes,
  jobs,
  search: searchRecordings,
  overview: ({ db }, { caller, dayBefore }) => ({
    unusualListening: selectUnusualListening(db, {
      since: dayBefore,
      threshold: caller.settings.usualOriginalsPerHour,
    }),
    waitingRecordings: findWaitingRecordings(db),
    damagedRecordings: selectDamagedRecordings(db),
  }),
  metrics: ({ db }) => waitingMetrics(db, unexaminedRecordings),
  healthChecks: ({ db }) => [recordingCheck(db)],
})
