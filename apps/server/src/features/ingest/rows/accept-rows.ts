import type { CallInput, IngestAnswer } from '@callboard/contract/calls'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/tables/schema.ts'
import type { Geography } from '../../../lib/geo/place-of-number.ts'
import { callId } from '../../../db/call-id.ts'
import { checkRow, type IngestCustomer } from './check.ts'
import type { Committer, Submitted } from './committer.ts'
import { normaliseCall } from './normalise.ts'
import type { SentRow } from './read-rows.ts'
import { type RowError, rowError } from './row-errors.ts'
import { insertQuarantined, type QuarantinedRow } from './quarantine-store.ts'
import { startYielding } from '../../../lib/yield-to-event-loop.ts'

interface Accepting {
  db: Kysely<Database>
  geography: Geography
  committer: Committer
}

interface Sent {
  customer: IngestCustomer
  rows: readonly SentRow[]
  /** The source system of calls that name none. */
  source: string
  /** Whether the answer says which calls they are. */
  withIds?: boolean
  /** Of rows that are in the quarantine: whoever sends them keeps them there. */
  isRetry?: boolean
}

interface Rejected {
  row: Pick<SentRow, 'line' | 'raw' | 'value'>
  error: RowError
}

/** Resolves when every accepted row is in the journal and every rejected one in the quarantine. */
export async function acceptRows(accepting: Accepting, sent: Sent): Promise<IngestAnswer> {
  const { submitted, rejected } = await prepare(accepting, sent)
  await quarantine(accepting, sent, rejected)
  const outcomes = submitted.length === 0 ? [] : await accepting.committer.submit(submitted)
  const conflicts = submitted
    .filter((_, at) => outcomes[at] === 'conflict')
    .map(({ row: { line, raw }, call }) => ({
      row: { line, raw, value: call },
      error: rowError('revisionConflict'),
    }))
  await quarantine(accepting, sent, conflicts)
  const count = (outcome: string) => outcomes.filter((other) => other === outcome).length
  const calls = submitted.flatMap(({ call, row: { line } }, at) =>
    outcomes[at] === 'conflict' ? [] : [{ line, id: call.id, externalCallId: call.externalCallId }],
  )
  return {
    received: sent.rows.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    rejected: [...rejected, ...conflicts]
      .map(({ row, error: { code, description } }) => ({
        line: row.line,
        externalCallId: externalIdOf(row),
        code,
        description,
      }))
      .toSorted((one, other) => one.line - other.line),
    ...(sent.withIds === true && { calls }),
  }
}

async function prepare({ geography }: Accepting, { customer, rows, source }: Sent) {
  const nowMs = Date.now()
  const yielding = startYielding()
  const submitted: Submitted[] = []
  const rejected: Rejected[] = []
  for (const row of rows) {
    const checked = checkRow(row, customer, nowMs)
    if ('error' in checked) rejected.push({ row, error: checked.error })
    else {
      const input = withParent(checked.input, customer, source)
      if ('error' in input) rejected.push({ row, error: input.error })
      else {
        const call = normaliseCall(input, { customer, source, geography })
        if (input.parentCallId === call.id) rejected.push({ row, error: rowError('ownParent') })
        else submitted.push({ call, row })
      }
    }
    if (yielding.isDue()) await yielding.yield()
  }
  return { submitted, rejected }
}

/** The same call with its parent by id, where it is named by its id at the source. */
function withParent(input: CallInput, customer: IngestCustomer, source: string) {
  const { parentExternalCallId: external, ...rest } = input
  if (external === undefined || external === null) return input
  const parentCallId = callId(customer.id, input.sourceSystem ?? source, external)
  const isOther = (input.parentCallId ?? parentCallId) !== parentCallId
  return isOther ? { error: rowError('parentMismatch') } : { ...rest, parentCallId }
}

async function quarantine(
  { db }: Accepting,
  { customer, source, isRetry }: Sent,
  rejected: readonly Rejected[],
): Promise<void> {
  if (rejected.length === 0 || isRetry === true) return
  const rows = rejected.map(({ row, error }): QuarantinedRow => ({
    ...error,
    line: row.line,
    raw: row.raw,
    sourceSystem: textOf(row.value, 'sourceSystem', 64) ?? source,
    externalCallId: externalIdOf(row),
  }))
  await insertQuarantined(db, customer.id, rows)
}

/** What a row is called at its source, as far as it says so. */
export function externalIdOf({ value }: Pick<SentRow, 'value'>): string | null {
  return textOf(value, 'externalCallId', 200)
}

/** A field of what was sent, if it is a text that PostgreSQL can store. */
function textOf(value: unknown, field: string, longest: number): string | null {
  if (typeof value !== 'object' || value === null) return null
  const text: unknown = Object.getOwnPropertyDescriptor(value, field)?.value
  if (typeof text !== 'string' || text === '' || text.length > longest) return null
  return text.isWellFormed() && !text.includes('\0') ? text : null
}
