import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import { Guid } from '@callboard/contract/scalars'
import { attributeColumn } from '../../db/tables/attribute-columns.ts'
import { type Field, storedKinds } from './fields.ts'

interface StoredAttribute {
  declaration: FieldDeclaration
  customerId: string
  key: string
  slot: number
  /** No calls of other customers are asked for, whose column holds another attribute. */
  isOfOneCustomer: boolean
}

/** An attribute as questions ask for it. Calls of other customers have no value of it. */
export function attributeFieldOf({
  declaration,
  customerId,
  key,
  slot,
  isOfOneCustomer,
}: StoredAttribute): Field {
  const column = attributeColumn(slot)
  const isNumber = declaration.kind === 'number'
  // The engine reads each text of the dictionary once. Numbers have few enough digits to be exact.
  const value = isNumber ? `toFloat64OrNull(${column})` : column
  // An id of our own, checked once more; no text of a user comes into a query.
  const isOwn = `customer_id = '${Guid.parse(customerId)}'`
  const sql = isOfOneCustomer ? value : `if(${isOwn}, ${value}, ${isNumber ? 'NULL' : "''"})`
  // No column of the table is called so, as keys begin with a letter: a name of a file cannot stand for one.
  const fileKey = `attribute_${key}`
  const storedKind = isNumber ? 'float' : storedKinds[declaration.kind]
  return { ...declaration, storedKind, fileKey, sql: () => sql }
}
