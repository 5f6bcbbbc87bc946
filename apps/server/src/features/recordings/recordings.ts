import { mkdir, rm } from 'node:fs/promises'
import type { AgentChannel } from '@callboard/contract/recording-channels'
import type { Recording } from '@callboard/contract/recordings'
import type { Caller, KeyCaller } from '../../access/callers/caller.ts'
import type { CallerReading } from '../../access/rows/caller-reading.ts'
import { callerOfKey } from '../../access/reading-key.ts'
import { mayHear } from '../../access/rows/recording-rights.ts'
import { peaksPerSecond } from '../../audio/peaks.ts'
import type { SoundWorker } from '../../audio/sound-worker.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { Log } from '../../lib/log.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { deleteFetchesOfCalls } from './arrivals/fetch-store.ts'
import { listFetches } from './arrivals/fetches.ts'
import { deleteAllLeft, type Storage } from './keeping/storage.ts'
import * as store from './keeping/store.ts'
import { getVisibleRecording, listeningTo, requireVisibleCall } from './listening/listening.ts'
import { contentTypeOf } from './listening/sound-answer.ts'
import { partiesOf } from './listening/channel-parties.ts'
import { recordUse } from './listening/uses.ts'
import type { RedactionPlanner } from './redaction/redaction-planner.ts'
import { queueWork } from './redaction/work.ts'
import { selectAwaiting, updateSpeechUnclaimed } from './speech/speech-store.ts'
import type { SpeechToText } from './speech/speech.ts'
import type { RecordingOrigins } from './arrivals/recording-origins.ts'
import { mayMakeTranscripts, queueTranscripts } from './speech/transcript-queue.ts'
import { findTimesError } from './speech/transcript-times.ts'
import type { Turn } from './speech/transcript.ts'

/** What the recordings need of the portal. */
export interface RecordingRuntime extends StoredCalls {
  log: Log
  db: Db
  queue: JobQueue
  recordingFiles: FileStore
  ingest: Ingest
  recordingWorkFolder: string
  sound: SoundWorker
  redactionPlanner: RedactionPlanner
  speech: SpeechToText
  /** Calls whose recordings came before them. */
  awaitedCalls: Set<string>
  /** Of private networks, from which recordings may be fetched: none but in tests. */
  allowedAddresses: readonly string[]
  recordingOrigins: RecordingOrigins
}

/** Has what was being worked on when the portal ended worked on again. */
export async function resumeRecordings(
  { db, queue, recordingWorkFolder }: Pick<RecordingRuntime, 'db' | 'queue' | 'recordingWorkFolder'>,
  { hasPeers }: { hasPeers: boolean },
): Promise<void> {
  await rm(recordingWorkFolder, { recursive: true, force: true })
  await mkdir(recordingWorkFolder, { recursive: true, mode: 0o700 })
  // Where there is no other process, whatever is claimed was so by one that is no more.
  if (!hasPeers) {
    await store.updateUnclaimed(db)
    await updateSpeechUnclaimed(db)
  }
  for (const id of await store.selectPending(db, new Date())) await queueWork(queue, id)
  await queueTranscripts(queue, await selectAwaiting(db))
}

/**
 * A version of a recording without its sound: what is in it only as far as the caller may hear it. That of an original is
 * recorded.
 */
export async function getRecording(
  reading: CallerReading,
  id: string,
  { redacted, address }: { redacted: boolean; address: string },
): Promise<Recording> {
  const { db, caller } = reading
  const row = await getVisibleRecording(reading, id)
  const listening = await listeningTo(reading, row, { redacted })
  const { isAudible, mayHearOriginal, isReasonRequired } = listening
  if (isAudible && !redacted)
    await recordUse(db, { caller, address, recordingId: id, kind: 'data' }, listening)
  return {
    id: row.id,
    callId: row.call_id,
    duration: row.duration,
    channels: row.channels,
    parties: partiesOf(row),
    contentType: contentTypeOf(row, { redacted: redacted || !isAudible }),
    peaksPerSecond,
    ...(isAudible ? await contentOf(reading, row, redacted) : nothing),
    redacted,
    redactionStatus: row.redaction_status,
    error: errorOf(row, mayHearOriginal),
    isSpeechChecked: row.is_speech_checked,
    isAudible,
    mayHearOriginal,
    isReasonRequired,
    isOriginalGone: row.original_key === null,
    createdAt: row.created_at.toISOString(),
    transcriptBy: row.transcript_by,
    speech: await speechOf(reading, row, mayHearOriginal),
    revision: row.revision,
  }
}

const nothing = { peaks: [], spans: [], keyTones: [], transcript: [] }

async function contentOf({ db }: CallerReading, { id }: store.RecordingRow, redacted: boolean) {
  const content = await store.selectContent(db, id)
  if (redacted) {
    return {
      peaks: content.redacted_peaks,
      spans: content.spans.filter(({ isLifted }) => !isLifted),
      keyTones: [],
      transcript: content.redacted_transcript,
    }
  }
  return {
    peaks: content.peaks,
    spans: content.spans,
    keyTones: content.key_tones,
    transcript: content.transcript.map(({ speaker, start, end, text }) => ({ speaker, start, end, text })),
  }
}

