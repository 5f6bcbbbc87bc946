import {
  type Attribute,
  type AttributeType,
  type CallAttribute,
  maxAttributes,
} from '@callboard/contract/attributes'
import type {
  createAttribute as creating,
  updateAttribute as updating,
} from '@callboard/contract/manage-attributes'
import {
  attributeField,
  attributeIdOf,
  declareAttribute,
  isAttributeField,
} from '@callboard/contract/attribute-fields'
import type { Body } from '@callboard/contract/endpoint'
import { isMergedType, type MergedType } from '@callboard/contract/merged-types'
import { z } from 'zod'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { Scope } from '../../access/rows/scope.ts'
import { selectMergedCodes } from '../../db/merged-entities.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { attributeFieldOf } from '../../report-engine/sql/attribute-field.ts'
import {
  type CustomerFields,
  type Field,
  getField,
  noCustomerFields,
} from '../../report-engine/sql/fields.ts'
import { requireActiveCustomer } from '../customers/customers.ts'
import * as store from './store.ts'

const plain = recordRules('attribute', store.attributes)

/** An attribute is not deleted: it is made inactive, for calls keep their values. */
export const attributeRules = {
  search: plain.search,
  get: plain.get,
  create: createAttribute,
  update: updateAttribute,
}

/** Throws `nameTaken`, `invalid`, and `conflict` when the customer has as many as it may. */
async function createAttribute(
  db: Db,
  caller: Caller,
  { choices, ...values }: Body<typeof creating>,
): Promise<Attribute> {
  requireChoices(values.type, choices)
  return await changeBy(db, caller, async (transaction) => {
    await requireActiveCustomer(transaction, values.customerId)
    const slot = await freeSlot(transaction, values.customerId)
    const stored = { ...values, slot, choices: JSON.stringify(choices) }
    const id = await insertRecord(transaction, 'attribute', stored)
    return await plain.get(transaction, caller, { id })
  })
}

async function freeSlot(transaction: Transaction, customerId: string): Promise<number> {
  const slot = await store.selectFreeSlot(transaction, customerId)
  if (slot !== undefined) return slot
  throw new AppError(
    'conflict',
    `This customer has ${maxAttributes} attributes, and no more can be added. Inactive ones count.`,
  )
}

/** Throws `notFound`, `invalid` and `revisionConflict`. */
async function updateAttribute(
  db: Db,
  caller: Caller,
  { id, revision, choices, ...values }: Body<typeof updating> & { id: string },
): Promise<Attribute> {
  return await changeBy(db, caller, async (transaction) => {
    const { type } = await plain.get(transaction, caller, { id })
    if (choices !== undefined) requireChoices(type, choices)
    const stored = { ...values, ...(choices !== undefined && { choices: JSON.stringify(choices) }) }
    await updateRecord(transaction, 'attribute', { id, revision, values: stored })
    return await plain.get(transaction, caller, { id })
  })
}

function requireChoices(type: AttributeType, choices: Attribute['choices']): void {
  if ((type === 'choice') === choices.length > 0) return
  const description =
    type === 'choice'
      ? 'A choice needs at least one value.'
      : 'Only an attribute of the type choice has choices.'
  throw new AppError('invalid', description, { field: 'choices' })
}

/** The active ones of the customers whose calls the caller may see. */
export async function listCallAttributes(db: Db, caller: Caller): Promise<CallAttribute[]> {
  const { customerIds } = await Scope.of(db, caller)
  const found = await store.selectAttributes(db, { customerIds, isActive: true })
  return found.map(({ slot: _slot, isActive: _isActive, revision: _revision, ...attribute }) => ({
    ...attribute,
    label: labelOf(attribute, customerIds),
  }))
}

/** Who sees calls of several customers is told whose attribute it is. */
function labelOf(
  { name, customerName }: Pick<Attribute, 'name' | 'customerName'>,
  customerIds: readonly string[] | undefined,
): string {
  return customerIds?.length === 1 ? name : `${name} (${customerName})`
}

