import type { IngestAnswer } from '@callboard/contract/calls'
import type { Db } from '../../../db/tables/schema.ts'
import type { Geography } from '../../../lib/geo/place-of-number.ts'
import type { Standings } from '../standings/attribute.ts'
import { checkRow, type IngestCustomer } from './check.ts'
import type { BeforeWriting, Committer, Classified, ClassifiedCall, Submitted } from './committer.ts'
import { withShownKeys } from './dialled-keys.ts'
import { checkFields } from './merge-fields.ts'
import { type NormalCall, normaliseCall } from './normalise.ts'
import { withParent } from './parent.ts'
import type { SentRow } from './read-rows.ts'
import { type RowError, rowError } from './row-errors.ts'
import { insertQuarantined, type QuarantinedRow } from './quarantine-store.ts'
import { startYielding } from '../../../lib/yield-to-event-loop.ts'

interface Accepting {
  db: Db
  geography: Geography
  standings: Standings
  /** Throws where another process writes calls. */
  committer: () => Committer
}

export interface HowToAccept {
  /** The source system of calls that name none. */
  source: string
  /** Whether the answer says which calls they are. */
  withIds?: boolean
  /** Whether fields that are left out stay as they are. */
  isMerge?: boolean
  /** Of rows that are in the quarantine: whoever sends them keeps them there. */
  isRetry?: boolean
  beforeWriting?: BeforeWriting
  /** Is told which of the rows were rejected: several may be of one line. */
  onRejected?: (rejected: readonly Rejected[]) => void
}

interface Sent extends HowToAccept {
  customer: IngestCustomer
  rows: readonly SentRow[]
}

/** A row that was rejected, and why. */
interface Rejected {
  row: SentRow
  error: RowError
}

/** A call that was not rejected, and the row that told of it. */
export interface Kept {
  row: SentRow
  call: Pick<NormalCall, 'id' | 'customerId' | 'externalCallId' | 'startedAt'>
}

/** Resolves when every accepted row is in the journal and every rejected one in the quarantine. */
export async function acceptRows(
  accepting: Accepting,
  sent: Sent,
): Promise<{ answer: IngestAnswer; kept: readonly Kept[] }> {
  const { classified, rejected } =
    sent.isMerge === true ? await mergeRows(accepting, sent) : await writeRows(accepting, sent)
  const kept: Kept[] = []
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const refused: Rejected[] = []
  for (const { row, result } of classified) {
    if ('error' in result) refused.push({ row, error: result.error })
    else if (result.outcome === 'conflict') refused.push({ row, error: rowError('revisionConflict') })
    else {
      counts[result.outcome]++
      kept.push({ row, call: result.call })
    }
  }
  await quarantine(accepting, sent, refused)
  sent.onRejected?.([...rejected, ...refused])
  const answer = {
    received: sent.rows.length,
    ...counts,
    rejected: [...rejected, ...refused]
      .map(({ row, error: { code, description } }) => ({
        line: row.line,
        externalCallId: externalIdOf(row),
        code,
        description,
      }))
      .toSorted((one, other) => one.line - other.line),
    ...(sent.withIds === true && {
      calls: kept.map(({ row: { line }, call: { id, externalCallId } }) => ({ line, id, externalCallId })),
    }),
  }
  return { answer, kept }
}

interface RowResults {
  classified: readonly { row: SentRow; result: Classified }[]
  rejected: readonly Rejected[]
}

async function writeRows(accepting: Accepting, sent: Sent): Promise<RowResults> {
  const { submitted, rejected } = await checkRows(sent, prepareCall(accepting, sent))
  await quarantine(accepting, sent, rejected)
  const results =
    submitted.length === 0 ? [] : await accepting.committer().submit(submitted, sent.beforeWriting)
  return { classified: resultsOf(submitted, results), rejected }
}

async function mergeRows(accepting: Accepting, sent: Sent): Promise<RowResults> {
  const { geography, standings } = accepting
  const merging = { ...sent, geography, standings, nowMs: Date.now() }
  const { submitted, rejected } = await checkRows(sent, (row) => checkFields(row, merging))
  await quarantine(accepting, sent, rejected)
  const results = submitted.length === 0 ? [] : await accepting.committer().merge(submitted)
  return { classified: resultsOf(submitted, results), rejected }
}

function resultsOf(submitted: readonly { row: SentRow }[], results: readonly Classified[]) {
  return submitted.flatMap(({ row }, at) => {
    const result = results[at]
    return result === undefined ? [] : [{ row, result }]
  })
}

export interface DryRun {
  calls: ClassifiedCall[]
  rejected: Rejected[]
}

/** What would become of rows; nothing is written. */
export async function classifyRows(accepting: Omit<Accepting, 'db'>, sent: Sent): Promise<DryRun> {
  const { submitted, rejected } = await checkRows(sent, prepareCall(accepting, sent))
  const classified = await accepting.committer().classify(submitted)
  const conflicts = submitted.filter((_, at) => classified[at]?.outcome === 'conflict')
  return {
    calls: classified.filter(({ outcome }) => outcome !== 'conflict'),
    rejected: [...rejected, ...conflicts.map(({ row }) => ({ row, error: rowError('revisionConflict') }))],
  }
}

function prepareCall(
  { geography, standings }: Pick<Accepting, 'geography' | 'standings'>,
  { customer, source }: Sent,
) {
  const nowMs = Date.now()
  return (row: SentRow): Submitted | { error: RowError } => {
    const checked = checkRow(row, customer, nowMs)
    if ('error' in checked) return checked
    const input = withParent(withShownKeys(checked.input), { customer, source })
    if ('error' in input) return input
    const call = normaliseCall(input, { customer, source, geography, standings })
    return input.parentCallId === call.id ? { error: rowError('ownParent') } : { call, row }
  }
}

async function checkRows<T extends object>(
  { rows }: Sent,
  check: (row: SentRow) => T | { error: RowError },
): Promise<{ submitted: T[]; rejected: Rejected[] }> {
  const yielding = startYielding()
  const submitted: T[] = []
  const rejected: Rejected[] = []
  for (const row of rows) {
    const checked = check(row)
    if ('error' in checked) rejected.push({ row, error: checked.error })
    else submitted.push(checked)
    if (yielding.isDue()) await yielding.yield()
  }
  return { submitted, rejected }
}

async function quarantine(
  { db }: Accepting,
  { customer, source, isMerge = false, isRetry }: Sent,
  rejected: readonly Rejected[],
): Promise<void> {
  if (rejected.length === 0 || isRetry === true) return
  const rows = rejected.map(({ row, error }): QuarantinedRow => ({
    ...error,
    line: row.line,
    raw: row.raw,
    sourceSystem: textOf(row.value, 'sourceSystem', 64) ?? source,
    externalCallId: externalIdOf(row),
    isLeg: row.isLeg,
    isMerge,
    form: row.form ?? 'call',
  }))
  await insertQuarantined(db, customer.id, rows)
}

/** What a row is called at its source, as far as it says so. */
export function externalIdOf({ value, externalCallId }: SentRow): string | null {
  return externalCallId ?? textOf(value, 'externalCallId', 200)
}

/** A field of what was sent, if it is a text that PostgreSQL can store. */
function textOf(value: unknown, field: string, maxLength: number): string | null {
  if (typeof value !== 'object' || value === null) return null
  const text: unknown = Object.getOwnPropertyDescriptor(value, field)?.value
  if (typeof text !== 'string' || text === '' || text.length > maxLength) return null
  return text.isWellFormed() && !text.includes('\0') ? text : null
}
