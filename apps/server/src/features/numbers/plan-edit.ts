import { isDeepStrictEqual } from 'node:util'
import { codedFields } from '@callboard/contract/merged-types'
import {
  type Assignment,
  type AssignmentValues,
  type GivenAssignment,
  type NumberEdit,
  NumberLine,
  type NumberTimeline,
} from '@callboard/contract/numbers'
import { fields } from '@callboard/contract/call-fields'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../access/callers/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  requireUnrestricted,
} from '../../access/rows/entity-visibility.ts'
import type { Database } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { checkEntityCode } from '../../lib/entity-code.ts'
import { instantOfMoment } from '../../lib/given-moment.ts'
import { countryOfNumbers, toE164 } from '../../lib/phone.ts'
import { itemsOfZodError } from '../../lib/zod-errors.ts'
import { type FileLine, readAssignmentFile } from './read-file.ts'
import * as store from './store.ts'
import { findOverlap, inOrderOfTime, type Planned, plannedOf, withValues } from './timelines.ts'

/** A number, which may not be there yet, and what it is to stand for. */
interface PlannedNumber {
  /** Undefined for one that is to be added. */
  id: string | undefined
  number: string
  before: readonly Assignment[]
  after: readonly Planned[]
}

/** What an edit makes of numbers. */
export interface Plan {
  customerId: string
  /** All that it is about. */
  named: readonly Pick<PlannedNumber, 'id' | 'number'>[]
  /** Those that change. */
  numbers: PlannedNumber[]
}

export type Customer = NonNullable<Awaited<ReturnType<typeof store.selectCustomer>>>

/** Throws `forbidden` where the caller sees only some: calls get the location of their number, and with it who sees them. */
export async function editingVisibility(db: Kysely<Database>, caller: Caller): Promise<EntityVisibility> {
  const visibility = await getEntityVisibility(db, caller)
  requireUnrestricted(visibility, 'change what numbers stand for')
  return visibility
}

/** Throws `invalid`, `notFound` and `forbidden`; see `editNumbers`. */
export async function planEdit(db: Kysely<Database>, caller: Caller, edit: NumberEdit): Promise<Plan> {
  const visibility = await editingVisibility(db, caller)
  const { customer, numbers } = await plannedNumbers({ db, visibility }, edit)
  const changed = numbers.filter(({ before, after }) => !isDeepStrictEqual(before, after))
  await requireKnownCodes(db, customer, changed)
  return { customerId: customer.id, named: numbers, numbers: changed }
}

/** Of which number: by its id, or as its customer writes it, where it may not be there yet. */
export type NumberKey = { numberId: string } | { customerId: string; number: string }

/** The plan that makes another timeline of one number. Throws as `planEdit`. */
export async function planTimeline(
  db: Kysely<Database>,
  caller: Caller,
  {
    makeTimeline,
    ...key
  }: NumberKey & {
    makeTimeline: (before: readonly Assignment[], customer: Customer) => readonly Planned[]
  },
): Promise<Plan> {
  const visibility = await editingVisibility(db, caller)
  const { customer, ...number } = await findNumber({ db, visibility }, key)
  const after = inOrderOfTime(makeTimeline(number.before, customer))
  if (findOverlap(after) !== undefined) throw overlapping('from', 'Two assignments')
  const planned = [{ ...number, after }].filter(({ before }) => !isDeepStrictEqual(before, after))
  await requireKnownCodes(db, customer, planned)
  return { customerId: customer.id, named: [number], numbers: planned }
}

async function findNumber(planning: Planning, key: NumberKey) {
  const { db, visibility } = planning
  if ('numberId' in key) {
    const [found] = await store.selectNumbersById(db, visibility, [key.numberId])
    const { id, number, assignments, customerId } = orNotFound(found)
    return { customer: await customerInScope(planning, customerId), id, number, before: assignments }
  }
  const customer = await customerInScope(planning, key.customerId)
  const { code, error } = checkEntityCode('number', key.number, countryOfNumbers(customer.country))
  if (code === undefined) throw new AppError('invalid', `${key.number} ${error}.`, { field: 'number' })
  const known = await store.selectNumbersByCode(db, visibility, { customerId: customer.id, codes: [code] })
  return { customer, id: known[0]?.id, number: code, before: known[0]?.assignments ?? [] }
}

