import type { EntityType } from '@callboard/contract/claims'
import type { Entity } from '@callboard/contract/entities'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  isRestricted,
  requireEntityType,
} from '../../access/entity-visibility.ts'
import { change } from '../../db/change.ts'
import type { ListPage } from '../../db/list-page.ts'
import { lockEntities } from '../../db/lock-entities.ts'
import { insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { checkEntityCode } from '../../lib/entity-code.ts'
import { type CountryCode, countryOfNumbers } from '../../lib/phone.ts'
import * as store from './store.ts'

export function entityOf(row: store.EntityRow): Entity {
  return {
    id: row.id,
    type: row.type,
    code: row.code,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    parentId: row.parent_id,
    parentName: row.parent_name,
    parentType: row.parent_type,
    attributes: row.attributes,
    isActive: row.is_active,
    revision: row.revision,
  }
}

/** Throws `notFound` also for an entity that the caller may not see. */
export async function getEntity(db: Kysely<Database>, caller: Caller, id: string): Promise<Entity> {
  const row = await store.selectEntity(db, await getEntityVisibility(db, caller), id)
  if (row === undefined) throw notFound()
  return entityOf(row)
}

/** Throws `forbidden` for a type that the caller may not view. */
export async function listEntities(
  db: Kysely<Database>,
  caller: Caller,
  { type, ...asked }: Omit<store.EntitySearch, 'types'> & { type?: EntityType | EntityType[] | undefined },
): Promise<ListPage<store.EntityRow>> {
  const types = type && [...new Set([type].flat())]
  for (const each of types ?? []) requireEntityType(caller, each, 'view')
  return await store.selectEntities(db, await getEntityVisibility(db, caller), { ...asked, types })
}

interface AskedEntity {
  name?: string | undefined
  parentId?: string | null | undefined
  attributes?: Readonly<Record<string, string>> | undefined
  isActive?: boolean | undefined
}

interface Identity {
  type: EntityType
  code: string
  customerId: string | null
}

/** Throws `nameTaken` when the customer already has an entity of that type and code. */
export async function createEntity(
  db: Kysely<Database>,
  caller: Caller,
  asked: AskedEntity & Partial<Identity> & { type: EntityType; code: string; name: string },
): Promise<Entity> {
  const { type, name, parentId, customerId = caller.isAdmin ? null : caller.customerId } = asked
  requireEntityType(caller, type, 'edit')
  const visibility = await getEntityVisibility(db, caller)
  requireToAdd(caller, visibility, customerId)
  const code = codeOf(type, asked.code, await getCountry(db, visibility, customerId))
  return await change(db, actorOf(caller), async (transaction) => {
    if (parentId) await requireParent(transaction, visibility, { parentId, customerId })
    const values = { ...valuesOf(asked), type, code, name, customerId }
    const id = await insertRecord(transaction, 'entity', values)
    return entityOf(await store.selectWrittenEntity(transaction, visibility, id))
  })
}

/** Throws `notFound` also for an entity that the caller may not see, and `revisionConflict`. */
export async function updateEntity(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: AskedEntity & Partial<Identity> & { id: string; revision?: number | undefined },
): Promise<Entity> {
  const visibility = await getEntityVisibility(db, caller)
  return await change(db, actorOf(caller), async (transaction) => {
    const row = await store.selectEntity(transaction, visibility, id)
    if (row === undefined) throw notFound()
    requireEntityType(caller, row.type, 'edit')
    if (row.customer_id === null) requireAdmin(caller)
    refuseOtherIdentity(row, asked)
    const { parentId } = asked
    if (parentId && parentId !== row.parent_id)
      await requireParent(transaction, visibility, { parentId, customerId: row.customer_id, id })
    await updateRecord(transaction, 'entity', { id, revision, values: valuesOf(asked) })
    return entityOf(await store.selectWrittenEntity(transaction, visibility, id))
  })
}

/**
 * Somebody limited by entity groups may not add entities. Calls are let through by type and code, so a new entity below
 * a visible one would open the calls of any code.
 */
function requireToAdd(caller: Caller, visibility: EntityVisibility, customerId: string | null): void {
  if (customerId === null) requireAdmin(caller)
  if (isRestricted(visibility)) {
    const description = 'Your rows are limited by entity groups: you can change entities, but not add any.'
    throw new AppError('forbidden', description)
  }
}

function requireAdmin(caller: Caller): void {
  if (caller.isAdmin) return
  const description = 'Only administrators may change entities without a customer.'
  throw new AppError('forbidden', description, { field: 'customerId' })
}

/** The country of a customer's numbers. Throws `invalid` when there is no such customer in scope. */
async function getCountry(
  db: Kysely<Database>,
  { scope }: EntityVisibility,
  customerId: string | null,
): Promise<CountryCode> {
  if (customerId === null) return 'US'
  const isInScope = scope.customerIds === undefined || scope.customerIds.includes(customerId)
  const customer = isInScope ? await store.selectCustomerCountry(db, customerId) : undefined
  if (customer === undefined)
    throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
  return countryOfNumbers(customer.country)
}

function codeOf(type: EntityType, typed: string, country: CountryCode): string {
  const { code, error } = checkEntityCode(type, typed, country)
  if (code === undefined) throw new AppError('invalid', `code: ${typed} ${error}.`, { field: 'code' })
  return code
}

/** Calls carry the code that they were routed by: a renamed entity would lose them. */
function refuseOtherIdentity(row: store.EntityRow, asked: Partial<Identity>): void {
  const country = countryOfNumbers(row.customer_country)
  const isOther = {
    type: asked.type !== undefined && asked.type !== row.type,
    code:
      asked.code !== undefined &&
      (checkEntityCode(row.type, asked.code, country).code ?? asked.code) !== row.code,
    customerId: asked.customerId !== undefined && asked.customerId !== row.customer_id,
  }
  const field = (['type', 'code', 'customerId'] as const).find((name) => isOther[name])
  if (field === undefined) return
  const description = `${field}: cannot be changed, because calls carry it. Add another entity, and make this one inactive.`
  throw new AppError('invalid', description, { field })
}

async function requireParent(
  transaction: Transaction<Database>,
  visibility: EntityVisibility,
  { parentId, customerId, id }: { parentId: string; customerId: string | null; id?: string },
): Promise<void> {
  if (id !== undefined) await lockEntities(transaction)
  const parent = await store.selectEntity(transaction, visibility, parentId)
  if (parent === undefined) throw wrongParent('There is no such entity.')
  if (parent.customer_id !== null && parent.customer_id !== customerId)
    throw wrongParent('The parent belongs to another customer.')
  if (id !== undefined && (await store.isAtOrAbove(transaction, { id, of: parentId }))) {
    const description = `${parent.name} is below this entity, so it cannot be its parent as well.`
    throw new AppError('cyclicEntity', description, { field: 'parentId' })
  }
}

function wrongParent(description: string): AppError {
  return new AppError('invalid', description, { field: 'parentId' })
}

function valuesOf({ name, parentId, attributes, isActive }: AskedEntity) {
  return { name, parentId, attributes: attributes && JSON.stringify(attributes), isActive }
}
