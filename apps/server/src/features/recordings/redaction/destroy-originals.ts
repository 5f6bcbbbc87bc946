import { createHash } from 'node:crypto'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { change, systemActor } from '../../../db/records/change.ts'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import { callName } from '../../../db/call-name.ts'
import * as store from './originals-store.ts'
import { redactionRules } from './redaction.ts'
import { deleteLeft, openFile, type Storage } from '../keeping/storage.ts'
import { insertCallChange, type RecordingRow } from '../keeping/store.ts'

/** No hold is placed, and no call deleted, while the work is done. */
export interface CallChanges {
  /** This process writes calls. */
  readonly isWriter: boolean
  betweenChanges<T>(work: (fence: Fence) => Promise<T>): Promise<T>
}

interface OriginalParts extends Storage, StoredCalls {
  ingest: CallChanges
}

/** So long an original waits for the transcript that its numbers are found by. */
const transcriptWaitMs = 24 * 3_600_000

/**
 * Destroys the originals of customers who want that, of one recording or of all, once their redacted versions are written and can be
 * read again. Those of calls under legal hold stay until it ends.
 *
 * @throws AggregateError of those whose redacted version cannot be read, when the others are done
 */
export async function destroyOriginals(parts: OriginalParts, id?: string): Promise<void> {
  const createdBefore = new Date(Date.now() - transcriptWaitMs)
  const done = await store.selectDoneOriginals(parts.db, {
    rules: redactionRules,
    createdBefore,
    ...(id !== undefined && { id }),
  })
  const errors: unknown[] = []
  for (const recording of done) {
    await destroyOriginal(parts, recording).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Originals could not be destroyed.')
}

async function destroyOriginal(parts: OriginalParts, recording: RecordingRow): Promise<void> {
  const { db, ingest } = parts
  const { original_key: key, call_id: callId } = recording
  if (key === null) return
  await requireRedacted(parts, recording)
  const isDestroyed = await ingest.betweenChanges(async (fence) => {
    const call = await store.selectRecordedCall(parts, callId)
    if (call === undefined) return false
    const { contact_number: contactNumber, started_at: startedAt, parent_call_id: parentId } = call
    return await change(db, systemActor, async (transaction) => {
      await fence(transaction)
      if (await store.hasHold(transaction, parentId === null ? [callId] : [callId, parentId])) return false
      if (!(await store.deleteOriginal(transaction, recording))) return false
      await insertCallChange(transaction, {
        callId,
        callName: callName({ contactNumber, startedAt }),
        changes: [{ field: 'originalRecording', from: recording.id, to: null }],
      })
      return true
    })
  })
  if (isDestroyed) await deleteLeft(parts, key)
}

/** Throws when the redacted version in the storage is not the one that was written. */
async function requireRedacted(
  { files }: OriginalParts,
  { id, redacted_key: key, redacted_bytes: size, redacted_sha256: sha256 }: RecordingRow,
): Promise<void> {
  if (key === null || size === null || sha256 === null) throw new Error(`${id} has no redacted version`)
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Uint8Array> = await openFile(files, key, { size })
  for await (const chunk of chunks) hash.update(chunk)
  if (!hash.digest().equals(sha256)) throw new Error(`the redacted version of ${id} is not the one written`)
}
