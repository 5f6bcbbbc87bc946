import type { EntityType } from '@callboard/contract/claims'
import { codesByType, type EntityCodes } from '../access/entity-codes.ts'
import type { Scope } from '../access/scope.ts'
import type { Bindings } from './bindings.ts'
import { constantColumn } from './constant-sql.ts'

/** The condition that holds for exactly the rows of a scope. Every read of calls has it; there is no other way to one. */
export function scopeSql(scope: Scope, bindings: Bindings): string {
  if (scope.isEmpty) return 'false'
  const conditions: string[] = []
  if (scope.customerIds !== undefined) {
    conditions.push(`customer_id IN ${bindings.bind(scope.customerIds, 'Array(UUID)')}`)
  }
  for (const entities of scope.restrictions) conditions.push(entitiesSql(codesByType(entities), bindings))
  return conditions.length === 0 ? 'true' : conditions.join(' AND ')
}

/** Calls that match any of these entities, across types. */
export function entitiesSql(codes: ReadonlyMap<EntityType, EntityCodes>, bindings: Bindings): string {
  const matches: string[] = []
  for (const [type, { any, ofCustomer }] of codes) {
    // The code that applied when the call was routed.
    const column = constantColumn(type)
    if (any.length > 0) matches.push(`${column} IN ${bindings.bind(any, 'Array(String)')}`)
    if (ofCustomer.length > 0) {
      const customers = bindings.bind(
        ofCustomer.map(([customerId]) => customerId),
        'Array(UUID)',
      )
      const their = bindings.bind(
        ofCustomer.map(([, code]) => code),
        'Array(String)',
      )
      // Two lists, put together in the engine: a list of pairs is nothing that can be bound.
      matches.push(`(customer_id, ${column}) IN arrayZip(${customers}, ${their})`)
    }
  }
  return matches.length === 0 ? 'false' : `(${matches.join(' OR ')})`
}
