import { createHash } from 'node:crypto'
import type { AgentChannel } from '@callboard/contract/recording-channels'
import { recordingBytesLimit, recordingRule, recordingsOfCallLimit } from '@callboard/contract/recordings'
import type { Caller, KeyCaller } from '../../../access/callers/caller.ts'
import { callerOfKey } from '../../../access/reading-key.ts'
import { Scope } from '../../../access/rows/scope.ts'
import { type AudioType, audioTypeBytes, audioTypeOf } from '../../../audio/audio-type.ts'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import type { JobQueue } from '../../../jobs/queue.ts'
import type { EarlyRecordingTable } from '../../../db/tables/recording-tables.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { findVisibleCall } from '../../../report-engine/sql/visible-calls.ts'
import { keepFile, type Storage } from '../keeping/storage.ts'
import * as store from '../keeping/store.ts'
import { queueWork } from '../redaction/work.ts'

export interface UploadParts extends Storage, StoredCalls {
  queue: JobQueue
}

export interface Upload {
  caller: Caller | KeyCaller
  callId: string
  chunks: AsyncIterable<Uint8Array>
  /** As the source says. */
  agentChannel?: AgentChannel | undefined
  signal: AbortSignal
}

/**
 * Adds a recording to a call, and has it examined. Throws `notFound` for a call that is not the caller's, and what
 * {@link addRecording} throws.
 */
export async function uploadRecording(
  parts: UploadParts,
  { caller, callId, chunks, agentChannel, signal }: Upload,
) {
  const reader = caller.kind === 'key' ? await callerOfKey(parts.db, caller) : caller
  const scope = await Scope.of(parts.db, reader)
  const call = orNotFound(await findVisibleCall(scope, callId, { ...parts, signal }))
  return await addRecording(parts, { id: callId, ...call, agentChannel }, chunks)
}

export interface RecordedCall {
  id: string
  customerId: string
  startedAt: string
  agentChannel?: AgentChannel | undefined
}

/**
 * Keeps the sound as a recording of a call, and has it examined; the same bytes again are the recording that they were.
 * Throws `unsupportedMediaType` when it is no sound, `payloadTooLarge`, `conflict` when the call has too many, and
 * `unavailable` when the storage does not answer.
 */
export async function addRecording(
  parts: Storage & { queue: Pick<JobQueue, 'add'> },
  call: RecordedCall,
  chunks: AsyncIterable<Uint8Array>,
) {
  const received = new ReceivedSound()
  const row = await keepFile(parts, received.check(chunks), async (key) => {
    const sound = { ...received.finish(), original_key: key, agent_channel: call.agentChannel ?? null }
    return await parts.db
      .transaction()
      .execute(async (transaction) => await insertSound(transaction, call, sound))
  })
  if (row.redaction_status === 'pending') await queueWork(parts.queue, row.id)
  return uploadedOf(row)
}

/** What is answered of a recording that was taken. */
export function uploadedOf(
  row: Pick<store.RecordingRow, 'id' | 'call_id' | 'bytes' | 'sha256' | 'redaction_status'>,
) {
  return {
    id: row.id,
    callId: row.call_id,
    bytes: row.bytes,
    sha256: Buffer.from(row.sha256).toString('hex'),
    redactionStatus: row.redaction_status,
  }
}

/** A file of sound that is in the storage. */
type KeptSound = Pick<EarlyRecordingTable, 'original_key' | 'type' | 'bytes' | 'sha256'> & {
  agent_channel: AgentChannel | null
}

/**
 * The recording that the sound is of the call: a new one, or the one with the same bytes. Throws `conflict` when the call
 * has too many.
 */
export async function insertSound(
  transaction: Db,
  call: { id: string; customerId: string; startedAt: string },
  sound: KeptSound & { id?: string },
): Promise<store.RecordingRow> {
  await store.lockCall(transaction, call.id)
  const earlier = await store.selectRecordingsOfCalls(transaction, [call.id])
  const same = earlier.find(({ sha256 }) => Buffer.from(sha256).equals(sound.sha256))
  if (same !== undefined) return same
  if (earlier.length >= recordingsOfCallLimit)
    throw new AppError('conflict', `A call has at most ${recordingsOfCallLimit} recordings.`)
  return await store.insertRecording(transaction, {
    ...sound,
    call_id: call.id,
    customer_id: call.customerId,
    call_started_at: new Date(call.startedAt),
  })
}

/** Sound while it comes in: how much, what kind and its hash. */
export class ReceivedSound {
  readonly #hash = createHash('sha256')
  #head: Uint8Array = new Uint8Array(0)
  #bytes = 0
  #type: AudioType | undefined

  /** The same chunks. What is no sound, or too much, ends them as soon as that is known. */
  async *check(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of uncut(chunks)) {
      this.#bytes += chunk.length
      if (this.#bytes > recordingBytesLimit)
        throw new AppError('payloadTooLarge', `A recording is ${recordingRule}.`)
      if (this.#head.length < audioTypeBytes) this.#inspect(chunk)
      this.#hash.update(chunk)
      yield chunk
    }
    if (this.#bytes === 0) throw new AppError('malformedBody', 'The body is empty.')
    if (this.#type === undefined) this.#recogniseType()
  }

  finish() {
    if (this.#type === undefined) throw new TypeError('not read to its end')
    return { type: this.#type, bytes: this.#bytes, sha256: this.#hash.digest() }
  }

  #inspect(chunk: Uint8Array): void {
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, audioTypeBytes)])
    if (this.#head.length >= audioTypeBytes) this.#recogniseType()
  }

  #recogniseType(): void {
    this.#type = audioTypeOf(this.#head)
    if (this.#type === undefined)
      throw new AppError('unsupportedMediaType', `This file cannot be read as audio: ${recordingRule}.`)
  }
}

/** An error of the connection is the client's, not the storage's. */
async function* uncut(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new AppError('malformedBody', 'The body was cut off.', { cause })
  }
}
