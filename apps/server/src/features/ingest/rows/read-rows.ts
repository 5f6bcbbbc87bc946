import { isUtf8 } from 'node:buffer'
import { batchRowLimit, type CallInput } from '@callboard/contract/calls'
import type { QuarantinedForm } from '@callboard/contract/quarantine'
import { AppError } from '../../../lib/app-error.ts'
import { parseJson } from '../../../lib/json.ts'
import { startYielding } from '../../../lib/yield-to-event-loop.ts'
import { type RowError, rowError } from './row-errors.ts'

/** One call as a source sent it. */
export interface SentRow {
  /** From 1: line of the NDJSON or of the file, or place in the array. */
  line: number
  /** Unchanged, for the quarantine. */
  raw: string
  value: unknown
  /** The value, where our own code has built it and checked it against the contract. */
  input?: CallInput
  /** Why it could not be read; `value` is undefined then. */
  error?: RowError
  /** What the source reads the row out of, where it is no call as `POST /api/calls` takes it. */
  form?: QuarantinedForm
  /** Which call it is of, where the value does not say it: one of its source. */
  externalCallId?: string | undefined
  /** Only a part of that call, which stays in the quarantine when the call is accepted without it. */
  isLeg?: boolean | undefined
}

// No valid row is longer, even with every character escaped.
const rowLengthLimit = 2 << 20

/** The rows of a JSON object, a JSON array or NDJSON. Throws `AppError` for a body that cannot be read at all. */
export async function readRows(body: Buffer, contentType: string): Promise<SentRow[]> {
  if (contentType.startsWith('application/x-ndjson')) return await readLines(body)
  if (!isUtf8(body)) throw new AppError('malformedBody', 'The body is not UTF-8 text.')
  const text = body.toString().replace(/^\ufeff/, '')
  const start = skipSpace(text, 0)
  if (text[start] === '[') return await readArray(text, start)
  if (text[start] !== '{')
    throw new AppError('malformedBody', 'The body is neither a call nor a list of calls.')
  requireRowLength(text.length)
  return [{ line: 1, raw: text.trim(), value: parseJson(text) }]
}

const newline = 0x0a

async function readLines(body: Buffer): Promise<SentRow[]> {
  const rows: SentRow[] = []
  const yielding = startYielding()
  let line = 0
  for (let from = 0; from < body.length;) {
    line++
    const found = body.indexOf(newline, from)
    const to = found === -1 ? body.length : found
    const row = readLine(body.subarray(from, to), line)
    if (row !== undefined) push(rows, row)
    from = to + 1
    if (yielding.isDue()) await yielding.yield()
  }
  if (rows.length === 0) throw new AppError('malformedBody', 'The body holds no call.')
  return rows
}

/** Undefined for a blank line. */
function readLine(bytes: Buffer, line: number): SentRow | undefined {
  requireRowLength(bytes.length)
  // Bytes that are not UTF-8 are kept as one character per byte, so that none is lost.
  if (!isUtf8(bytes))
    return { line, raw: bytes.toString('latin1'), value: undefined, error: rowError('notText') }
  const raw = bytes
    .toString()
    .replace(/^\ufeff/, '')
    .trim()
  return raw === '' ? undefined : readKeptRow(raw, line)
}

/**
 * Cuts an array into the texts of its elements, so that each is kept as it was sent and a large batch is not parsed in
 * one go.
 */
async function readArray(text: string, start: number): Promise<SentRow[]> {
  const rows: SentRow[] = []
  const yielding = startYielding()
  let at = skipSpace(text, start + 1)
  if (text[at] === ']') at = skipSpace(text, at + 1)
  else {
    for (;;) {
      const end = endOfValue(text, at)
      requireRowLength(end - at)
      push(rows, readElement(text.slice(at, end).trimEnd(), rows.length + 1))
      const isLast = text[end] === ']'
      at = skipSpace(text, end + 1)
      if (isLast) break
      if (yielding.isDue()) await yielding.yield()
    }
  }
  if (at < text.length) throw new AppError('malformedBody', 'The body is not valid JSON.')
  return rows
}

/** A row as it was sent; `isMerge` when it changes only the fields that it names. */
export interface KeptRow {
  raw: string
  isMerge: boolean
}

/** A row that was kept as it was sent, which may be no JSON. */
export function readKeptRow(raw: string, line: number): SentRow {
  try {
    return { line, raw, value: parseJson(raw) }
  } catch (error) {
    return { line, raw, value: undefined, error: rowErrorOf(error) }
  }
}

/** Whether it is an object, as a call is. */
export function isReadable({ value }: SentRow): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readElement(raw: string, line: number): SentRow {
  try {
    return { line, raw, value: parseJson(raw) }
  } catch (error) {
    // Invalid JSON makes the whole array invalid; a value that is nested too deep is an error of this row only.
    if (error instanceof AppError && error.code === 'tooDeep') {
      return { line, raw, value: undefined, error: rowErrorOf(error) }
    }
    throw error
  }
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** The position of the comma or closing bracket after an element, which may still turn out to be invalid JSON. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) depth++
    else if (depth === 0 && (code === comma || code === closeBracket)) return at
    else if (code === closeBrace || code === closeBracket) depth--
  }
  throw new AppError('malformedBody', 'The body is not valid JSON.')
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return text.length
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++
  return at
}

function push(rows: SentRow[], row: SentRow): void {
  if (rows.length >= batchRowLimit) {
    throw new AppError('payloadTooLarge', `A batch holds at most ${batchRowLimit} calls.`)
  }
  rows.push(row)
}

function requireRowLength(length: number): void {
  if (length > rowLengthLimit) throw new AppError('payloadTooLarge', 'A single call is longer than 2 MiB.')
}

function rowErrorOf(error: unknown): RowError {
  if (error instanceof AppError && error.code === 'tooDeep')
    return { code: error.code, description: error.message }
  return rowError('malformedRow')
}
