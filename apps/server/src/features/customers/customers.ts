import type * as endpoints from '@callboard/contract/customers'
import type { Customer } from '@callboard/contract/customers'
import type { Body } from '@callboard/contract/endpoint'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { Scope } from '../../access/rows/scope.ts'
import { endSessions } from '../../access/sign-in/sessions.ts'
import { lockAdmins } from '../../access/callers/store.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

const plain = recordRules('customer', store.customers)

/** `create` throws `nameTaken` when another customer has that code. */
export const customerRules = {
  ...plain,
  search: listCustomers,
  get: getCustomer,
  update: updateCustomer,
  remove: deleteCustomer,
}

/** Those of the caller's scope. */
async function listCustomers(
  db: Db,
  caller: Caller,
  search: Body<typeof endpoints.searchCustomers>,
): Promise<ListPage<Customer>> {
  const { customerIds } = await Scope.of(db, caller)
  return await store.customers.list(db, { ...search, customerIds })
}

/** Throws `notFound` for a customer beyond the caller's scope. */
async function getCustomer(db: Db, caller: Caller, { id }: { id: string }): Promise<Customer> {
  const { customerIds } = await Scope.of(db, caller)
  if (customerIds !== undefined && !customerIds.includes(id)) throw notFound()
  return await plain.get(db, caller, { id })
}

/**
 * Throws `notFound` beyond the caller's scope, `forbidden` for what administrators alone change, `nameTaken`,
 * `revisionConflict`, and `conflict` as `endAccess` does.
 */
async function updateCustomer(
  db: Db,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateCustomer> & { id: string },
): Promise<Customer> {
  const before = await getCustomer(db, caller, { id })
  if (!caller.isAdmin) requireUnchanged(before, values)
  return await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'customer', { id, revision, values })
    if (values.isActive === false) await endAccess(transaction, caller, id)
    return await plain.get(transaction, caller, { id })
  })
}

const keeping = 'Only administrators can change how long calls and recordings are kept.'
const silencing = 'Only administrators can change what is silenced in recordings.'
/** Whose code is taken is nobody's business but the administrators': for others the answer is the same for any code. */
const adminFields = [
  ['code', 'Only administrators can change the code of a customer.'],
  ['isActive', 'Only administrators can activate or deactivate a customer.'],
  ['keepCallsDays', keeping],
  ['keepRecordingsDays', keeping],
  ['keepLogsDays', keeping],
  ['requiresSpeechCheck', 'Only administrators can change who hears recordings.'],
  ['redactsForGood', keeping],
  ['usesSpeechToText', 'Only administrators can change where recordings are sent.'],
  ['channelOrder', 'Only administrators can change who is heard on which channel.'],
  ['redactedNumbers', silencing],
  ['redactsBirthDates', silencing],
  ['redactsLicences', silencing],
] as const satisfies readonly (readonly [keyof Customer, string])[]

function requireUnchanged(
  before: Customer,
  values: Partial<Pick<Customer, (typeof adminFields)[number][0]>>,
): void {
  for (const [field, refusal] of adminFields) {
    if (values[field] !== undefined && values[field] !== before[field])
      throw new AppError('forbidden', refusal, { field })
  }
}

/** A customer is made inactive rather than deleted, for its calls stay. */
async function deleteCustomer(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'customer', { id, values: { isActive: false } })
    await endAccess(transaction, caller, id)
  })
}

/**
 * Ends the sessions of an inactive customer's users, who cannot sign in any more. Throws `conflict` for one's own customer,
 * and when no administrator would be left.
 */
async function endAccess(transaction: Transaction, caller: Caller, customerId: string): Promise<void> {
  if (caller.customerId === customerId)
    throw new AppError('conflict', 'You belong to this customer and would no longer be able to sign in.')
  if ((await lockAdmins(transaction)).length === 0)
    throw new AppError(
      'conflict',
      'All administrators belong to this customer. None of them would be able to sign in.',
    )
  await endSessions(transaction, { actor: actorOf(caller), log: caller.log }, { customerId })
}

/** Throws `invalid` unless there is such a customer for a user or a key, which do not come in unless it is active. */
export async function requireActiveCustomer(transaction: Transaction, id: string): Promise<void> {
  const customer = await store.lockCustomer(transaction, id)
  if (customer?.isActive === true) return
  const description = customer === undefined ? 'There is no such customer.' : 'This customer is inactive.'
  throw new AppError('invalid', description, { field: 'customerId' })
}

/** The names of a scope's customers by id, in alphabetical order; of these ids, or of all. */
export async function listCustomerNames(
  db: Db,
  scope: Scope,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const inScope = scope.customerIds
  const wanted =
    ids === undefined || inScope === undefined ? (ids ?? inScope) : ids.filter((id) => inScope.includes(id))
  return await nameCustomers(db, wanted)
}

/** The same of these ids, or of all customers, whoever may see them. */
export async function nameCustomers(
  db: Db,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.selectCustomerNames(db, ids)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Code and name by id of the customers that a scope covers. */
export async function listCodedCustomers(
  db: Db,
  scope: Scope,
): Promise<ReadonlyMap<string, { code: string; name: string }>> {
  const rows = await store.selectCustomerNames(db, scope.customerIds)
  return new Map(rows.map(({ id, code, name }) => [id, { code, name }]))
}

/** A customer by the code that operators and programs use. */
export async function findCustomerByCode(db: Db, code: string) {
  return await store.selectCustomerByCode(db, code)
}
