import { recordingBytesLimit } from '@callboard/contract/recordings'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { readSecret, readSettings } from '../../db/settings.ts'
import type { Job, JobQueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { OutsideFileError, readOutsideFile } from '../../lib/outside-file.ts'
import { z } from 'zod'
import * as store from './fetch-store.ts'
import type { Storage } from './storage.ts'
import { addRecording } from './upload.ts'

const fetchJob = 'fetch-recording'
/** The queue tries again with growing pauses: the last time after an hour and a half. */
const mostAttempts = 10

/** A recording that is still at whoever sent its call. */
export interface RecordingToFetch {
  callId: string
  customerId: string
  startedAt: string
  url: string
}

/** Has recordings fetched, each once. */
export async function queueFetches(
  { db, queue }: { db: Kysely<Database>; queue: JobQueue },
  wanted: readonly RecordingToFetch[],
): Promise<void> {
  if (wanted.length === 0) return
  const rows = wanted.map(({ callId, customerId, startedAt, url }) => ({
    call_id: callId,
    customer_id: customerId,
    call_started_at: new Date(startedAt),
    url,
  }))
  for (const id of await store.insertFetches(db, rows)) await queue.add(fetchJob, { id })
}

/** What of a call's recordings did not come yet, and why. The address itself may hold a key, and is not told. */
export async function listFetches(db: Kysely<Database>, callId: string) {
  const rows = await store.selectFetchesOfCall(db, callId)
  return rows.map(({ url, state, error, at }) => ({
    host: URL.canParse(url) ? new URL(url).host : '',
    state,
    error,
    at: at.toISOString(),
  }))
}

interface FetchParts extends Storage {
  queue: JobQueue
  /** See `OutsideRules`: none but in tests. */
  allowedAddresses: readonly string[]
}

const FetchData = z.object({ id: z.string() })

export function fetchRecordingJob(parts: FetchParts): Job {
  return { name: fetchJob, work: async (data) => await fetchRecording(parts, FetchData.parse(data).id) }
}

/** Throws when it is to be tried again. */
async function fetchRecording(parts: FetchParts, id: string): Promise<void> {
  const { db } = parts
  const row = await store.selectFetch(db, id)
  if (row?.state !== 'waiting') return
  try {
    if (!URL.canParse(row.url)) throw new OutsideFileError('This is no address.')
    const call = {
      id: row.call_id,
      customerId: row.customer_id,
      startedAt: row.call_started_at.toISOString(),
    }
    await addRecording(parts, call, readOutsideFile(row.url, await rulesOf(parts)))
  } catch (error) {
    const { words, isPassing } = whyNot(error)
    const attempts = row.attempts + 1
    const isOver = !isPassing || attempts >= mostAttempts
    await store.updateFetch(db, id, { attempts, error: words, state: isOver ? 'failed' : 'waiting' })
    if (isOver) return
    throw error
  }
  await store.updateFetch(db, id, { state: 'fetched', error: null })
}

async function rulesOf({ db, allowedAddresses }: FetchParts) {
  const { recordingHosts } = await readSettings(db)
  const keys = (await readSecret(db, 'recordingHostKeys')) ?? ''
  return {
    hosts: wordsOf(recordingHosts ?? ''),
    keys: new Map(
      wordsOf(keys).map((word): [string, string] => {
        const at = word.lastIndexOf('@')
        return [word.slice(at + 1).toLowerCase(), word.slice(0, at)]
      }),
    ),
    mostBytes: recordingBytesLimit,
    allowedAddresses,
  }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** What is read from outside passes as a body that was cut off: its own error lies below that. */
function whyNot(error: unknown): { words: string; isPassing: boolean } {
  const cause = error instanceof AppError && error.cause instanceof OutsideFileError ? error.cause : error
  if (cause instanceof OutsideFileError) return { words: cause.message, isPassing: cause.isPassing }
  if (cause instanceof AppError) return { words: cause.message, isPassing: cause.status >= 500 }
  return { words: 'The portal could not keep it.', isPassing: true }
}
