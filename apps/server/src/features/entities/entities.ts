import type { EntityType } from '@callboard/contract/claims'
import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/entities'
import type { Entity } from '@callboard/contract/entities'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  isRestricted,
  requireEntityType,
} from '../../access/rows/entity-visibility.ts'
import type { Scope } from '../../access/rows/scope.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { lockEntities } from '../../db/records/lock-entities.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import { selectCustomerCountry } from '../../db/customer-country.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { checkEntityCode } from '../../lib/entity-code.ts'
import { type CountryCode, countryOfNumbers } from '../../lib/phone.ts'
import { subjectOf } from '../../lib/zod-errors.ts'
import { type CellNames, findEntityType } from '../../report-engine/summary/cell-names.ts'
import { listCodedCustomers } from '../customers/customers.ts'
import { areaNames } from '../../lib/geo/area-names.ts'
import * as nameStore from './names-store.ts'
import * as store from './store.ts'

/** Throws `notFound` also for an entity that the caller may not see. */
export async function getEntity(db: Db, caller: Caller, { id }: { id: string }): Promise<Entity> {
  return orNotFound(await store.selectEntity(db, await getEntityVisibility(db, caller), id))
}

/** Throws `forbidden` for a type that the caller may not view. */
export async function listEntities(
  db: Db,
  caller: Caller,
  { type, ...search }: Body<typeof endpoints.searchEntities> & { groupId?: string },
): Promise<ListPage<Entity>> {
  const types = type && [...new Set([type].flat())]
  for (const each of types ?? []) requireEntityType(caller, each, 'view')
  return await store.selectEntities(db, await getEntityVisibility(db, caller), { ...search, types })
}

/** Throws `nameTaken` when the customer already has an entity of that type and code. */
export async function createEntity(
  db: Db,
  caller: Caller,
  asked: Body<typeof endpoints.createEntity>,
): Promise<Entity> {
  const { type, parentId, customerId = caller.isAdmin ? null : caller.customerId } = asked
  requireEntityType(caller, type, 'edit')
  const visibility = await getEntityVisibility(db, caller)
  requireToAdd(caller, visibility, customerId)
  const { code, error } = checkEntityCode(type, asked.code, await getCountry(db, visibility, customerId))
  if (code === undefined) throw new AppError('invalid', `“${asked.code}” ${error}.`, { field: 'code' })
  return await changeBy(db, caller, async (transaction) => {
    if (parentId !== null) await requireParent(transaction, visibility, { parentId, customerId })
    const values = { ...asked, code, customerId, attributes: JSON.stringify(asked.attributes) }
    const id = await insertRecord(transaction, 'entity', values)
    return await store.selectWrittenEntity(transaction, visibility, id)
  })
}

/** Throws `notFound` also for an entity that the caller may not see, and `revisionConflict`. */
export async function updateEntity(
  db: Db,
  caller: Caller,
  asked: Body<typeof endpoints.updateEntity>,
): Promise<Entity> {
  const { id, revision, name, parentId, attributes, isActive } = asked
  const visibility = await getEntityVisibility(db, caller)
  return await changeBy(db, caller, async (transaction) => {
    const entity = orNotFound(await store.selectEntity(transaction, visibility, id))
    const { type, customerId } = entity
    requireEntityType(caller, type, 'edit')
    if (customerId === null) requireAdmin(caller)
    if (isActive === true && entity.mergedIntoId !== null)
      throw new AppError(
        'conflict',
        `${entity.name} is merged into ${entity.mergedIntoName ?? 'another one'}. Separate it first.`,
        { field: 'isActive' },
      )
    refuseOtherIdentity(entity, asked, await getCountry(transaction, visibility, customerId))
    if (parentId && parentId !== entity.parentId)
      await requireParent(transaction, visibility, { parentId, customerId, id })
    const values = { name, parentId, attributes: attributes && JSON.stringify(attributes), isActive }
    await updateRecord(transaction, 'entity', { id, revision, values })
    return await store.selectWrittenEntity(transaction, visibility, id)
  })
}

/**
 * Somebody limited by entity groups may not add entities. Calls are let through by type and code, so a new entity below
 * a visible one would open the calls of any code.
 */
function requireToAdd(caller: Caller, visibility: EntityVisibility, customerId: string | null): void {
  if (customerId === null) requireAdmin(caller)
  if (isRestricted(visibility)) {
    const description = 'Your access is limited by entity groups. You can change entities but not add them.'
    throw new AppError('forbidden', description)
  }
}

function requireAdmin(caller: Caller): void {
  if (caller.isAdmin) return
  const description = 'Only administrators can change entities without a customer.'
  throw new AppError('forbidden', description, { field: 'customerId' })
}

/** The country of a customer's numbers. Throws `invalid` when there is no such customer in scope. */
async function getCountry(
  db: Db,
  { scope }: EntityVisibility,
  customerId: string | null,
): Promise<CountryCode> {
  if (customerId === null) return 'US'
  const isInScope = scope.customerIds === undefined || scope.customerIds.includes(customerId)
  const customer = isInScope ? await selectCustomerCountry(db, customerId) : undefined
  if (customer === undefined)
    throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
  return countryOfNumbers(customer.country)
}