async function speechOf(
  { db }: CallerReading,
  row: store.RecordingRow,
  mayHearOriginal: boolean,
): Promise<Recording['speech']> {
  const { speech_state: state, speech_error: error, transcript_by: by, is_speech_checked: isChecked } = row
  const { speech_not_before: notBefore } = row
  const isOpen = state !== 'waiting' && (by !== null || !isChecked) && row.duration !== null
  return {
    state,
    error: error === null || mayHearOriginal ? error : 'Speech to text could not be asked.',
    notBefore:
      state === 'waiting' && notBefore !== null && notBefore > new Date() ? notBefore.toISOString() : null,
    mayStart:
      isOpen &&
      mayHearOriginal &&
      row.original_key !== null &&
      (await mayMakeTranscripts(db, row.customer_id)),
  }
}

/** What is wrong with a file tells of the original; for what a pending one waits does not. */
function errorOf(row: store.RecordingRow, mayHearOriginal: boolean): string | null {
  const { error, redaction_status: status } = row
  if (error === null || mayHearOriginal || status === 'pending') return error
  return 'The recording could not be examined.'
}

/** The recordings of a call, the oldest first. Throws `notFound`. */
export async function listCallRecordings(reading: CallerReading, { id: callId }: { id: string }) {
  const { db, caller } = reading
  await requireVisibleCall(reading, callId)
  const rows = await store.selectRecordingsOfCalls(db, [callId])
  return {
    items: rows.map((row) => ({
      id: row.id,
      callId: row.call_id,
      duration: row.duration,
      channels: row.channels,
      redactionStatus: row.redaction_status,
      isAudible: mayHear(caller, row, { redacted: true }) || mayHear(caller, row, { redacted: false }),
      createdAt: row.created_at.toISOString(),
    })),
    fetches: await listFetches(db, callId),
  }
}

/**
 * Keeps what was said in a recording, which is redacted anew by it. Throws `notFound` for one of another customer, `invalid` for
 * times that cannot be right, and `conflict` when its original was destroyed.
 */
export async function updateTranscript(
  { queue, ...reading }: Omit<CallerReading, 'caller'> & { caller: Caller | KeyCaller; queue: JobQueue },
  id: string,
  { turns, agentChannel }: { turns: readonly Turn[]; agentChannel?: AgentChannel | undefined },
): Promise<undefined> {
  const { db, caller } = reading
  const reader = caller.kind === 'key' ? await callerOfKey(db, caller) : caller
  const row = await getVisibleRecording({ ...reading, caller: reader }, id)
  const error = findTimesError(turns, row.duration)
  if (error !== undefined) throw new AppError('invalid', error.message, { field: error.field })
  if (!(await store.updateTranscript(db, row.id, { transcript: [...turns], agentChannel })))
    throw new AppError('conflict', 'The original was destroyed: its redacted version stays as it is.')
  await queueWork(queue, row.id)
}

/** Where calls are deleted, only those under legal hold are as old. */
const callBatchSize = 10_000

/**
 * Deletes recordings, with all that is known of what is in them. Their files are to be deleted when the transaction is over;
 * those that a crash leaves are swept.
 */
export async function deleteRecordings(
  transaction: Transaction,
  wanted: store.RecordingsToDelete,
): Promise<{ count: number; oldest: Date | null; newest: Date | null; files: string[] }> {
  const rows = await store.deleteRecordings(transaction, wanted)
  if (wanted.callIds !== undefined) await deleteFetchesOfCalls(transaction, wanted.callIds)
  const starts = rows
    .map((row) => row.call_started_at)
    .toSorted((one, other) => one.getTime() - other.getTime())
  return {
    count: rows.length,
    oldest: starts.at(0) ?? null,
    newest: starts.at(-1) ?? null,
    files: rows.flatMap(({ original_key: original, redacted_key: redacted }) =>
      [original, redacted].filter((key) => key !== null),
    ),
  }
}

/** Deletes the files of recordings that are gone. Throws when some cannot be deleted now: those are swept. */
export async function deleteFiles(storage: Storage, files: readonly string[]): Promise<void> {
  await deleteAllLeft(storage, files)
}

/** The ids of calls that began before a time and have recordings, whether or not the calls are there; some, where they are many. */
export async function listRecordedCalls(
  db: Db,
  { customerId, before }: Pick<store.RecordingsToDelete, 'customerId' | 'before'>,
): Promise<string[]> {
  return await store.selectRecordedCalls(db, { customerId, before, limit: callBatchSize })
}

/** Those that would be deleted, and those that are kept. */
export async function countRecordings(
  db: Db,
  wanted: store.RecordingsToDelete,
): Promise<{ count: number; oldest: Date | null; held: number }> {
  return await store.countRecordings(db, wanted)
}
