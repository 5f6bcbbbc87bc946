import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Examination } from '../../../audio/examine-sound.ts'
import { RecordingError } from '../../../audio/recording-error.ts'
import type { SoundWorker } from '../../../audio/sound-worker.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { JobQueue } from '../../../jobs/queue.ts'
import { readSettings } from '../../../db/settings.ts'
import { requireSpace } from '../../../lib/files/free-space.ts'
import type { Log } from '../../../lib/log.ts'
import type { RedactionPlanner } from './redaction-planner.ts'
import { redactionRules } from './redaction.ts'
import { rangesInForce } from './spans.ts'
import { deleteLeft, keepFile, openFile, type Storage } from '../keeping/storage.ts'
import { hasWords } from '../speech/speech-answer.ts'
import { selectSpeechWishes } from '../speech/speech-store.ts'
import * as store from '../keeping/store.ts'
import { mayMakeTranscripts, queueTranscripts } from '../speech/transcript-queue.ts'
import { findTimesError, type TimesError } from '../speech/transcript-times.ts'
import { updateWaiting } from './waiting-store.ts'
import { whyWaiting } from './waiting.ts'

export interface WorkParts extends Storage {
  log: Log
  queue: JobQueue
  sound: SoundWorker
  redactionPlanner: RedactionPlanner
  /** For files of this process. */
  workFolder: string
}

export const workJob = 'work-on-recording'

/** Longer than the examination and the redaction of one recording may take together. */
export const leaseMs = 15 * 60_000
/** What a WAV file can say of its length. */
const maxBytes = 4 * 2 ** 30 - 2 ** 20

export async function queueWork(queue: Pick<JobQueue, 'add'>, id: string): Promise<void> {
  await queue.add(workJob, { id })
}

/**
 * Examines a recording that is pending and writes its redacted version. May be called again at any time, by any process:
 * nobody works on what somebody else works on, and what was changed meanwhile is worked on again. `nothing`: there was
 * nothing to do for it. `waits`: the storage is away, which the recording says now.
 */
export async function workOnRecording(parts: WorkParts, id: string): Promise<'worked' | 'waits' | 'nothing'> {
  const { db } = parts
  const recording = await store.claimRecording(db, id, new Date(Date.now() + leaseMs))
  if (recording === undefined) return 'nothing'
  let waits = false
  await redactClaimed(parts, recording, async (error) => {
    if (error instanceof RecordingError) {
      const failed = {
        redaction_status: 'failed',
        error: error.message,
        // Other rules may read it.
        rules_failed: redactionRules,
      } as const
      return await store.updateWorked(db, recording, { recording: failed })
    }
    const why = whyWaiting(error)
    if (why === undefined) {
      await store.updateClaim(db, id, null)
      throw error
    }
    parts.log.info({ err: error, recording: id }, 'a recording waits for the storage')
    await updateWaiting(db, id, why)
    waits = true
    return true
  })
  return waits ? 'waits' : 'worked'
}

