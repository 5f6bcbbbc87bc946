import type { EntityType } from '@callboard/contract/claims'

export interface CodedEntity {
  type: EntityType
  code: string
  customer_id: string | null
}

/** Codes of one type that let calls through: of any customer, or only of the customer beside the code. */
export interface EntityCodes {
  any: readonly string[]
  ofCustomer: readonly (readonly [customerId: string, code: string])[]
}

export function codesByType(entities: readonly CodedEntity[]): ReadonlyMap<EntityType, EntityCodes> {
  const byType = new Map<EntityType, { any: string[]; ofCustomer: [string, string][] }>()
  for (const { type, code, customer_id: customerId } of entities) {
    const codes = byType.get(type) ?? { any: [], ofCustomer: [] }
    if (customerId === null) codes.any.push(code)
    else codes.ofCustomer.push([customerId, code])
    byType.set(type, codes)
  }
  return byType
}
