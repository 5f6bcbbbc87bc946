import type { Customer } from '@callboard/contract/customers'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { Scope } from '../../access/scope.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { nameTakenWhere } from '../../db/unique-names.ts'
import { updateRecord } from '../../db/update-record.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import {
  customerIsThere,
  type CustomerRow,
  type CustomerValues,
  findCustomerByCode,
  findCustomerRow,
  getCustomerRow,
  insertCustomerRow,
  listCustomerNames,
} from './store.ts'

export function customerOf(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    legacyReportingCid: row.legacy_reporting_cid,
    timeZone: row.time_zone,
    currency: row.currency,
    country: row.country,
    isActive: row.is_active,
    revision: row.revision,
  }
}

/** A customer of the caller's rows; throws `notFound` for any other. */
export async function describeCustomer(db: Kysely<Database>, caller: Caller, id: string): Promise<Customer> {
  const row = isInScope(await Scope.of(db, caller), id) ? await findCustomerRow(db, id) : undefined
  if (row === undefined) throw notFound()
  return customerOf(row)
}

function isInScope({ customerIds }: Scope, id: string): boolean {
  return customerIds === undefined || customerIds.includes(id)
}

interface AskedCustomer {
  name?: string | undefined
  code?: string | undefined
  legacyReportingCid?: string | null | undefined
  timeZone?: string | undefined
  currency?: string | undefined
  country?: string | undefined
  isActive?: boolean | undefined
}

/** Throws `nameTaken` when another customer has that code. */
export async function makeCustomer(
  db: Kysely<Database>,
  caller: Caller,
  asked: AskedCustomer & { name: string; code: string; timeZone: string },
): Promise<Customer> {
  return await change(db, actorOf(caller), async (transaction) => {
    const { name, code, timeZone } = asked
    const values = { ...valuesOf(asked), name, code, time_zone: timeZone }
    const id = await codeTakenWhere(code, async () => await insertCustomerRow(transaction, values))
    return customerOf(await getCustomerRow(transaction, id))
  })
}

/** Throws `notFound` beyond the caller's rows, `nameTaken`, and `revisionConflict`. */
export async function changeCustomer(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: AskedCustomer & { id: string; revision?: number | undefined },
): Promise<Customer> {
  const now = await describeCustomer(db, caller, id)
  if (!caller.isAdmin && asked.isActive !== undefined && asked.isActive !== now.isActive) {
    const description = 'Only an administrator makes a customer active or inactive.'
    throw new AppError('forbidden', description, { field: 'isActive' })
  }
  return await change(db, actorOf(caller), async (transaction) => {
    await codeTakenWhere(
      asked.code,
      async () => await updateRecord(transaction, 'customer', { id, revision, values: valuesOf(asked) }),
    )
    return customerOf(await getCustomerRow(transaction, id))
  })
}

/** A customer is never deleted, for its calls stay: it is made inactive. */
export async function dropCustomer(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'customer', { id, revision: undefined, values: { is_active: false } })
  })
}

/** Throws `invalid` where a record is to belong to a customer that there is not. */
export async function requireCustomer(transaction: Transaction<Database>, id: string): Promise<void> {
  if (await customerIsThere(transaction, id)) return
  throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
}

async function codeTakenWhere<T>(code: string | undefined, write: () => Promise<T>): Promise<T> {
  return await nameTakenWhere({ what: 'A customer', value: code, field: 'code' }, write)
}

function valuesOf({
  name,
  code,
  legacyReportingCid,
  timeZone,
  currency,
  country,
  isActive,
}: AskedCustomer): CustomerValues {
  return {
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { code }),
    ...(legacyReportingCid === undefined ? {} : { legacy_reporting_cid: legacyReportingCid }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(currency === undefined ? {} : { currency }),
    ...(country === undefined ? {} : { country }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  }
}

/** Names by id of the customers of a scope, in alphabetical order; of these ids, or of all. */
export async function customerNames(
  db: Kysely<Database>,
  scope: Scope,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const inScope = scope.customerIds
  const wanted =
    ids === undefined || inScope === undefined ? (ids ?? inScope) : ids.filter((id) => inScope.includes(id))
  const rows = await listCustomerNames(db, wanted)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** A customer by the code that operators and programs use. */
export async function findCustomer(db: Kysely<Database>, code: string) {
  return await findCustomerByCode(db, code)
}
