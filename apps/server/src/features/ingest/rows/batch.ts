import { callStatuses, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import { instantParam, Integer } from '../../../db/calls/row-values.ts'
import type { NormalCall } from './normalise.ts'
import type { PendingCall } from './pending.ts'
import { addCaller, addCallerOf, type Callers } from './callers.ts'
import type { JournalEntry } from '../journal/journal.ts'

/** A batch that is accepted but not inserted yet. */
export interface Batch extends JournalEntry {
  /** In the order of the lines of the file. */
  calls: readonly PendingCall[]
  notes: BatchNotes
  /** Those of the file, while few batches wait: then they need not be read again. */
  lines?: readonly string[] | undefined
}

const Replaced = z.strictObject({
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
})
export type BatchNotes = z.infer<typeof BatchNotes>

export interface VersionedCall {
  call: NormalCall
  revision: number | null
}

/** The lines of a batch, without their ends. */
export function linesOfCalls(calls: readonly VersionedCall[], version: number): string[] {
  const start = `{"version":${version},"received_at":"${instantParam(new Date())}",`
  return calls.map(({ call, revision }) =>
    revision === null ? `${start}${call.columns}` : `${start}"revision":${revision},${call.columns}`,
  )
}

export function encodeLines(lines: readonly string[]): Buffer {
  // In one piece: a text put together of two would be copied once more.
  return Buffer.from([...lines, ''].join('\n'))
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
    const { caller_number, target_number, parent_call_id, ...codes } = rest
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
      codes,
    }
  })

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
