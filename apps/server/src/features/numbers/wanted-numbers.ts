import { assignmentValues, type NumberEdit, NumberLine } from '@callboard/contract/numbers'
import type { z } from 'zod'
import type { Caller } from '../../access/callers/caller.ts'
import type { WantedNumber } from '../../db/tables/number-tables.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { startYielding } from '../../lib/yield-to-event-loop.ts'
import { itemsOfZodError } from '../../lib/zod-errors.ts'
import {
  checkedValues,
  codeOfNumber,
  type Customer,
  customerInScope,
  editingVisibility,
  overlapping,
  plannedFrom,
  type Planning,
  spanOf,
} from './given-values.ts'
import { type FileLine, readAssignmentFile } from './read-file.ts'
import * as store from './store.ts'
import { findOverlap, inOrderOfTime, type Planned } from './timelines.ts'

/** What is to become of numbers of a customer. */
export interface Wanted {
  customer: Customer
  numbers: readonly WantedNumber[]
}

export type EditOfMany = Exclude<NumberEdit, { kind: 'timeline' }>

/** What an edit says of numbers. Throws `invalid`, `notFound` and `forbidden`; see `editNumbers`. */
export async function readWanted(db: Db, caller: Caller, edit: EditOfMany): Promise<Wanted> {
  const planning = { db, visibility: await editingVisibility(db, caller) }
  if (edit.kind === 'set') return await ofSet(planning, edit)
  const customer = await customerInScope(planning, edit.customerId)
  return {
    customer,
    numbers: edit.kind === 'file' ? await ofFile(edit, customer) : await ofLines(edit.lines, customer),
  }
}

async function ofSet(
  { db, visibility }: Planning,
  { numberIds, values: given, ...moments }: Extract<NumberEdit, { kind: 'set' }>,
): Promise<Wanted> {
  const ids = [...new Set(numberIds)]
  const found = await store.selectNumbersById(db, visibility, ids)
  const [first] = found
  if (first === undefined || found.length < ids.length) throw notFound()
  if (found.some(({ customerId }) => customerId !== first.customerId))
    throw new AppError('invalid', 'These numbers are of several customers. Change those of one at a time.', {
      field: 'numberIds',
    })
  const customer = orNotFound(await store.selectCustomer(db, first.customerId))
  const span = spanOf(moments, customer, '')
  const values = checkedValues(given, customer, 'values.')
  return { customer, numbers: found.map(({ number }) => ({ number, spans: [{ ...span, values }] })) }
}

type Line = z.infer<typeof NumberLine>

async function ofFile(
  { csv }: Extract<NumberEdit, { kind: 'file' }>,
  customer: Customer,
): Promise<WantedNumber[]> {
  const read = await readAssignmentFile(csv, customer.country === 'US')
  const lines: Line[] = []
  const yielding = startYielding()
  for (const line of read) {
    lines.push(checkedLine(line))
    if (yielding.isDue()) await yielding.yield()
  }
  try {
    return await ofLines(lines, customer)
  } catch (error) {
    throw inFile(error, read)
  }
}

function checkedLine({ line, ...given }: FileLine): Line {
  const parsed = NumberLine.safeParse(given)
  if (parsed.success) return parsed.data
  const [item] = itemsOfZodError(parsed.error)
  throw new AppError('invalid', `Line ${line}: ${item?.description}`, { field: 'csv' })
}

/** What is wrong with a line, with its place in the file. */
function inFile(error: unknown, read: readonly FileLine[]): unknown {
  if (!(error instanceof AppError)) return error
  const [, at] = /^lines\.(\d+)\./.exec(error.field ?? '') ?? []
  const line = at === undefined ? undefined : read[Number(at)]?.line
  if (line === undefined) return error
  return new AppError(error.code, `Line ${line}: ${error.message}`, { field: 'csv' })
}

async function ofLines(lines: readonly Line[], customer: Customer): Promise<WantedNumber[]> {
  const byCode = new Map<string, { at: number; one: Planned }[]>()
  const yielding = startYielding()
  for (const [at, { number, ...given }] of lines.entries()) {
    const code = codeOfNumber(number, customer, `lines.${at}.number`)
    const own = byCode.get(code) ?? []
    own.push({ at, one: plannedFrom(given, customer, `lines.${at}.`) })
    byCode.set(code, own)
    if (yielding.isDue()) await yielding.yield()
  }
  return Array.from(byCode, ([number, own]): WantedNumber => {
    const lineOf = new Map(own.map(({ one, at }) => [one, at]))
    const ordered = inOrderOfTime([...lineOf.keys()])
    const overlap = findOverlap(ordered)?.map((one) => lineOf.get(one) ?? 0)
    if (overlap !== undefined) throw overlapping(`lines.${overlap[1]}.from`, linesOf(overlap))
    return { number, spans: ordered.map(spanOfLine) }
  })
}

function spanOfLine(line: Planned): WantedNumber['spans'][number] {
  // Of very many numbers what is not said would be most of what is stored until they are written.
  const said = assignmentValues.filter((name) => line[name] !== null)
  const values = Object.fromEntries(said.map((name) => [name, line[name]]))
  return { from: line.from, until: line.until, values, isWhole: true }
}

function linesOf(overlap: readonly number[]): string {
  const [one = 0, other = 0] = overlap.toSorted((first, second) => first - second)
  return `Lines ${one + 1} and ${other + 1}`
}