/** Calls carry the code that they were routed by: a renamed entity would lose them. */
function refuseOtherIdentity(
  entity: Entity,
  asked: Body<typeof endpoints.updateEntity>,
  country: CountryCode,
): void {
  const { code: typed } = asked
  const given = { ...asked, code: typed && (checkEntityCode(entity.type, typed, country).code ?? typed) }
  const field = (['type', 'code', 'customerId'] as const).find(
    (name) => given[name] !== undefined && given[name] !== entity[name],
  )
  if (field === undefined) return
  const description = `${subjectOf([field])} cannot be changed, because calls refer to it. Add a new entity and make this one inactive.`
  throw new AppError('invalid', description, { field })
}

async function requireParent(
  transaction: Transaction,
  visibility: EntityVisibility,
  { parentId, customerId, id }: { parentId: string; customerId: string | null; id?: string },
): Promise<void> {
  if (id !== undefined) await lockEntities(transaction)
  const parent = await store.selectEntity(transaction, visibility, parentId)
  if (parent === undefined) throw wrongParent('There is no such entity.')
  if (parent.customerId !== null && parent.customerId !== customerId)
    throw wrongParent('The parent belongs to another customer.')
  if (id !== undefined && (await store.isAtOrAbove(transaction, { id, of: parentId }))) {
    const description = `${parent.name} is below this entity, so it cannot be its parent.`
    throw new AppError('cyclicEntity', description, { field: 'parentId' })
  }
}

function wrongParent(description: string): AppError {
  return new AppError('invalid', description, { field: 'parentId' })
}

/** The names that customers give, and of states and counties that have none those on the map. */
async function selectNames(
  db: Db,
  customerIds: Scope['customerIds'],
  wanted: { type: EntityType; codes?: readonly string[] | undefined },
) {
  const rows = await nameStore.selectEntityNames(db, customerIds, wanted)
  const named = new Set(rows.map(({ code }) => code))
  const known = areaNames(wanted.type)
  const unnamed = (wanted.codes ?? [...known.keys()]).filter((code) => !named.has(code))
  return [
    ...rows,
    ...unnamed.flatMap((code) => {
      const name = known.get(code)
      return name === undefined ? [] : [{ code, name, customer: null }]
    }),
  ]
}

/** Names by code of the entities of a type that a scope covers; of these codes, or of all. */
export async function listEntityNames(
  db: Db,
  { customerIds }: Scope,
  wanted: { type: EntityType; codes?: readonly string[] | undefined },
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectNames(db, customerIds, wanted)
  return new Map(rows.map((row) => [row.code, row.name]))
}

/** The same for sums, in which those of one name are told apart by their customer, or by their codes where that is one. */
export async function listEntityLabels(
  db: Db,
  { customerIds }: Scope,
  wanted: { type: EntityType; codes?: readonly string[] | undefined },
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectNames(db, customerIds, wanted)
  const byName = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    rows.map(({ code, name, customer }) => {
      const alike = byName.get(name) ?? []
      if (alike.length < 2) return [code, name]
      const isAlone = alike.filter((one) => one.customer === customer).length === 1
      return [code, `${name} (${isAlone && customer !== null ? customer : code})`]
    }),
  )
}

/** The names beside the customers and the codes of these fields in a file. */
export async function listCellNames(db: Db, scope: Scope, fields: readonly string[]): Promise<CellNames> {
  return await listCells(db, scope, { fields, listNames: listEntityNames })
}

/** The same beside sums. */
export async function listCellLabels(db: Db, scope: Scope, fields: readonly string[]): Promise<CellNames> {
  return await listCells(db, scope, { fields, listNames: listEntityLabels })
}

async function listCells(
  db: Db,
  scope: Scope,
  { fields, listNames }: { fields: readonly string[]; listNames: typeof listEntityNames },
): Promise<CellNames> {
  const types = fields.flatMap((field) => findEntityType(field) ?? [])
  const [customers, ...entities] = await Promise.all([
    fields.includes('customer') ? listCodedCustomers(db, scope) : new Map<string, never>(),
    ...types.map(async (type) => [type, await listNames(db, scope, { type })] as const),
  ])
  return { customers, entities: new Map(entities.filter(([, names]) => names.size > 0)) }
}

export async function listCodesByName(
  db: Db,
  { customerIds }: Scope,
  wanted: { type: EntityType; keyword: string },
): Promise<string[]> {
  const { type, keyword } = wanted
  const onMap = [...areaNames(type)].filter(([, name]) => name.toLowerCase().includes(keyword.toLowerCase()))
  const named = await nameStore.selectCodesByName(db, customerIds, wanted)
  return [...new Set([...named, ...onMap.map(([code]) => code)])]
}
