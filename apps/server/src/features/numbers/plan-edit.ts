import { isDeepStrictEqual } from 'node:util'
import { fields } from '@callboard/contract/call-fields'
import { codedFields } from '@callboard/contract/merged-types'
import type { Assignment, GivenAssignment, NumberEdit } from '@callboard/contract/numbers'
import type { Caller } from '../../access/callers/caller.ts'
import type { WantedNumber } from '../../db/tables/number-tables.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'
import type { WrittenPart } from './change-store.ts'
import {
  codeOfNumber,
  type Customer,
  customerInScope,
  editingVisibility,
  overlapping,
  plannedFrom,
  type Planning,
} from './given-values.ts'
import * as store from './store.ts'
import { findOverlap, inOrderOfTime, noValues, type Planned, withValues } from './timelines.ts'
import type { Wanted } from './wanted-numbers.ts'

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

/** Of how many numbers a statement asks: others are served between two. */
const numbersPerQuery = 1000

/** The plan for what is wanted. Throws `invalid` for codes that nothing has. */
export async function planWanted(db: Db, { customer, numbers }: Wanted): Promise<Plan> {
  const plan = await applyWanted(db, customer.id, numbers)
  await requireKnownCodes(db, customer, plan.numbers)
  return plan
}

/** The same of what has been found to be right. */
export async function applyWanted(
  db: Db,
  customerId: string,
  wanted: readonly WantedNumber[],
): Promise<Plan> {
  const planned: PlannedNumber[] = []
  for (const some of inPartsOf(numbersPerQuery, wanted)) {
    const codes = some.map(({ number }) => number)
    const known = await store.selectTimelines(db, { customerId, codes })
    const found = new Map(known.map((one) => [one.number, one]))
    for (const { number, spans } of some) {
      const { id, assignments: before = [] } = found.get(number) ?? {}
      let after: readonly Planned[] = before
      for (const { values, isWhole, ...span } of spans)
        after = withValues(after, span, isWhole === true ? { ...noValues, ...values } : values)
      planned.push({ id, number, before, after })
    }
  }
  return { customerId, named: planned, numbers: planned.filter(isChanged) }
}

/** The plan that makes its numbers again what they were before a part of a change, and those that are not as it left them. */
export async function planUndoing(
  db: Db,
  customerId: string,
  { before, after }: WrittenPart,
): Promise<{ plan: Plan; others: number }> {
  const ids = Object.keys(after)
  const known = await store.selectTimelinesById(db, ids)
  const named = known.filter(({ id, assignments }) => isDeepStrictEqual(assignments, after[id]))
  const numbers = named.map(({ id, number, assignments }) => ({
    id,
    number,
    before: assignments,
    after: before[id] ?? [],
  }))
  return { plan: { customerId, named, numbers }, others: ids.length - named.length }
}

function isChanged({ before, after }: PlannedNumber): boolean {
  return !isDeepStrictEqual(before, after)
}

/** The plan of a timeline that is given as a whole. Throws as `planTimeline`. */
export async function planEditedTimeline(
  db: Db,
  caller: Caller,
  { numberId, assignments }: Extract<NumberEdit, { kind: 'timeline' }>,
): Promise<Plan> {
  return await planTimeline(db, caller, {
    numberId,
    makeTimeline: (before, customer) => ofTimeline(assignments, before, customer),
  })
}

/** Of which number: by its id, or as its customer writes it, where it may not be there yet. */
export type NumberKey = { numberId: string } | { customerId: string; number: string }

/** The plan that makes another timeline of one number. Throws `invalid`, `notFound` and `forbidden`. */
export async function planTimeline(
  db: Db,
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
  const planned = [{ ...number, after }].filter(isChanged)
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
  const code = codeOfNumber(key.number, customer, 'number')
  const known = await store.selectTimelines(db, { customerId: customer.id, codes: [code] })
  return { customer, id: known[0]?.id, number: code, before: known[0]?.assignments ?? [] }
}

function ofTimeline(
  given: readonly GivenAssignment[],
  before: readonly Assignment[],
  customer: Customer,
): Planned[] {
  const ids = new Set(before.map(({ id }) => id))
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

/** Of what is new: a code that nothing has would be a name that is misspelt. */
async function requireKnownCodes(
  db: Db,
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
