import { earlyRecordingHours, recordingsOfCallLimit } from '@callboard/contract/recordings'
import { z } from 'zod'
import type { KeyCaller } from '../../../access/callers/caller.ts'
import { callId } from '../../../db/call-id.ts'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { InstantValue } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { Job } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Log } from '../../../lib/log.ts'
import type { Ingest } from '../../ingest/ingest.ts'
import { deleteAllLeft, keepFile } from '../keeping/storage.ts'
import { selectRecordingsOfCalls } from '../keeping/store.ts'
import { queueWork } from '../redaction/work.ts'
import * as store from './early-store.ts'
import {
  addRecording,
  insertSound,
  ReceivedSound,
  type Upload,
  uploadedOf,
  type UploadParts,
} from './upload.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

export interface EarlyParts extends UploadParts {
  /** Calls whose recordings this process knows to wait. */
  awaitedCalls: Set<string>
}

interface NamedUpload extends Pick<Upload, 'chunks' | 'agentChannel'> {
  caller: KeyCaller
  /** Of the call, as the sender knows it. */
  source: string
  externalCallId: string
}

/**
 * Adds a recording to a call that is named by its id at the source. Before that call comes the recording is kept, and
 * waits for it. Throws what {@link addRecording} throws.
 */
export async function uploadRecordingOfSource(
  parts: EarlyParts,
  { caller: { customerId }, source, externalCallId, chunks, agentChannel }: NamedUpload,
) {
  const id = callId(customerId, source, externalCallId)
  const [call] = await findCalls(parts, [{ call_id: id, customer_id: customerId }])
  if (call !== undefined)
    return { ...(await addRecording(parts, { ...call, agentChannel }, chunks)), waitsForCall: false }
  const received = new ReceivedSound()
  const early = await keepFile(parts, received.check(chunks), async (key) => {
    const sound = received.finish()
    await requireQuota(parts.db, id, sound.sha256)
    return await store.insertEarly(parts.db, {
      ...sound,
      call_id: id,
      customer_id: customerId,
      source_system: source,
      external_call_id: externalCallId,
      original_key: key,
      agent_channel: agentChannel ?? null,
    })
  })
  parts.awaitedCalls.add(id)
  // The call may have come while the sound did.
  await attachEarly(parts, [{ call_id: id, customer_id: customerId }])
  const recordings = await selectRecordingsOfCalls(parts.db, [id])
  const recording = recordings.find(({ sha256 }) => isSame(sha256, early.sha256))
  return {
    ...uploadedOf(recording ?? { ...early, redaction_status: 'pending' }),
    waitsForCall: recording === undefined,
  }
}

async function requireQuota(db: Db, id: string, sound: Uint8Array): Promise<void> {
  const waiting = await store.selectEarlyOfCall(db, id)
  if (waiting.length < recordingsOfCallLimit || waiting.some(({ sha256 }) => isSame(sha256, sound))) return
  throw new AppError('conflict', `A call has at most ${recordingsOfCallLimit} recordings.`)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other)
}

interface AwaitedCall {
  call_id: string
  customer_id: string
}

/** Gives the recordings to those of the calls that have come. */
async function attachEarly(parts: UploadParts, awaited: readonly AwaitedCall[]): Promise<void> {
  for (const call of await findCalls(parts, awaited))
    for (const early of await store.selectEarlyOfCall(parts.db, call.id)) await attach(parts, call, early)
}

async function attach(parts: UploadParts, call: FoundCall, early: store.EarlyRecording): Promise<void> {
  const { db } = parts
  const { id, original_key, type, bytes, sha256, agent_channel } = early
  const added = await db.transaction().execute(async (transaction) => {
    if (!(await store.deleteEarly(transaction, id))) return undefined
    const sound = { id, original_key, type, bytes, sha256, agent_channel }
    return await insertSound(transaction, call, sound).catch((error: unknown) => {
      // More than a call can have: the same as when it is sent after its call.
      if (error instanceof AppError && error.code === 'conflict') return undefined
      throw error
    })
  })
  if (added?.id === id) await queueWork(parts.queue, id)
  else await deleteAllLeft(parts, [original_key])
}

const Found = z.object({ id: z.string(), customerId: z.string(), startedAt: InstantValue })
type FoundCall = z.infer<typeof Found>

/** Asked for at once. */
const callsPerQuery = 1000
const lookupTimeoutMs = 20_000

/** Those of the calls that can be read. Throws `CallStoreError` when the store cannot say. */
async function findCalls(
  { calls, snapshots }: StoredCalls,
  awaited: readonly AwaitedCall[],
): Promise<FoundCall[]> {
  const found: FoundCall[] = []
  for (const some of inPartsOf(callsPerQuery, awaited)) {
    found.push(
      ...(await calls.query({
        sql: `SELECT id, customer_id AS customerId, started_at AS startedAt FROM calls
          WHERE customer_id IN {customers:Array(UUID)} AND id IN {ids:Array(UUID)} AND ${seenSql}`,
        params: {
          customers: [...new Set(some.map(({ customer_id }) => customer_id))],
          ids: some.map(({ call_id }) => call_id),
          seen: await snapshots.published(),
        },
        row: Found,
        limits: { resultRows: some.length },
        signal: AbortSignal.timeout(lookupTimeoutMs),
      })),
    )
  }
  return found
}

const attachJob = 'attach-early-recordings'

/**
 * Gives recordings that came early to their calls: when a call can be read, and each minute to those of other processes.
 * What has waited too long is deleted, but not while calls that were accepted cannot be read.
 */
export function attachEarlyJob(
  parts: EarlyParts & { ingest: Pick<Ingest, 'onCalls' | 'isFailing' | 'settled'>; log: Log },
): Job {
  const { db, queue, ingest, log, awaitedCalls } = parts
  ingest.onCalls((calls) => {
    if (awaitedCalls.size === 0 || !calls.some(({ id }) => awaitedCalls.has(id))) return
    queue.add(attachJob, {}).catch((error: unknown) => {
      log.error({ err: error }, 'recordings that came early wait for the next minute')
    })
  })
  return {
    name: attachJob,
    cron: '* * * * *',
    writesCalls: true,
    work: async () => {
      const before = new Date(Date.now() - earlyRecordingHours * 3_600_000)
      if (ingest.isFailing) return
      await ingest.settled()
      await attachEarly(parts, await store.selectAwaitedCalls(db))
      const late = await store.deleteEarlyBefore(db, before)
      for (const { source_system: source, external_call_id: externalCallId } of late)
        log.info({ source, externalCallId }, 'a recording was deleted, as its call did not come')
      const left = await store.selectAwaitedCalls(db)
      awaitedCalls.clear()
      for (const { call_id } of left) awaitedCalls.add(call_id)
      await deleteAllLeft(
        parts,
        late.map(({ original_key }) => original_key),
      )
    },
  }
}
