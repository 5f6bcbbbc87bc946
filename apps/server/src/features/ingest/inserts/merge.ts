import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { ChangedCall } from '../changes/outbox-store.ts'
import { withAnnotations } from '../annotations/annotations.ts'
import { type Batch, BatchNotes, eachLine, type Replaced, replacedOf } from '../rows/batch.ts'
import { classify, revisionAfter } from '../rows/classify.ts'
import { LineChunks, type SpareChunks } from '../rows/line-chunks.ts'
import { predictHistory } from '../relations/predict-history.ts'
import { startYielding } from '../../../lib/yield-to-event-loop.ts'
import type { PendingCall } from '../rows/pending.ts'
import { withRecordings } from '../recording-lists/recordings.ts'
import { type Callers, otherNumber } from '../rows/callers.ts'
import { rowError } from '../rows/row-errors.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import { insertQuarantined } from '../rows/quarantine-store.ts'
import { type OwnColumns, selectKnownCalls, selectOwnColumns } from '../rows/store.ts'

/** One insert: the calls of some batches, and the versions that these replace. */
export interface Merge {
  file: JournalEntry
  batches: readonly Batch[]
  replaced: readonly Replaced[]
  /** Of the change that it is: its calls are seen from this snapshot on. */
  number: number
  /** Those whose relations have to be computed anew. */
  callers: Callers
  inserted: readonly PendingCall[]
}

export const MergeNotes = z.strictObject({
  batches: z.array(z.string()),
  replaced: BatchNotes.shape.replaced,
  /** Missing in the notes of a version without snapshots, whose rows are seen as soon as they are there. */
  number: z.int().optional(),
})

export interface Merging {
  journal: Journal
  calls: CallStore
  db: Db
  snapshots: Snapshots
  fence: Fence
  spareChunks: SpareChunks
}

const lookupTimeoutMs = 60_000

interface Entry {
  call: PendingCall
  /** In UTF-8. */
  line: Buffer
}

/**
 * Writes the file of an insert. Columns that no source sends are added to its rows, as far as they are certain: the
 * prior calls of a caller's newest call, and what people and the portal have put into the version that is replaced.
 */
export async function composeMerge(batches: readonly Batch[], merging: Merging): Promise<Merge> {
  const entries: Entry[] = []
  const replaced: Replaced[] = []
  for (const batch of batches) {
    const lines = eachLine(batch.rows ?? [await merging.journal.readAccepted(batch)])
    const all = batch.calls.map((call) => ({ call, line: lines.next().value ?? Buffer.alloc(0) }))
    const classified = batch.notes.unjudged === null ? undefined : await classifyLate(batch, all, merging)
    entries.push(...(classified?.entries ?? all))
    replaced.push(...(classified?.replaced ?? batch.notes.replaced))
  }
  const own = await selectOwnColumns(merging.calls, replaced)
  const replacedById = new Map(replaced.map((call) => [call.id, call]))
  const { returnedWithinHours } = await readSettings(merging.db)
  const inserted = entries.map((entry) => entry.call)
  const arriving = { calls: inserted, replaced, returnedWithinMs: returnedWithinHours * 3_600_000 }
  const { priorCalls, callers } = await predictHistory(merging.calls, arriving)
  const annotated = await withAnnotations(
    merging,
    entries.map(({ call, line }) => ({ id: call.id, line })),
  )
  // A call has to be there before it can have a recording.
  const recorded = await withRecordings(
    merging.db,
    entries.flatMap(({ call: { id }, line }) =>
      replacedById.has(id)
        ? [{ id, line: annotated.get(id) ?? line.toString(), sounds: own.get(id)?.sounds ?? [] }]
        : [],
    ),
  )
  const number = merging.snapshots.next()
  const lines = new LineChunks(merging.spareChunks)
  const yielding = startYielding()
  for (const { call, line } of entries) {
    const kept = keptColumns(own.get(call.id), replacedById.get(call.id), call)
    const changed = recorded.get(call.id) ?? annotated.get(call.id)
    // What is found out here follows, in the place of the closing brace.
    const known = changed === undefined ? line.subarray(0, -1) : changed.slice(0, -1)
    lines.add(known, foundColumns({ number, kept, priorCalls: priorCalls.get(call.id) }))
    if (yielding.isDue()) await yielding.yield()
  }
  const notes = { batches: batches.map((batch) => batch.name), replaced, number }
  const file = await merging.journal.merge(batches, lines.rows, notes)
  lines.giveBack()
  return { file, batches, replaced, number, callers, inserted }
}

/** The calls that can be read as new or changed when it is done. */
export function changedBy({ inserted, replaced }: Pick<Merge, 'inserted' | 'replaced'>): ChangedCall[] {
  const before = new Set(replaced.map(({ id }) => id))
  return inserted.map(({ id, customerId, startedAt }) => ({
    id,
    customerId,
    startedAt,
    isNew: !before.has(id),
  }))
}

/** Classifies the calls of a batch that was accepted while the store did not answer. */
async function classifyLate(batch: Batch, all: readonly Entry[], { calls, db, snapshots }: Merging) {
  const ids = all.map((entry) => entry.call.id)
  const customerIds = [...new Set(all.map((entry) => entry.call.customerId))]
  const seen = await snapshots.published()
  const stored = await selectKnownCalls(calls, { customerIds, ids, seen, withinMs: lookupTimeoutMs })
  const known = new Map(stored.map((call) => [call.id, call]))
  const entries: Entry[] = []
  const replaced: Replaced[] = []
  for (const [at, entry] of all.entries()) {
    const before = known.get(entry.call.id)
    const outcome = classify(before, entry.call)
    if (outcome === 'created') entries.push(entry)
    if (outcome === 'updated' && before !== undefined) {
      replaced.push(replacedOf(before))
      entries.push(withRevision(entry, revisionAfter(before, entry.call)))
    }
    const sent = batch.notes.unjudged?.[at]
    if (outcome === 'conflict' && sent !== undefined) {
      await insertQuarantined(db, entry.call.customerId, [
        { ...sent, ...rowError('revisionConflict'), isMerge: false, form: 'call' },
      ])
    }
  }
  return { entries, replaced }
}

function withRevision({ call, line }: Entry, revision: number | null): Entry {
  return revision === call.revision
    ? { call, line }
    : { call, line: Buffer.concat([Buffer.from(`{"revision":${revision},`), line.subarray(1)]) }
}

/** Relations are kept until they are computed anew, unless the caller is another one or unknown. */
function keptColumns(
  own: OwnColumns | undefined,
  before: Replaced | undefined,
  call: PendingCall,
): Partial<Omit<OwnColumns, 'sounds'>> | undefined {
  if (own === undefined || before === undefined) return undefined
  const number = otherNumber(call)
  const isSameCaller = number !== '' && number === otherNumber(before) && call.direction === before.direction
  const { sounds: _, ...kept } = own
  return isSameCaller ? kept : { legal_hold: own.legal_hold }
}

/** The end of a line, from the comma before them on. */
function foundColumns({
  number,
  kept,
  priorCalls,
}: {
  number: number
  kept: Partial<Omit<OwnColumns, 'sounds'>> | undefined
  priorCalls: number | undefined
}): string {
  const known =
    kept ?? (priorCalls === undefined ? undefined : { first_time: priorCalls === 0, prior_calls: priorCalls })
  return `,${JSON.stringify({ seen_from: number, ...known }).slice(1)}\n`
}