/** Of a recording that was claimed; `fail` answers whether the claim has ended with it. */
export async function redactClaimed(
  parts: WorkParts,
  recording: store.RecordingRow,
  fail: (error: unknown) => Promise<boolean>,
): Promise<void> {
  const folder = join(parts.workFolder, randomUUID())
  let isEnded: boolean
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    isEnded = await redact(parts, recording, folder)
  } catch (error) {
    isEnded = await fail(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (isEnded) return
  await store.updateClaim(parts.db, recording.id, null)
  await queueWork(parts.queue, recording.id)
}

/** False when the recording was changed meanwhile. */
async function redact(parts: WorkParts, recording: store.RecordingRow, folder: string): Promise<boolean> {
  const { db, sound, redactionPlanner } = parts
  const original = join(folder, 'original')
  await fetchOriginal(parts, recording, original)
  const examination = await sound.examine(original)
  await requireDiskSpace(parts, examination)
  const content = await store.selectContent(db, recording.id)
  const { duration, keyTones, peaks, channels, sampleRate } = examination
  const timesError = findTimesError(content.transcript, duration)
  if (timesError !== undefined) return await keepUnusable(db, recording, { examination, timesError })
  const evidence = { duration, keyTones, turns: content.transcript, pauses: content.pauses }
  const rules = await store.selectNumberRules(db, recording.customer_id)
  const { spans, transcript } = await redactionPlanner.plan({ evidence, earlier: content.spans, rules })
  const ranges = rangesInForce(spans)
  const speech = await speechOf(db, recording, content)
  const written = join(folder, 'redacted')
  const { redactedSound: by, speechWaitMinutes } = await readSettings(db)
  const notBefore = speechWaitMinutes === 0 ? null : new Date(Date.now() + speechWaitMinutes * 60_000)
  const redacted = await sound.redact(original, written, { ranges, by })
  const hash = createHash('sha256')
  const isKept = await keepFile(parts, hashed(createReadStream(written), hash), async (key) => {
    return await store.updateWorked(db, recording, {
      recording: {
        duration,
        channels,
        sample_rate: sampleRate,
        redacted_key: key,
        redacted_bytes: redacted.bytes,
        redacted_sha256: hash.digest(),
        redaction_status: speech.holdsBack ? 'pending' : ranges.length === 0 ? 'clean' : 'redacted',
        error: null,
        rules_version: redactionRules,
        is_speech_checked: speech.isChecked,
        ...(speech.isWanted && { speech_state: 'waiting' as const, speech_not_before: notBefore }),
      },
      content: {
        peaks: JSON.stringify(peaks),
        key_tones: JSON.stringify(keyTones),
        spans: JSON.stringify(spans),
        redacted_peaks: JSON.stringify(redacted.peaks),
        redacted_transcript: JSON.stringify(transcript),
      },
    })
  })
  if (isKept && recording.redacted_key !== null) await deleteLeft(parts, recording.redacted_key)
  if (isKept && speech.isWanted) await queueTranscripts(parts.queue, [{ id: recording.id, after: notBefore }])
  return isKept
}

/**
 * Nothing can be silenced by times that cannot be right, so nobody hears a redacted version, also of a recording that had one
 * by earlier rules. The original stays; a better transcript has it worked on again.
 */
async function keepUnusable(
  db: Db,
  recording: store.RecordingRow,
  { examination, timesError }: { examination: Examination; timesError: TimesError },
): Promise<boolean> {
  const { duration, channels, sampleRate, peaks, keyTones } = examination
  return await store.updateWorked(db, recording, {
    recording: {
      duration,
      channels,
      sample_rate: sampleRate,
      redaction_status: 'failed',
      error: `Its transcript cannot be used. ${timesError.message} Send or upload a better one.`,
      rules_failed: redactionRules,
      is_speech_checked: false,
    },
    content: { peaks: JSON.stringify(peaks), key_tones: JSON.stringify(keyTones) },
  })
}

/** What is known of what was said, and whether speech to text is asked, which it is by itself after the first examination. */
async function speechOf(
  db: Db,
  recording: store.RecordingRow,
  { transcript }: store.RecordingContent,
): Promise<{ isChecked: boolean; isWanted: boolean; holdsBack: boolean }> {
  const { rules_version: rules, customer_id: customerId } = recording
  const { speech_state: state, transcript_by: engine, is_speech_checked: wasChecked } = recording
  // One that is made again, or could not be, is still the earlier one.
  const isComplete = engine === null || state === 'done' || (state !== 'incomplete' && wasChecked)
  const isChecked = isComplete && hasWords(transcript)
  const isWanted = !isChecked && rules === null && (await mayMakeTranscripts(db, customerId))
  const isAwaited = !isChecked && (isWanted || state === 'waiting')
  const holdsBack = isAwaited && (await selectSpeechWishes(db, customerId)).requires_speech_check
  return { isChecked, isWanted, holdsBack }
}

/** Throws when the file is not the one that came in. */
export async function fetchOriginal(
  { files }: WorkParts,
  { original_key: key, bytes, sha256 }: store.RecordingRow,
  path: string,
): Promise<void> {
  if (key === null) throw new RecordingError('unknown', 'The original was destroyed.')
  const hash = createHash('sha256')
  const chunks = await openFile(files, key, { size: bytes })
  await pipeline(Readable.from(hashed(chunks, hash)), createWriteStream(path, { mode: 0o600 }))
  if (!hash.digest().equals(sha256))
    throw new RecordingError('broken', 'The file in the storage is not the one that came in.')
}

/** Sound that decodes to more than a file may hold is not worked on; too little space is waited for. */
export async function requireDiskSpace(
  { files, workFolder }: WorkParts,
  { duration, sampleRate, channels }: Pick<Examination, 'duration' | 'sampleRate' | 'channels'>,
): Promise<void> {
  const bytes = Math.ceil(duration * sampleRate) * channels * 2
  if (bytes > maxBytes) throw new RecordingError('tooLong', 'The recording decodes to more than 4 GB.')
  await requireSpace(workFolder, 2 * bytes)
  await files.requireSpace(bytes)
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
