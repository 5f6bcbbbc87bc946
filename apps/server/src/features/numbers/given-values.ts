import type { AssignmentValues, GivenAssignment } from '@callboard/contract/numbers'
import type { Caller } from '../../access/callers/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  requireUnrestricted,
} from '../../access/rows/entity-visibility.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { checkEntityCode } from '../../lib/entity-code.ts'
import { instantOfMoment } from '../../lib/given-moment.ts'
import { countryOfNumbers, toE164 } from '../../lib/phone.ts'
import * as store from './store.ts'
import { type Planned, plannedOf } from './timelines.ts'

export type Customer = NonNullable<Awaited<ReturnType<typeof store.selectCustomer>>>

/** Throws `forbidden` where the caller sees only some: calls get the location of their number, and with it who sees them. */
export async function editingVisibility(db: Db, caller: Caller): Promise<EntityVisibility> {
  const visibility = await getEntityVisibility(db, caller)
  requireUnrestricted(visibility, 'change what numbers stand for')
  return visibility
}

export interface Planning {
  db: Db
  visibility: EntityVisibility
}

export async function customerInScope({ db, visibility }: Planning, customerId: string): Promise<Customer> {
  const isInScope = visibility.scope.coversCustomer(customerId)
  const customer = isInScope ? await store.selectCustomer(db, customerId) : undefined
  if (customer !== undefined) return customer
  throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
}

/** A number in the one way of writing it. Throws `invalid`. */
export function codeOfNumber(number: string, { country }: Customer, field: string): string {
  const { code, error } = checkEntityCode('number', number, countryOfNumbers(country))
  if (code === undefined) throw new AppError('invalid', `${number} ${error}.`, { field })
  return code
}

/** As it was given, in instants and in one way of writing amounts and numbers. Throws `invalid`. */
export function plannedFrom(given: GivenAssignment, customer: Customer, path: string): Planned {
  const { id, from: _from, until: _until, ...values } = given
  return plannedOf({ id, ...spanOf(given, customer, path), ...checkedValues(values, customer, path) })
}

/** Instants of a span that is given in days or instants. */
export function spanOf(
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
export function checkedValues<V extends Partial<AssignmentValues>>(
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

export function overlapping(field: string, which: string): AppError {
  return new AppError('invalid', `${which} overlap. A number stands for one thing at a time.`, { field })
}
