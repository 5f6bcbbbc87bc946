import { type EntityType, entityTypes } from '@callboard/contract/claims'
import { AttributeValue, EntityCode, EntityName } from '@callboard/contract/entities'
import { checkEntityCode } from '../../lib/entity-code.ts'
import { type CountryCode, countryOfNumbers } from '../../lib/phone.ts'
import type { TableRow } from './import-table.ts'

/** An entity as a row asks for it. What is undefined stays as it is. */
export interface AskedEntity {
  line: number
  type: EntityType
  code: string
  name: string
  customerId: string | null
  parent: { type: EntityType; code: string } | null | undefined
  isActive: boolean | undefined
  /** An empty text removes the attribute. */
  attributes: ReadonlyMap<string, string> | undefined
}

export interface KnownCustomer {
  id: string
  country: string
}

export interface RowContext {
  /** The default type, as the customer is the default customer. */
  type: EntityType | undefined
  customerId: string | null
  customersByCode: ReadonlyMap<string, KnownCustomer>
  customersById: ReadonlyMap<string, KnownCustomer>
  mayEdit: ReadonlySet<EntityType>
  isAdmin: boolean
}

/** Why a row is rejected. */
export class RowError extends Error {
  override readonly name = 'RowError'
}

/** Throws `RowError`. */
export function readEntityRow(row: TableRow, context: RowContext): AskedEntity {
  const type = typeOf(row.cells.get('type') ?? '', context)
  const customer = customerOf(row.cells.get('customer code') ?? '', context)
  const country = countryOfNumbers(customer?.country ?? null)
  return {
    line: row.line,
    type,
    code: codeOf('code', type, { typed: row.cells.get('code') ?? '', country }),
    // A name is on one line; a spreadsheet's cell may have been broken to fit.
    name: parsed('name', EntityName, (row.cells.get('name') ?? '').replaceAll(/\s*\n\s*/g, ' ')),
    customerId: customer?.id ?? null,
    parent: parentOf(row.cells.get('parent code'), { type, country }),
    isActive: activeOf(row.cells.get('active') ?? ''),
    attributes: attributesOf(row.attributes),
  }
}

function typeOf(cell: string, { type: given, mayEdit }: RowContext): EntityType {
  const wanted = cell.toLowerCase()
  const type = wanted === '' ? given : entityTypes.find((one) => one === wanted)
  if (type === undefined) {
    throw new RowError(wanted === '' ? 'type: is missing.' : `type: there is no type “${cell}”.`)
  }
  if (!mayEdit.has(type)) throw new RowError(`type: you may not change entities of the type ${type}.`)
  return type
}

function customerOf(cell: string, context: RowContext): KnownCustomer | undefined {
  const { customerId, customersByCode, customersById, isAdmin } = context
  const customer =
    cell === '' ? customersById.get(customerId ?? '') : (customersByCode.get(cell) ?? undefined)
  if (cell !== '' && customer === undefined)
    throw new RowError(`customer code: there is no customer “${cell}”.`)
  if (customer === undefined && !isAdmin)
    throw new RowError('customer code: only administrators may change entities without a customer.')
  return customer
}

function codeOf(
  column: string,
  type: EntityType,
  { typed, country }: { typed: string; country: CountryCode },
): string {
  const { code, error } = checkEntityCode(type, parsed(column, EntityCode, typed), country)
  if (code === undefined) throw new RowError(`${column}: “${typed}” ${error}.`)
  return code
}

/** `state:US-CA`, or the code alone of a parent of the same type. */
function parentOf(
  cell: string | undefined,
  { type: own, country }: { type: EntityType; country: CountryCode },
): AskedEntity['parent'] {
  if (cell === undefined) return undefined
  if (cell === '') return null
  const type = entityTypes.find((one) => cell.toLowerCase().startsWith(`${one}:`))
  const typed = type === undefined ? cell : cell.slice(type.length + 1).trim()
  return { type: type ?? own, code: codeOf('parent code', type ?? own, { typed, country }) }
}

const activeWords: ReadonlyMap<string, boolean | undefined> = new Map([
  ['', undefined],
  ...['true', 'yes', 'y', '1', 'active'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'inactive'].map((word) => [word, false] as const),
])

function activeOf(cell: string): boolean | undefined {
  const word = cell.toLowerCase()
  if (!activeWords.has(word)) throw new RowError(`active must be yes or no, not “${cell}”.`)
  return activeWords.get(word)
}

function attributesOf(cells: TableRow['attributes']): AskedEntity['attributes'] {
  if (cells === undefined) return undefined
  return new Map([...cells].map(([name, text]) => [name, parsed(`attribute:${name}`, AttributeValue, text)]))
}

function parsed(column: string, schema: typeof EntityCode, text: string): string {
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new RowError(`${column} ${result.error.issues[0]?.message ?? 'is not valid'}.`)
}
