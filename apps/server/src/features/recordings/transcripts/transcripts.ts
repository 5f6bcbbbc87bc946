import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { changeBy } from '../../../access/callers/actor.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import { RecordingError } from '../../../audio/recording-error.ts'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { change, systemActor } from '../../../db/records/change.ts'
import type { Job, JobQueue } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import { getCall } from '../../calls/calls.ts'
import { callName } from '../../../db/call-name.ts'
import { getVisibleRecording, listeningTo } from '../listening/listening.ts'
import { selectRecordedCall } from '../redaction/originals-store.ts'
import type { SpeechEngine, SpeechToText } from '../speech/speech.ts'
import { SpeechError } from '../speech/speech-error.ts'
import { noteOutcome, sendOlderJob } from './older-speech.ts'
import * as store from '../speech/speech-store.ts'
import { mayMakeTranscripts, queueTranscripts, transcriptJob } from '../speech/transcript-queue.ts'
import { insertCallChange, type RecordingRow, selectContent } from '../keeping/store.ts'
import { whyWaiting } from '../redaction/waiting.ts'
import { fetchOriginal, queueWork, requireDiskSpace, type WorkParts } from '../redaction/work.ts'

export interface TranscriptParts extends WorkParts, StoredCalls {
  speech: SpeechToText
}

/** What makes transcripts takes a core, or costs money: it is asked for so many at once. */
const concurrency = 2
/** The queue tries again with growing pauses: the last time after an hour and a half. */
const maxAttempts = 10
/** Longer than a part of a recording may take. */
const leaseMs = 15 * 60_000

const Data = z.object({ id: z.string() })

export function transcriptJobs(parts: TranscriptParts): Job[] {
  return [
    {
      name: transcriptJob,
      concurrency,
      timeoutMinutes: 150,
      work: async (data) => await makeTranscript(parts, Data.parse(data).id),
    },
    sendOlderJob(parts),
    {
      // What a process of several left when it ended.
      name: 'resume-transcripts',
      cron: '41 * * * *',
      work: async () => await queueTranscripts(parts.queue, await store.selectAwaiting(parts.db)),
    },
  ]
}

/** Throws when it is to be tried again. */
async function makeTranscript(parts: TranscriptParts, id: string): Promise<void> {
  const { db, queue } = parts
  const recording = await store.claimSpeech(db, id, new Date(Date.now() + leaseMs))
  if (recording === undefined) return
  try {
    const engine = await engineFor(parts, recording)
    const spoken = engine === undefined ? undefined : await transcribe(parts, recording, engine)
    if (engine === undefined || spoken === undefined)
      await store.updateSpeech(db, id, { speech_state: 'none', speech_error: null, speech_attempts: 0 })
    else await store.updateSpoken(db, id, { ...spoken, engine: engine.name })
    await noteOutcome(parts)
  } catch (error) {
    const { words, isPassing, isCounted } = whyNot(error)
    const attempts = recording.speech_attempts + (isCounted ? 1 : 0)
    const isOver = !isPassing || attempts >= maxAttempts
    const state = isOver ? 'failed' : 'waiting'
    await store.updateSpeech(db, id, {
      speech_state: state,
      speech_error: words,
      speech_attempts: attempts,
    })
    if (!isOver) throw error
    await noteOutcome(parts, words)
  }
  // Also where there is none: a recording that was pending for it is not any more.
  await queueWork(queue, id)
}

/** Undefined when nobody makes transcripts for its customer any more. */
async function engineFor(
  { db, speech }: TranscriptParts,
  { customer_id: customerId }: RecordingRow,
): Promise<SpeechEngine | undefined> {
  return (await mayMakeTranscripts(db, customerId)) ? await speech.findEngine(db) : undefined
}

/** Undefined when it is not waited for any more, or its call or its original is gone. */
async function transcribe(parts: TranscriptParts, recording: RecordingRow, engine: SpeechEngine) {
  const { db, sound, speech } = parts
  const { id, duration, sample_rate: sampleRate, channels } = recording
  if (recording.original_key === null || duration === null || sampleRate === null) return undefined
  const folder = join(parts.workFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, 'original')
    await requireDiskSpace(parts, { duration, sampleRate, channels: channels ?? 1 })
    await fetchOriginal(parts, recording, path)
    if (!(await recordSending(parts, recording, engine))) return undefined
    const { peaks } = await selectContent(db, id)
    const from = { path, folder, duration, sampleRate, peaks }
    const onPart = async () => {
      const isAwaited = await store.updateSpeechClaim(db, id, new Date(Date.now() + leaseMs))
      if (!isAwaited) throw new SpeechError('The transcript is no longer needed.')
    }
    return await speech.write({ engine, sound }, from, { onPart })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Says in the changes of the call who gets the original, before they do; false when the call is gone. */
async function recordSending(
  { db, calls, snapshots }: TranscriptParts,
  { id, call_id: callId, speech_sent_to: earlier }: RecordingRow,
  { name }: SpeechEngine,
): Promise<boolean> {
  const call = await selectRecordedCall({ calls, snapshots }, callId)
  if (call === undefined) return false
  if (earlier === name) return true
  const { contact_number: contactNumber, started_at: startedAt } = call
  await change(db, systemActor, async (transaction) => {
    await store.updateSentTo(transaction, id, name)
    await insertCallChange(transaction, {
      callId,
      callName: callName({ contactNumber, startedAt }),
      changes: [{ field: 'originalSentTo', from: null, to: name }],
    })
  })
  return true
}

/** An outage of the storage is waited for, however long it lasts. */
function whyNot(error: unknown): { words: string; isPassing: boolean; isCounted: boolean } {
  if (error instanceof SpeechError)
    return { words: error.message, isPassing: error.isPassing, isCounted: true }
  if (error instanceof RecordingError) return { words: error.message, isPassing: false, isCounted: true }
  const outage = whyWaiting(error)
  const words = outage ?? 'The portal could not have it made.'
  return { words, isPassing: true, isCounted: outage === undefined }
}

/**
 * Has the transcript of a recording made, also in the place of one that was made before. Throws `notFound`, what is thrown to
 * who may not hear the original now, and `conflict` when nobody makes transcripts, when one was given, and when one is
 * waited for already.
 */
export async function createTranscript(
  { queue, ...reading }: CallerReading & { queue: JobQueue },
  { id }: { id: string },
): Promise<undefined> {
  const { db } = reading
  const recording = await getVisibleRecording(reading, id)
  const { error } = await listeningTo(reading, recording, { redacted: false })
  if (error !== undefined) throw error
  if (!(await mayMakeTranscripts(db, recording.customer_id)))
    throw new AppError('conflict', 'Speech to text is switched off, in the settings or for this customer.')
  const call = await getCall(reading, recording.call_id)
  await changeBy(db, reading.caller, async (transaction) => {
    if (!(await store.updateSpeechWanted(transaction, id)))
      throw new AppError('conflict', 'This recording has a transcript that was given, or waits for one.')
    const changes = [{ field: 'transcript', from: recording.transcript_by, to: 'asked of speech to text' }]
    await insertCallChange(transaction, { callId: call.id, callName: callName(call), changes })
  })
  await queueTranscripts(queue, [{ id }])
}