interface Planning {
  db: Kysely<Database>
  visibility: EntityVisibility
}

async function plannedNumbers(
  planning: Planning,
  edit: NumberEdit,
): Promise<{ customer: Customer; numbers: PlannedNumber[] }> {
  if (edit.kind === 'lines') return await ofLines(planning, edit)
  if (edit.kind === 'file') return await ofFile(planning, edit)
  const ids = edit.kind === 'timeline' ? [edit.numberId] : [...new Set(edit.numberIds)]
  const found = await store.selectNumbersById(planning.db, planning.visibility, ids)
  const [first] = found
  if (first === undefined || found.length < ids.length) throw notFound()
  if (found.some(({ customerId }) => customerId !== first.customerId))
    throw new AppError('invalid', 'These numbers are of several customers. Change those of one at a time.', {
      field: 'numberIds',
    })
  const customer = orNotFound(await store.selectCustomer(planning.db, first.customerId))
  if (edit.kind === 'timeline') {
    const after = ofTimeline(edit.assignments, first, customer)
    return { customer, numbers: [plannedFor(first, after)] }
  }
  const span = spanOf(edit, customer, '')
  const values = checkedValues(edit.values, customer, 'values.')
  const numbers = found.map((number) => plannedFor(number, withValues(number.assignments, span, values)))
  return { customer, numbers }
}

function plannedFor({ id, number, assignments }: NumberTimeline, after: readonly Planned[]): PlannedNumber {
  return { id, number, before: assignments, after }
}

function ofTimeline(
  given: readonly GivenAssignment[],
  { assignments }: NumberTimeline,
  customer: Customer,
): Planned[] {
  const ids = new Set(assignments.map(({ id }) => id))
  const seen = new Set<string>()
  const planned = given.map((one, at) => {
    const path = `assignments.${at}.`
    if (one.id !== undefined && (!ids.has(one.id) || seen.has(one.id)))
      throw new AppError('invalid', 'There is no such assignment of this number.', { field: `${path}id` })
    if (one.id !== undefined) seen.add(one.id)
    return plannedFrom(one, customer, path)
  })
  const ordered = inOrderOfTime(planned)
  const overlap = findOverlap(ordered)
  if (overlap === undefined) return ordered
  throw overlapping(`assignments.${planned.indexOf(overlap[1])}.from`, 'Two assignments')
}

function overlapping(field: string, which: string): AppError {
  return new AppError('invalid', `${which} overlap. A number stands for one thing at a time.`, { field })
}

/** As it was given, in instants and in one way of writing amounts and numbers. Throws `invalid`. */
export function plannedFrom(given: GivenAssignment, customer: Customer, path: string): Planned {
  const { id, from: _from, until: _until, ...values } = given
  return plannedOf({ id, ...spanOf(given, customer, path), ...checkedValues(values, customer, path) })
}

type Lines = Omit<Extract<NumberEdit, { kind: 'lines' }>, 'kind'>

async function ofFile(
  planning: Planning,
  { customerId, csv }: Extract<NumberEdit, { kind: 'file' }>,
): Promise<{ customer: Customer; numbers: PlannedNumber[] }> {
  const { country } = await customerInScope(planning, customerId)
  const read = readAssignmentFile(csv, country === 'US')
  try {
    return await ofLines(planning, { customerId, lines: read.map(checkedLine) })
  } catch (error) {
    throw inFile(error, read)
  }
}

