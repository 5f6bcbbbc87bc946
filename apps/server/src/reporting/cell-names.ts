import { entityTypes, type EntityType } from '@callboard/contract/claims'
import { findField } from '@callboard/contract/field-names'

/** The names that stand beside ids and codes in a file. */
export interface CellNames {
  /** By id. */
  customers: ReadonlyMap<string, { code: string; name: string }>
  /** By type and code. */
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
  const names = entities.get(type) ?? new Map<string, string>()
  return names.size > 0 || findField(field)?.kind === 'entity' ? names : undefined
}

/** The headers of a field in a file: two where its values are ids or codes that have names. */
export function headersOf(field: string, label: string, names: CellNames): string[] {
  if (field !== 'customer' && findNames(field, names) === undefined) return [label]
  return [label.endsWith('code') ? label : `${label} code`, `${label} name`]
}