/**
 * The fields among those that a question names which differ by customer. An attribute that is unknown, inactive or of a
 * customer beyond the caller's scope is left out, and so refused as any unknown field.
 */
export async function findCustomerFields(
  { db, caller, scope }: { db: Db; caller: Caller; scope?: Scope | undefined },
  question: Question,
): Promise<CustomerFields> {
  const asked = differingIn(question)
  if (asked.attributeIds.length === 0 && asked.mergedTypes.length === 0) return noCustomerFields
  return await fieldsOf(db, scope ?? (await Scope.of(db, caller)), { ...asked, isActive: true })
}

/** The same of a question that was kept: what has become inactive since is still known. */
export async function findKeptCustomerFields(
  db: Db,
  scope: Scope,
  question: Question,
): Promise<CustomerFields> {
  return await fieldsOf(db, scope, differingIn(question))
}

/** A report, or filters with or without a list of columns. */
interface Question {
  dimensions?: readonly { field: string }[]
  pivot?: { field: string } | undefined
  columns?: readonly string[] | undefined
  filters?: readonly { field: string }[]
}

interface Differing {
  attributeIds: readonly string[]
  /** Of filters alone: calls themselves have the code of what their entity was merged into. */
  mergedTypes: readonly MergedType[]
}

function differingIn({ dimensions = [], pivot, columns = [], filters = [] }: Question): Differing {
  const uses = [...dimensions, ...(pivot === undefined ? [] : [pivot]), ...filters]
  const names = new Set([...uses.map(({ field }) => field), ...columns])
  return {
    attributeIds: [...names].filter(isAttributeField).map(attributeIdOf),
    mergedTypes: [...new Set(filters.map(({ field }) => field))].filter(isMergedType),
  }
}

async function fieldsOf(
  db: Db,
  { customerIds }: Scope,
  { attributeIds: ids, mergedTypes, isActive }: Differing & { isActive?: true },
): Promise<CustomerFields> {
  const attributes =
    ids.length === 0
      ? []
      : await store.selectAttributes(db, { customerIds, ids, ...(isActive && { isActive }) })
  const isOfOneCustomer = customerIds?.length === 1
  return new Map<string, Field>([
    ...attributes.map((attribute) => {
      const declaration = declareAttribute({ ...attribute, label: labelOf(attribute, customerIds) })
      return [
        attributeField(attribute.id),
        attributeFieldOf({ ...attribute, declaration, isOfOneCustomer }),
      ] as const
    }),
    ...(await mergedFields(db, customerIds, mergedTypes)),
  ])
}

/** A filter that names a merged entity asks for the calls of the one that it was merged into. */
async function mergedFields(
  db: Db,
  customerIds: readonly string[] | undefined,
  types: readonly MergedType[],
): Promise<(readonly [MergedType, Field])[]> {
  if (types.length === 0) return []
  const byCustomer = [...(await selectMergedCodes(db, customerIds))]
  if (byCustomer.length === 0) return []
  return types.map((type) => {
    const replaced = byCustomer.flatMap(([customerId, codes]) =>
      codes.pairs(type).from.map((value) => ({ customerId, value, by: codes.resolve(type, value) })),
    )
    return [type, { ...getField(type), replaced }]
  })
}

/** The values of calls by the keys of the active attributes of their customer, of which each row has all slots. */
export async function withAttributes(
  db: Db,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const customerIds = [...new Set(rows.map((row) => String(row['customerId'])))]
  const active = await store.selectAttributes(db, { customerIds, isActive: true })
  return rows.map((row) => {
    const slots = Slots.parse(row['attributes'])
    const values = active
      .filter(({ customerId }) => customerId === row['customerId'])
      .flatMap(({ key, slot, type }) => {
        const value = slots[slot - 1] ?? ''
        return value === '' ? [] : [[key, type === 'number' ? Number(value) : value] as const]
      })
    return { ...row, attributes: Object.fromEntries(values) }
  })
}

const Slots = z.array(z.string())