function checkedLine({ line, ...given }: FileLine): z.infer<typeof NumberLine> {
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

async function customerInScope({ db, visibility }: Planning, customerId: string): Promise<Customer> {
  const isInScope = visibility.scope.coversCustomer(customerId)
  const customer = isInScope ? await store.selectCustomer(db, customerId) : undefined
  if (customer !== undefined) return customer
  throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
}

async function ofLines(
  planning: Planning,
  { customerId, lines }: Lines,
): Promise<{ customer: Customer; numbers: PlannedNumber[] }> {
  const { db, visibility } = planning
  const customer = await customerInScope(planning, customerId)
  const country = countryOfNumbers(customer.country)
  const planned = lines.map(({ number, ...given }, at) => {
    const { code, error } = checkEntityCode('number', number, country)
    if (code === undefined)
      throw new AppError('invalid', `${number} ${error}.`, { field: `lines.${at}.number` })
    return { code, at, one: plannedFrom(given, customer, `lines.${at}.`) }
  })
  const byCode = Map.groupBy(planned, ({ code }) => code)
  const known = await store.selectNumbersByCode(db, visibility, { customerId, codes: [...byCode.keys()] })
  const found = new Map(known.map((number) => [number.number, number]))
  const numbers = Array.from(byCode, ([code, own]): PlannedNumber => {
    const lineOf = new Map(own.map(({ one, at }) => [one, at]))
    const ordered = inOrderOfTime([...lineOf.keys()])
    const overlap = findOverlap(ordered)?.map((one) => lineOf.get(one) ?? 0)
    if (overlap !== undefined) throw overlapping(`lines.${overlap[1]}.from`, linesOf(overlap))
    const number = found.get(code)
    const before = number?.assignments ?? []
    let after: readonly Planned[] = before
    for (const { id: _, from, until, ...values } of ordered)
      after = withValues(after, { from, until }, values)
    return { id: number?.id, number: code, before, after }
  })
  return { customer, numbers }
}

function linesOf(overlap: readonly number[]): string {
  const [one = 0, other = 0] = overlap.toSorted((first, second) => first - second)
  return `Lines ${one + 1} and ${other + 1}`
}

/** Instants of a span that is given in days or instants. */
function spanOf(
  { from, until }: { from?: string | null | undefined; until?: string | null | undefined },
  { timeZone }: Customer,
  path: string,
) {
  const instantOf = (moment: string | null | undefined, field: 'from' | 'until') =>
    moment === null || moment === undefined ? null : instantOfMoment(moment, timeZone, `${path}${field}`)
  const span = { from: instantOf(from, 'from'), until: instantOf(until, 'until') }
  if (span.from !== null && span.until !== null && span.until <= span.from)
    throw new AppError('invalid', 'It must end after it begins.', { field: `${path}until` })
  return span
}

/** Amounts and numbers in one way of writing them. */
function checkedValues<V extends Partial<AssignmentValues>>(
  values: V,
  { country }: Customer,
  path: string,
): V {
  const { targetNumber } = values
  if (targetNumber === undefined || targetNumber === null) return values
  const code = toE164(targetNumber, countryOfNumbers(country))
  if (code === null)
    throw new AppError('invalid', `${targetNumber} is not a phone number such as +14155550123.`, {
      field: `${path}targetNumber`,
    })
  return { ...values, targetNumber: code }
}

/** Of what is new: a code that nothing has would be a name that is misspelt. */
async function requireKnownCodes(
  db: Kysely<Database>,
  { id: customerId }: Customer,
  numbers: readonly PlannedNumber[],
): Promise<void> {
  for (const type of codedFields) {
    const valuesIn = (assignments: readonly Planned[]) => assignments.flatMap((one) => one[type] ?? [])
    const before = new Set(numbers.flatMap((number) => valuesIn(number.before)))
    const wanted = [...new Set(numbers.flatMap(({ after }) => valuesIn(after)))].filter(
      (code) => !before.has(code),
    )
    if (wanted.length === 0) continue
    const known = await store.selectKnownCodes(db, { customerId, type, codes: wanted })
    const missing = wanted.find((code) => !known.has(code))
    if (missing === undefined) continue
    throw new AppError(
      'invalid',
      `There is no ${fields[type].label.toLowerCase()} with the code ${missing}.`,
      { field: type },
    )
  }
}
