import { callStatuses, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import { instantParam, Integer } from '../../../db/calls/row-values.ts'
import { startYielding } from '../../../lib/yield-to-event-loop.ts'
import { isEndKnown } from './call-state.ts'
import type { LineChunks } from './line-chunks.ts'
import type { NormalCall } from './normalise.ts'
import type { PendingCall } from './pending.ts'
import { addCaller, addCallerOf, type Callers } from './callers.ts'
import type { JournalEntry } from '../journal/journal.ts'

/** A batch that is accepted but not inserted yet. */
export interface Batch extends JournalEntry {
  /** In the order of the lines of the file. */
  calls: readonly PendingCall[]
  notes: BatchNotes
  /** What is in the file, while few batches wait: then it need not be read again. */
  rows?: readonly Buffer[] | undefined
  /** To be called when these are no longer needed. */
  giveBack?: (() => void) | undefined
}

export const Replaced = z.strictObject({
  id: z.string(),
  customerId: z.string(),
  startedAt: z.string(),
  direction: z.enum(directions),
  callerNumber: z.string(),
  targetNumber: z.string(),
  isLeg: z.boolean(),
})

/** The version that a correction replaces: enough to find it in the table, and the history it belongs to. */
export type Replaced = z.infer<typeof Replaced>

const Unclassified = z.strictObject({
  line: z.int(),
  raw: z.string(),
  sourceSystem: z.string(),
  externalCallId: z.string(),
})

export const BatchNotes = z.strictObject({
  replaced: z.array(Replaced).default([]),
  /**
   * The calls as they were sent, in the order of the lines, of a batch that was accepted while the store did not answer,
   * or that follows such a batch: its calls are classified before they are inserted. Named as it is on disk.
   */
  unjudged: z.array(Unclassified).nullable().default(null),
  /** Of each call only some fields were sent. */
  isMerge: z.boolean().default(false),
})
export type BatchNotes = z.infer<typeof BatchNotes>

export interface VersionedCall {
  call: NormalCall
  revision: number | null
}

/** Writes the lines of a batch. */
export async function writeCalls(
  lines: LineChunks,
  { calls, version }: { calls: readonly VersionedCall[]; version: number },
): Promise<readonly Buffer[]> {
  const start = `{"version":${version},"received_at":"${instantParam(new Date())}",`
  const yielding = startYielding()
  for (const { call, revision } of calls) {
    lines.add(start, revision === null ? '' : `"revision":${revision},`, call.columns, '\n')
    if (yielding.isDue()) await yielding.yield()
  }
  return lines.rows
}

export function pendingOf({ call, revision }: VersionedCall): PendingCall {
  const { columns: _columns, externalCallId: _externalCallId, sourceSystem: _sourceSystem, ...facts } = call
  return { ...facts, revision }
}

export function replacedOf(call: Replaced): Replaced {
  const { id, customerId, startedAt, direction, callerNumber, targetNumber, isLeg } = call
  return { id, customerId, startedAt, direction, callerNumber, targetNumber, isLeg }
}

const text = z.string().default('')

const Line = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    revision: Integer.nullable().default(null),
    content_hash: z.string(),
    started_at: z.string(),
    direction: z.enum(directions),
    status: z.enum(callStatuses),
    caller_number: text,
    target_number: text,
    parent_call_id: text,
    end_unknown: z.union([z.boolean(), z.int()]).default(false),
    network: text,
    number: text,
    location: text,
    npanxx: text,
    zipcode: text,
    postalcode: text,
    state: text,
    county: text,
    historicalroute: text,
    dma: text,
    tod: text,
    rotationgroup: text,
  })
  .transform((line): PendingCall => {
    const { id, customer_id, revision, content_hash, started_at, direction, status, ...rest } = line
    const { caller_number, target_number, parent_call_id, end_unknown, ...codes } = rest
    return {
      id,
      customerId: customer_id,
      revision,
      contentHash: content_hash,
      startedAt: started_at,
      direction,
      status,
      callerNumber: caller_number,
      targetNumber: target_number,
      isLeg: parent_call_id !== '',
      isOver: isEndKnown({ status, isEndUnknown: Boolean(end_unknown) }),
      codes,
    }
  })

/** Each without its end. */
export function* eachLine(rows: readonly Buffer[]): Generator<Buffer, void> {
  for (const some of rows)
    for (let from = 0; from < some.length;) {
      const end = some.indexOf(newLine, from)
      if (end === -1) break
      yield some.subarray(from, end)
      from = end + 1
    }
}

const newLine = 10

export function linesOf(rows: Buffer): string[] {
  const lines = rows.toString().split('\n')
  lines.pop()
  return lines
}

/** The calls of a batch from an earlier run of the portal. */
export function decodeCalls(rows: Buffer): PendingCall[] {
  return linesOf(rows).map((line) => Line.parse(JSON.parse(line)))
}

const CallerLine = z.strictObject({ customer: z.string(), caller: z.string() })

/** A note of callers whose calls were changed, but not by a batch. */
export function encodeCallers(customerId: string, numbers: readonly string[]): Buffer {
  return Buffer.from(
    numbers.map((caller) => `${JSON.stringify({ customer: customerId, caller })}\n`).join(''),
  )
}

/** The callers of an inserted batch, or of such a note. */
export function decodeCallers(rows: Buffer): Callers {
  const callers: Callers = new Map()
  for (const line of linesOf(rows)) {
    const content: unknown = JSON.parse(line)
    const note = CallerLine.safeParse(content).data
    if (note === undefined) addCallerOf(callers, Line.parse(content))
    else addCaller(callers, note.customer, note.caller)
  }
  return callers
}
