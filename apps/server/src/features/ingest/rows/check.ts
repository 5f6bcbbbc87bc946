import { CallInput, earliestStartMs } from '@callboard/contract/calls'
import { findField } from '@callboard/contract/field-names'
import type { z } from 'zod'
import { shownValue } from '../../../lib/shown-value.ts'
import { itemsOfZodError } from '../../../lib/zod-errors.ts'
import type { SentRow } from './read-rows.ts'
import { valueAt, wordsOfIssue, wordsWithValue } from './field-words.ts'
import { type DeclaredAttribute, withStoredAttributes } from './sent-attributes.ts'
import { type RowError, rowError } from './row-errors.ts'

/** The customer whose calls are ingested: that of the API key or of the import. */
export interface IngestCustomer {
  id: string
  code: string
  /** ISO 3166-1: the country of numbers without a calling code. */
  country: string
  /** ISO 4217: of amounts without a currency. */
  currency: string
  attributes: readonly DeclaredAttribute[]
}

export type Checked = { input: CallInput } | { error: RowError }

const dayMs = 86_400_000

/** What is wrong with a field of a row, or with all of it. */
interface FieldError {
  field: string | null
  description: string
}

/** A call of which only the fields that change are sent. */
const CallFields = CallInput.partial().required({ externalCallId: true })

/** All that is wrong with a row by itself; nothing where only another version of its call may be in its way. */
export function errorsOfRow(row: SentRow, customer: IngestCustomer, isMerge: boolean): FieldError[] {
  const parsed = row.error === undefined ? (isMerge ? CallFields : CallInput).safeParse(row.value) : undefined
  if (parsed?.success === false)
    return itemsOfZodError(parsed.error, (issue) => wordsWithValue(issue, row.value)).map(
      ({ field = null, description }) => ({ field, description }),
    )
  const checked = isMerge ? checkSentFields(row, customer) : checkRow(row, customer, Date.now())
  if (!('error' in checked)) return []
  const { description } = checked.error
  // The sentences about a field begin with its name.
  const field = /^\w+(?=(\.\w+)? is )/.exec(description)?.[0] ?? ''
  return [{ field: Object.hasOwn(CallInput.shape, field) ? field : null, description }]
}

/** Checks a row of fields against the contract, and its customer: its times are known with the call. */
export function checkSentFields(
  row: SentRow,
  customer: IngestCustomer,
): { fields: z.infer<typeof CallFields> } | { error: RowError } {
  if (row.error !== undefined) return { error: row.error }
  const parsed = CallFields.safeParse(row.value)
  if (!parsed.success) return { error: contractError(parsed.error, row.value) }
  if (!isStorable(row, parsed.data)) return { error: rowError('invalidText') }
  const error = customerError(parsed.data, customer)
  return error === undefined ? { fields: parsed.data } : { error }
}

/** Checks a row against the contract, and its customer and times. */
export function checkRow(row: SentRow, customer: IngestCustomer, nowMs: number): Checked {
  if (row.error !== undefined) return { error: row.error }
  if (row.input !== undefined) return checkInput(row.input, customer, nowMs)
  const parsed = CallInput.safeParse(row.value)
  if (!parsed.success) return { error: contractError(parsed.error, row.value) }
  if (!isStorable(row, parsed.data)) return { error: rowError('invalidText') }
  return checkInput(parsed.data, customer, nowMs)
}

/** The reason has no values, so that rows with the same mistakes are counted together. */
export function contractError(error: z.ZodError, row: unknown): RowError {
  const items = itemsOfZodError(error, (issue) => wordsOfIssue(issue, row))
  const [first] = items
  const description = [...new Set(items.map((item) => item.description))].join(' ')
  const isShown = first?.field !== undefined && findField(first.field)?.sent?.mayBeSecret !== true
  return {
    code: first?.code ?? 'invalid',
    description,
    value: isShown ? shownValue(valueAt(row, first.field?.split('.') ?? [])) : undefined,
  }
}

/** Whether the texts of a row can be kept. */
function isStorable({ raw }: Pick<SentRow, 'raw'>, value: unknown): boolean {
  return !mayHoldEscapes(raw) || isText(value)
}

/** Checks a call that keeps to the contract. */
export function checkInput(input: CallInput, customer: IngestCustomer, nowMs: number): Checked {
  const error = customerError(input, customer) ?? timesError(input, nowMs)
  return error === undefined ? withStoredAttributes(input, customer.attributes) : { error }
}

function customerError(
  input: Pick<CallInput, 'customerId' | 'customerCode'>,
  customer: IngestCustomer,
): RowError | undefined {
  const isOther =
    (input.customerId !== undefined && input.customerId !== customer.id) ||
    (input.customerCode !== undefined && input.customerCode !== customer.code)
  return isOther ? rowError('customerMismatch') : undefined
}

function timesError(input: CallInput, nowMs: number): RowError | undefined {
  const startedMs = Date.parse(input.startedAt)
  const answeredMs = instantMs(input.answeredAt)
  const endedMs = instantMs(input.endedAt)
  if (startedMs < earliestStartMs) return rowError('startedTooEarly')
  if (startedMs > nowMs + dayMs) return rowError('startedInFuture')
  if (endedMs !== undefined && endedMs < startedMs) return rowError('endedBeforeStart')
  if (endedMs !== undefined && endedMs > nowMs + dayMs) return rowError('endedInFuture')
  if (answeredMs === undefined) return undefined
  if (answeredMs < startedMs) return rowError('answeredBeforeStart')
  return answeredMs > (endedMs ?? nowMs + dayMs) ? rowError('answeredAfterEnd') : undefined
}

function instantMs(instant: string | null | undefined): number | undefined {
  return instant === null || instant === undefined ? undefined : Date.parse(instant)
}

/** JSON can write a NUL or a lone surrogate only as an escape; other formats may contain a NUL itself. */
function mayHoldEscapes(raw: string): boolean {
  return raw.includes('\\u') || raw.includes('\0')
}

function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (Array.isArray(value)) return value.every(isText)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, inside]) => isText(key) && isText(inside))
  return true
}
