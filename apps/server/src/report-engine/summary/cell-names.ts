import { entityTypes, type EntityType } from '@callboard/contract/claims'
import { findField } from '@callboard/contract/field-names'
import type { Bindings } from '../sql/bindings.ts'

/** The names that stand beside ids and codes in a file. */
export interface CellNames {
  /** By id. */
  customers: ReadonlyMap<string, { code: string; name: string }>
  /** By type and code; a type is there if one of its codes has a name: states and counties always. */
  entities: ReadonlyMap<EntityType, ReadonlyMap<string, string>>
}

export function findEntityType(field: string): EntityType | undefined {
  return entityTypes.find((type) => type === field)
}

/**
 * The names by code of a field whose column in a file has a column of names beside it: an entity's always, that of a code
 * which is known as such (a ZIP code) where somebody gave one a name.
 */
export function findNames(field: string, { entities }: CellNames): ReadonlyMap<string, string> | undefined {
  const type = findEntityType(field)
  if (type === undefined) return undefined
  return entities.get(type) ?? (findField(field)?.kind === 'entity' ? new Map<string, string>() : undefined)
}

export function hasNames(field: string, { customers, entities }: CellNames): boolean {
  const type = findEntityType(field)
  return field === 'customer' ? customers.size > 0 : type !== undefined && entities.has(type)
}

/** Only the names of these ids or codes, which are by field. */
export function pickNames(
  { customers, entities }: CellNames,
  keys: ReadonlyMap<string, readonly string[]>,
): CellNames {
  const pick = <Named>(names: ReadonlyMap<string, Named>, field: string) =>
    new Map(
      keys.get(field)?.flatMap((key) => {
        const named = names.get(key)
        return named === undefined ? [] : [[key, named] as const]
      }),
    )
  return {
    customers: pick(customers, 'customer'),
    entities: new Map(Array.from(entities, ([type, names]) => [type, pick(names, type)])),
  }
}

/** The headers of a field in a file: two where its values are ids or codes that have names. */
export function headersOf(field: string, label: string, names: CellNames): string[] {
  if (field !== 'customer' && findNames(field, names) === undefined) return [label]
  return [label.endsWith('code') ? label : `${label} code`, `${label} name`]
}

export function customerTexts(
  { customers }: Pick<CellNames, 'customers'>,
  textOf: (customer: { code: string; name: string }) => string,
): Map<string, string> {
  return new Map(Array.from(customers, ([id, customer]) => [id, textOf(customer)]))
}

/** The text of an id or code; `none`, in SQL, for one without. */
export function foundSql(
  column: string,
  texts: ReadonlyMap<string, string>,
  { bindings, type, none = "''" }: { bindings: Bindings; type: 'UUID' | 'String'; none?: string },
): string {
  if (texts.size === 0) return none
  const keys = bindings.bind([...texts.keys()], `Array(${type})`)
  return `transform(${column}, ${keys}, ${bindings.bind([...texts.values()], 'Array(String)')}, ${none})`
}
