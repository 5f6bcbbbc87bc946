import { randomUUID } from 'node:crypto'
import { formatFixed } from '@callboard/contract/format'
import type { SpansEdit } from '@callboard/contract/recording-spans'
import type { RedactedSpan } from '@callboard/contract/recordings'
import { changeBy } from '../../../access/callers/actor.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import type { JobQueue } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import { getCall } from '../../calls/calls.ts'
import { callName } from '../../../db/call-name.ts'
import { getVisibleRecording, listeningTo } from '../listening/listening.ts'
import * as store from '../keeping/store.ts'
import { queueWork } from './work.ts'

/**
 * Changes which ranges are not heard in the redacted version, and has it written anew; nobody hears it until then. Throws
 * `notFound`, what is thrown to who may not hear the original now, `conflict` when that was destroyed meanwhile,
 * `revisionConflict`, and `invalid` for ranges that are none of the recording.
 */
export async function updateSpans(
  { queue, ...reading }: CallerReading & { queue: JobQueue },
  id: string,
  edit: SpansEdit,
): Promise<void> {
  const { db, caller } = reading
  const seen = await getVisibleRecording(reading, id)
  const { error } = await listeningTo(reading, seen, { redacted: false })
  if (error !== undefined) throw error
  const call = await getCall(reading, seen.call_id)
  const isChanged = await changeBy(db, caller, async (transaction) => {
    const { spans, ...recording } = await store.lockSpans(transaction, id)
    if (recording.original_key === null)
      throw new AppError('conflict', 'The original was destroyed: its redacted version stays as it is.')
    if (recording.revision !== edit.revision)
      throw new AppError('revisionConflict', 'The recording was changed meanwhile.', { field: 'revision' })
    const edited = editedSpans(spans, edit, recording.duration ?? Infinity)
    const changes = changesBetween(spans, edited)
    if (changes.length === 0) return false
    await store.updateSpans(transaction, id, edited)
    await store.insertCallChange(transaction, { callId: call.id, callName: callName(call), changes })
    return true
  })
  if (isChanged) await queueWork(queue, id)
}

function editedSpans(
  spans: readonly RedactedSpan[],
  { found, byHand }: SpansEdit,
  duration: number,
): RedactedSpan[] {
  const lifted = new Map(found.map((one) => [one.id, one.isLifted]))
  const kept = spans.filter(({ kind }) => kind !== 'hand')
  if (kept.some((span) => !lifted.has(span.id)) || found.length !== kept.length)
    throw new AppError('invalid', 'Every span that was found has to be named, once.', { field: 'found' })
  if (byHand.some(({ start }) => start >= duration))
    throw new AppError('invalid', 'A span begins after the end of the recording.', { field: 'byHand' })
  return [
    ...kept.map((span) => ({ ...span, isLifted: lifted.get(span.id) === true })),
    ...byHand.map(({ start, end }) => {
      const same = spans.find((one) => one.kind === 'hand' && one.start === start && one.end === end)
      return same ?? { id: randomUUID(), start, end, kind: 'hand' as const, isLifted: false }
    }),
  ].toSorted((one, other) => one.start - other.start || one.end - other.end)
}

interface SpanChange {
  field: 'redactedStretch'
  from: string | null
  to: string | null
}

/** What is heard now and was not, and the other way round. */
function changesBetween(before: readonly RedactedSpan[], after: readonly RedactedSpan[]): SpanChange[] {
  const was = new Map(inForce(before).map((span) => [span.id, span]))
  const is = new Map(inForce(after).map((span) => [span.id, span]))
  const gone = [...was.values()].filter(({ id }) => !is.has(id))
  const added = [...is.values()].filter(({ id }) => !was.has(id))
  return [
    ...gone.map((span) => ({ field: 'redactedStretch' as const, from: wordsOf(span), to: null })),
    ...added.map((span) => ({ field: 'redactedStretch' as const, from: null, to: wordsOf(span) })),
  ]
}

function inForce(spans: readonly RedactedSpan[]): RedactedSpan[] {
  return spans.filter(({ isLifted }) => !isLifted)
}

function wordsOf({ kind, start, end }: RedactedSpan): string {
  return `${kind}, ${formatFixed(start, 1)} to ${formatFixed(end, 1)} s`
}
