import type { EntityType } from '@callboard/contract/claims'
import type { Entity } from '@callboard/contract/entities'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import {
  type EntitySight,
  entitySightOf,
  isRestricted,
  requireEntityType,
} from '../../access/entity-sight.ts'
import { change } from '../../db/change.ts'
import { lockEntities } from '../../db/lock-entities.ts'
import type { Database } from '../../db/schema.ts'
import { nameTakenWhere } from '../../db/unique-names.ts'
import { updateRecord } from '../../db/update-record.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { checkEntityCode } from '../../lib/entity-code.ts'
import { type CountryCode, countryOfNumbers } from '../../lib/phone.ts'
import {
  type EntityRow,
  type EntityValues,
  findCustomerCountry,
  findEntityRow,
  getEntityRow,
  insertEntityRow,
  isAtOrAbove,
  listEntityRows,
} from './store.ts'

export function entityOf(row: EntityRow): Entity {
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

/** One that the caller may see; throws `notFound` for any other. */
export async function describeEntity(db: Kysely<Database>, caller: Caller, id: string): Promise<Entity> {
  const row = await findEntityRow(db, await entitySightOf(db, caller), id)
  if (row === undefined) throw notFound()
  return entityOf(row)
}

/** Entities of a group, for those who manage it and so see all. */
export async function listMembers(
  db: Kysely<Database>,
  caller: Caller,
  asked: Omit<Parameters<typeof listEntityRows>[2], 'types'> & { groupId: string },
) {
  const sight = await entitySightOf(db, caller)
  return await listEntityRows(db, sight, { ...asked, types: sight.types })
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

/** Throws `nameTaken` when the customer has an entity of that type and code already. */
export async function makeEntity(
  db: Kysely<Database>,
  caller: Caller,
  wanted: AskedEntity & Partial<Identity> & { type: EntityType; code: string; name: string },
): Promise<Entity> {
  requireEntityType(caller, wanted.type, 'edit')
  const sight = await entitySightOf(db, caller)
  const { customerId = caller.isAdmin ? null : caller.customerId } = wanted
  const asked = { ...wanted, customerId }
  requireToAdd(caller, sight, asked)
  const code = codeOf(asked, await countryOf(db, sight, asked.customerId))
  return await change(db, actorOf(caller), async (transaction) => {
    const { type, name, customerId: customer_id, parentId } = asked
    if (parentId !== undefined && parentId !== null)
      await requireParent(transaction, sight, { parentId, customerId: customer_id })
    const values = { ...valuesOf(asked), type, code, name, customer_id }
    const taken = { what: 'An entity of this type', value: code, field: 'code' }
    const id = await nameTakenWhere(taken, async () => await insertEntityRow(transaction, values))
    return entityOf(await getEntityRow(transaction, sight, id))
  })
}

/** Throws `notFound` beyond what the caller sees, and `revisionConflict`. */
export async function changeEntity(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: AskedEntity & Partial<Identity> & { id: string; revision?: number | undefined },
): Promise<Entity> {
  const sight = await entitySightOf(db, caller)
  return await change(db, actorOf(caller), async (transaction) => {
    const row = await findEntityRow(transaction, sight, id)
    if (row === undefined) throw notFound()
    requireEntityType(caller, row.type, 'edit')
    if (row.customer_id === null) requireAdmin(caller)
    refuseOtherIdentity(row, asked)
    const { parentId } = asked
    if (parentId !== undefined && parentId !== null && parentId !== row.parent_id)
      await requireParent(transaction, sight, { parentId, customerId: row.customer_id, id })
    await updateRecord(transaction, 'entity', { id, revision, values: valuesOf(asked) })
    return entityOf(await getEntityRow(transaction, sight, id))
  })
}

/**
 * Whose rows are limited by entity groups adds none: calls are let through by type and code, so that an entity of one's
 * own making, put below one that is let through, would open the calls of any code.
 */
function requireToAdd(caller: Caller, sight: EntitySight, { customerId }: Identity): void {
  if (customerId === null) requireAdmin(caller)
  if (isRestricted(sight)) {
    const description = 'Your rows are limited by entity groups: you can change entities, and add none.'
    throw new AppError('forbidden', description)
  }
}

function requireAdmin(caller: Caller): void {
  if (caller.isAdmin) return
  const description = 'Entities without a customer are changed by administrators.'
  throw new AppError('forbidden', description, { field: 'customerId' })
}

/** Country of a customer's numbers; throws where there is no such customer in scope. */
async function countryOf(
  db: Kysely<Database>,
  { scope }: EntitySight,
  customerId: string | null,
): Promise<CountryCode> {
  if (customerId === null) return 'US'
  const isInScope = scope.customerIds === undefined || scope.customerIds.includes(customerId)
  const customer = isInScope ? await findCustomerCountry(db, customerId) : undefined
  if (customer === undefined)
    throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
  return countryOfNumbers(customer.country)
}

function codeOf({ type, code: typed }: Identity, country: CountryCode): string {
  const { code, fault } = checkEntityCode(type, typed, country)
  if (code === undefined) throw new AppError('invalid', `code: ${typed} ${fault}.`, { field: 'code' })
  return code
}

/** Calls carry what they were routed by: a renamed code would lose them. */
function refuseOtherIdentity(row: EntityRow, asked: Partial<Identity>): void {
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
  sight: EntitySight,
  { parentId, customerId, id }: { parentId: string; customerId: string | null; id?: string },
): Promise<void> {
  if (id !== undefined) await lockEntities(transaction)
  const parent = await findEntityRow(transaction, sight, parentId)
  if (parent === undefined) throw wrongParent('There is no such entity.')
  if (parent.customer_id !== null && parent.customer_id !== customerId)
    throw wrongParent('The parent belongs to another customer.')
  if (id !== undefined && (await isAtOrAbove(transaction, { id, of: parentId }))) {
    const description = `${parent.name} stands below this entity, and cannot be its parent as well.`
    throw new AppError('cyclicEntity', description, { field: 'parentId' })
  }
}

function wrongParent(description: string): AppError {
  return new AppError('invalid', description, { field: 'parentId' })
}

function valuesOf({ name, parentId, attributes, isActive }: AskedEntity): EntityValues {
  return {
    ...(name === undefined ? {} : { name }),
    ...(parentId === undefined ? {} : { parent_id: parentId }),
    ...(attributes === undefined ? {} : { attributes: JSON.stringify(attributes) }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  }
}
