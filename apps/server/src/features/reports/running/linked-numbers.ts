import {
  type linkNumber as linking,
  maxLinkedNumbers,
  type unlinkNumber as unlinking,
} from '@callboard/contract/callers'
import type { Body } from '@callboard/contract/endpoint'
import { changeBy } from '../../../access/callers/actor.ts'
import type { Caller } from '../../../access/callers/caller.ts'
import { Scope } from '../../../access/rows/scope.ts'
import { selectCustomerCountry } from '../../../db/customer-country.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError } from '../../../lib/app-error.ts'
import { checkEntityCode } from '../../../lib/entity-code.ts'
import { countryOfNumbers } from '../../../lib/phone.ts'
import * as store from './linked-caller-store.ts'

/** Says that two numbers are of one person. Throws `invalid` for what is no number, and where there are too many. */
export async function linkNumber(
  db: Db,
  caller: Caller,
  { customerId, ...given }: Body<typeof linking>,
): Promise<undefined> {
  const country = await countryInScope(db, caller, customerId)
  const number = codeOf(given.number, country, 'number')
  const other = codeOf(given.other, country, 'other')
  if (number === other) throw new AppError('invalid', 'These are one number.', { field: 'other' })
  await changeBy(db, caller, async (transaction) => {
    await store.lockLinked(transaction, customerId)
    const known = await store.selectLinked(transaction, { customerId, numbers: [number, other] })
    const numbers = [...new Set([...known.flatMap((one) => one.numbers), number, other])]
    if (numbers.length > maxLinkedNumbers)
      throw new AppError('invalid', `A person has at most ${maxLinkedNumbers} numbers.`, { field: 'other' })
    const [first, second] = known
    if (second !== undefined) await store.deleteLinked(transaction, second.id)
    if (first === undefined) await store.insertLinked(transaction, { customerId, numbers })
    else if (numbers.length > first.numbers.length)
      await store.updateLinked(transaction, { id: first.id, numbers })
  })
}

/** Says that a number is of somebody else. */
export async function unlinkNumber(
  db: Db,
  caller: Caller,
  { customerId, number }: Body<typeof unlinking>,
): Promise<undefined> {
  await countryInScope(db, caller, customerId)
  await changeBy(db, caller, async (transaction) => {
    await store.lockLinked(transaction, customerId)
    const [known] = await store.selectLinked(transaction, { customerId, numbers: [number] })
    if (known === undefined) return
    const numbers = known.numbers.filter((one) => one !== number)
    // A number alone is linked with nothing.
    if (numbers.length < 2) await store.deleteLinked(transaction, known.id)
    else await store.updateLinked(transaction, { id: known.id, numbers })
  })
}

async function countryInScope(
  db: Db,
  caller: Caller,
  customerId: string,
): Promise<ReturnType<typeof countryOfNumbers>> {
  const scope = await Scope.of(db, caller)
  const customer = scope.coversCustomer(customerId) ? await selectCustomerCountry(db, customerId) : undefined
  if (customer === undefined)
    throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
  return countryOfNumbers(customer.country)
}

function codeOf(typed: string, country: ReturnType<typeof countryOfNumbers>, field: string): string {
  const { code, error } = checkEntityCode('number', typed, country)
  if (code === undefined) throw new AppError('invalid', `${typed} ${error}.`, { field })
  return code
}
