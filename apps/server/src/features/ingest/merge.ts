import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import { BatchNotes, type Batch, linesOf, type Replaced, replacedOf } from './batch.ts'
import { judge, revisionAfter } from './classify.ts'
import type { PendingCall } from './pending.ts'
import { addCaller, type Callers, otherNumber } from './related.ts'
import { reject } from './rejections.ts'
import { isOpen } from './relation-rules.ts'
import type { Spool, SpooledMerge } from './spool.ts'
import {
  findKnownCalls,
  type History,
  type OwnColumns,
  quarantine,
  readHistories,
  readOwnColumns,
  readReachedNumbers,
} from './store.ts'

/** One insert: the calls of some batches, and the versions that go before it. */
export interface Merge {
  file: SpooledMerge
  batches: readonly Batch[]
  replaced: readonly Replaced[]
  /** Those whose history has to be worked out anew. */
  callers: Callers
  inserted: readonly PendingCall[]
}

export const MergeNotes = z.strictObject({
  batches: z.array(z.string()),
  replaced: BatchNotes.shape.replaced,
})

export interface Merging {
  spool: Spool
  calls: CallStore
  db: Kysely<Database>
}

interface Entry {
  call: PendingCall
  line: string
}

/**
 * Makes the file of an insert. What a source cannot know goes into its rows now, as far as it is plain: the prior calls
 * of a caller's newest call, and what people and the portal itself have put into a call that is replaced.
 */
export async function composeMerge(batches: readonly Batch[], merging: Merging): Promise<Merge> {
  const entries: Entry[] = []
  const replaced: Replaced[] = []
  for (const batch of batches) {
    const lines = linesOf(await merging.spool.readAccepted(batch))
    const all = batch.calls.map((call, at) => ({ call, line: lines[at] ?? '' }))
    const judged = batch.notes.unjudged === null ? undefined : await judgeLate(batch, all, merging)
    entries.push(...(judged?.entries ?? all))
    replaced.push(...(judged?.replaced ?? batch.notes.replaced))
  }
  const own = await readOwnColumns(merging.calls, replaced)
  const { priorCalls, callers } = await foresee(entries, replaced, merging.calls)
  const lines = entries.map(({ call, line }) => completeLine(line, own.get(call.id), priorCalls.get(call.id)))
  const notes = { batches: batches.map((batch) => batch.name), replaced }
  const file = await merging.spool.merge(batches, Buffer.from(lines.join('')), notes)
  return { file, batches, replaced, callers, inserted: entries.map((entry) => entry.call) }
}

/** A batch that nobody could judge when it came in: only now is known which of its calls change anything. */
async function judgeLate(batch: Batch, all: readonly Entry[], { calls, db }: Merging) {
  const ids = all.map((entry) => entry.call.id)
  const customerIds = [...new Set(all.map((entry) => entry.call.customerId))]
  const known = new Map((await findKnownCalls(calls, { customerIds, ids })).map((call) => [call.id, call]))
  const entries: Entry[] = []
  const replaced: Replaced[] = []
  for (const [at, entry] of all.entries()) {
    const stored = known.get(entry.call.id)
    const verdict = judge(stored, entry.call)
    if (verdict === 'created') entries.push(entry)
    if (verdict === 'updated' && stored !== undefined) {
      replaced.push(replacedOf(stored))
      entries.push(withRevision(entry, revisionAfter(stored, entry.call)))
    }
    const sent = batch.notes.unjudged?.[at]
    if (verdict === 'conflict' && sent !== undefined) {
      await quarantine(db, entry.call.customerId, [{ ...sent, ...reject('revisionConflict') }])
    }
  }
  return { entries, replaced }
}

function withRevision({ call, line }: Entry, revision: number | null): Entry {
  return revision === call.revision ? { call, line } : { call, line: `{"revision":${revision},${line.slice(1)}` }
}

function completeLine(line: string, own: OwnColumns | undefined, priorCalls: number | undefined): string {
  const added =
    own ?? (priorCalls === undefined ? undefined : { first_time: priorCalls === 0, prior_calls: priorCalls })
  return added === undefined ? `${line}\n` : `${line.slice(0, -1)},${JSON.stringify(added).slice(1)}\n`
}

interface Foreseen {
  priorCalls: Map<string, number>
  callers: Callers
}

/**
 * The prior calls of callers of whom nothing but newer calls comes in. Of all others, and where an answered call may
 * return earlier ones, the history is worked out afterwards.
 */
async function foresee(
  entries: readonly Entry[],
  replaced: readonly Replaced[],
  calls: CallStore,
): Promise<Foreseen> {
  const priorCalls = new Map<string, number>()
  const callers: Callers = new Map()
  for (const call of replaced) addCaller(callers, call.customerId, otherNumber(call))
  const corrected = new Set(replaced.map((call) => call.id))
  const byCustomer = Map.groupBy(
    entries.map((entry) => entry.call),
    (call) => call.customerId,
  )
  for (const [customerId, ofCustomer] of byCustomer) {
    const byNumber = Map.groupBy(ofCustomer, otherNumber)
    byNumber.delete('')
    const histories = await readHistories(calls, customerId, [...byNumber.keys()])
    const reached = await readReached(calls, customerId, ofCustomer)
    for (const [number, ofNumber] of byNumber) {
      const isTouched = callers.get(customerId)?.has(number) === true || reached.has(number)
      const isPlain = !isTouched && !ofNumber.some((call) => corrected.has(call.id))
      if (isPlain && continueHistory(ofNumber, histories.get(number), priorCalls)) continue
      addCaller(callers, customerId, number)
    }
  }
  return { priorCalls, callers }
}

/** False when more has to be found out than how many calls there were. */
function continueHistory(
  calls: readonly PendingCall[],
  history: History | undefined,
  priorCalls: Map<string, number>,
): boolean {
  const inbound = calls.filter((call) => call.direction === 'inbound').sort(byStart)
  const [first] = inbound
  if (first !== undefined && history !== undefined && first.startedAt <= history.newest) return false
  const before = history?.calls ?? 0
  for (const [at, call] of inbound.entries()) priorCalls.set(call.id, before + at)
  const mayReturnOthers = calls.some((call) => call.status === 'answered')
  return !mayReturnOthers || (before === 0 && calls.length === 1)
}

/** Numbers that called in vain, and to which an answered call is stored that may come after it. */
async function readReached(
  calls: CallStore,
  customerId: string,
  ofCustomer: readonly PendingCall[],
): Promise<ReadonlySet<string>> {
  const open = ofCustomer.filter((call) => isOpen(call) && otherNumber(call) !== '')
  if (open.length === 0) return new Set()
  const from = open.reduce((first, call) => (call.startedAt < first ? call.startedAt : first), '9')
  return await readReachedNumbers(calls, customerId, { numbers: open.map(otherNumber), from })
}

function byStart(one: PendingCall, other: PendingCall): number {
  return one.startedAt === other.startedAt ? compare(one.id, other.id) : compare(one.startedAt, other.startedAt)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
