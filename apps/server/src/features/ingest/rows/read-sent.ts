import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import type { PendingCalls, Waiting } from './pending.ts'
import { z } from 'zod'
import { type SentFields, sentFieldsOf } from './sent-fields.ts'
import { type KnownIds, selectSentRows } from './store.ts'

export interface SentReading {
  calls: CallStore
  journal: Journal
  pending: PendingCalls
  /** By the id of the call what its source sent in the fields that people have edited. */
  selectBeforeEdits: (ids: readonly string[]) => Promise<ReadonlyMap<string, SentFields>>
}

/**
 * What the sources of calls have sent of them so far, by their ids: of those that wait to be inserted from the journal, of
 * `stored` from the table. Undefined when one that waited has been inserted meanwhile and is in the journal no more.
 */
export async function readSent(
  reading: SentReading,
  { waiting, stored }: { waiting: readonly Waiting[]; stored: KnownIds },
): Promise<Map<string, SentFields> | undefined> {
  const { calls, journal, pending, selectBeforeEdits } = reading
  const sent = new Map<string, SentFields>()
  for (const [entry, batch] of Map.groupBy(waiting, (one) => one.entry)) {
    const rows = await readBatch(journal, entry).catch((error: unknown) => {
      if (batch.every(({ call }) => pending.find(call.id)?.entry === entry)) throw error
    })
    if (rows === undefined) return undefined
    for (const { call } of batch) sent.set(call.id, sentFieldsOf(findLine(rows, call.id)))
  }
  const [found, edited] = await Promise.all([selectSentRows(calls, stored), selectBeforeEdits(stored.ids)])
  for (const row of found) sent.set(row.id, sentFieldsOf(row, edited.get(row.id)))
  return sent
}

/** It stays in the journal for a while after it was inserted. */
async function readBatch(journal: Journal, entry: JournalEntry): Promise<Buffer> {
  try {
    return await journal.readAccepted(entry)
  } catch {
    return await journal.readInserted(entry)
  }
}

const Line = z.looseObject({ id: z.string() })

/** The line of a call: without parsing those before it, as a batch may have thousands. */
function findLine(rows: Buffer, id: string): Record<string, unknown> {
  // In texts the quotes are escaped, so that only a key can be written like this.
  const at = rows.indexOf(`"id":"${id}"`)
  const from = rows.lastIndexOf('\n', at) + 1
  return Line.parse(JSON.parse(rows.toString('utf8', from, rows.indexOf('\n', at))))
}
