import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../db/schema.ts'
import { mayHear } from './listening.ts'
import * as store from './store.ts'

/** Of each call the oldest recording whose redacted version the caller may hear now; calls without one are not in it. */
export async function listAudibleRecordings(
  db: Kysely<Database>,
  caller: Caller,
  callIds: readonly string[],
): Promise<Map<string, string>> {
  if (callIds.length === 0) return new Map()
  const audible = new Map<string, string>()
  for (const recording of await store.selectRecordingsOfCalls(db, callIds)) {
    const { id, call_id: callId } = recording
    if (!audible.has(callId) && mayHear(caller, recording, { redacted: true })) audible.set(callId, id)
  }
  return audible
}
