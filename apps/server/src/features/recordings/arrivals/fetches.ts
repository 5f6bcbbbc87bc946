import { type RecordingFetch, recordingBytesLimit } from '@callboard/contract/recordings'
import { changeBy } from '../../../access/callers/actor.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import type { Caller, KeyCaller } from '../../../access/callers/caller.ts'
import { callerOfKey } from '../../../access/reading-key.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { readSecret, readSettings } from '../../../db/settings.ts'
import { type Job, type JobQueue, TryAgain } from '../../../jobs/queue.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { readOutsideFile } from '../../../lib/outside/outside-file.ts'
import { OutsideError } from '../../../lib/outside/outside-request.ts'
import { z } from 'zod'
import { getCall } from '../../calls/calls.ts'
import { callName } from '../../../db/call-name.ts'
import type { Ingest, RecordingAtSource } from '../../ingest/ingest.ts'
import * as store from './fetch-store.ts'
import type { Storage } from '../keeping/storage.ts'
import { insertCallChange } from '../keeping/store.ts'
import type { RecordingOrigins } from './recording-origins.ts'
import { addRecording } from './upload.ts'

const fetchJob = 'fetch-recording'
/** The queue tries again with growing pauses: the last time after an hour and a half. */
const maxAttempts = 10

/** Has recordings fetched, each once. */
async function queueFetches(
  { db, queue }: { db: Db; queue: JobQueue },
  wanted: readonly RecordingAtSource[],
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
export async function listFetches(db: Db, callId: string) {
  return (await store.selectFetchesOfCall(db, callId)).map(buildFetch)
}

function buildFetch({ id, url, state, error, at }: store.FetchRow): RecordingFetch {
  return { id, host: URL.canParse(url) ? new URL(url).host : '', state, error, at: at.toISOString() }
}

/**
 * Has a recording fetched again that could not be; whatever else has become of it stays as it is. Throws `notFound`, the
 * same for one of a call that the caller may not see.
 */
export async function retryFetch(
  { queue, ...reading }: Omit<CallerReading, 'caller'> & { caller: Caller | KeyCaller; queue: JobQueue },
  id: string,
): Promise<RecordingFetch> {
  const { db, caller } = reading
  const row = orNotFound(await store.selectFetch(db, id))
  const reader = caller.kind === 'key' ? await callerOfKey(db, caller) : caller
  const call = await getCall({ ...reading, caller: reader }, row.call_id)
  const retried = await changeBy(db, caller, async (transaction) => {
    const waiting = await store.updateFailedFetch(transaction, id)
    if (waiting === undefined) return undefined
    const changes = [{ field: 'recordingFetch', from: row.error ?? 'failed', to: 'waiting' }]
    await insertCallChange(transaction, { callId: call.id, callName: callName(call), changes })
    return waiting
  })
  if (retried === undefined) return buildFetch(orNotFound(await store.selectFetch(db, id)))
  await queue.add(fetchJob, { id })
  return buildFetch(retried)
}

/** The queue gives a job up that was cut off again and again. */
const maxAgeMs = 3 * 3_600_000

/** Has fetched what nothing fetches any more, though it waits: the portal ended between the note of it and its job. */
export async function resumeFetches({ db, queue }: Pick<FetchParts, 'db' | 'queue'>): Promise<void> {
  const before = new Date(Date.now() - maxAgeMs)
  for (const id of await store.selectLeftFetches(db, before)) await queue.add(fetchJob, { id })
}

interface FetchParts extends Storage {
  queue: JobQueue
  ingest: Pick<Ingest, 'onRecordings'>
  /** See `OutsideRules`: none but in tests. */
  allowedAddresses: readonly string[]
  origins: RecordingOrigins
}

const FetchData = z.object({ id: z.string() })

/** Fetches the recordings that programs name with their calls. */
export function fetchRecordingJob(parts: FetchParts): Job {
  parts.ingest.onRecordings(async (named) => await queueFetches(parts, named))
  return { name: fetchJob, work: async (data) => await fetchRecording(parts, FetchData.parse(data).id) }
}

/** Throws when it is to be tried again. */
async function fetchRecording(parts: FetchParts, id: string): Promise<void> {
  const { db } = parts
  const row = await store.selectFetch(db, id)
  if (row?.state !== 'waiting') return
  try {
    if (!URL.canParse(row.url)) throw new OutsideError('Enter a valid web address.')
    const call = {
      id: row.call_id,
      customerId: row.customer_id,
      startedAt: row.call_started_at.toISOString(),
    }
    await addRecording(parts, call, readOutsideFile(row.url, await rulesOf(parts, row)))
  } catch (error) {
    const { words, isPassing, isOutside } = whyNot(error)
    const attempts = row.attempts + 1
    const isOver = !isPassing || attempts >= maxAttempts
    await store.updateFetch(db, id, { attempts, error: words, state: isOver ? 'failed' : 'waiting' })
    if (isOver) return
    throw isOutside ? new TryAgain(words, { cause: error }) : error
  }
  await store.updateFetch(db, id, { state: 'fetched', error: null })
}

/** What the settings allow, and for what a source of the customer has at the address, what that says. */
async function rulesOf({ db, allowedAddresses, origins }: FetchParts, { customer_id, url }: store.FetchRow) {
  const origin = await origins.find(customer_id, new URL(url))
  const { recordingHosts } = await readSettings(db)
  const keys = (await readSecret(db, 'recordingHostKeys')) ?? ''
  return {
    ...origin,
    hosts: [...wordsOf(recordingHosts ?? ''), ...(origin?.hosts ?? [])],
    keys: new Map([
      ...wordsOf(keys).map((word): [string, string] => {
        const at = word.lastIndexOf('@')
        return [word.slice(at + 1).toLowerCase(), word.slice(0, at)]
      }),
      ...(origin?.keys ?? []),
    ]),
    maxBytes: recordingBytesLimit,
    allowedAddresses,
  }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** What is read from outside passes as a body that was cut off: its own error lies below that. */
function whyNot(error: unknown): { words: string; isPassing: boolean; isOutside: boolean } {
  const cause = error instanceof AppError && error.cause instanceof OutsideError ? error.cause : error
  if (cause instanceof OutsideError)
    return { words: cause.message, isPassing: cause.isPassing, isOutside: true }
  if (cause instanceof AppError)
    return { words: cause.message, isPassing: cause.status >= 500, isOutside: false }
  return { words: 'The portal could not keep it.', isPassing: true, isOutside: false }
}
