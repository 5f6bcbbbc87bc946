import type { EntityType } from '@callboard/contract/claims'
import { codesByType, type EntityCodes } from '../../access/callers/entity-codes.ts'
import type { Scope } from '../../access/rows/scope.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import type { Bindings } from './bindings.ts'
import { constantColumn } from './constant-sql.ts'

/**
 * The condition for exactly the rows of a scope at a snapshot. Every query of calls has it, as there is no other way to
 * build one.
 */
export function scopeSql(scope: Scope, at: Snapshot, bindings: Bindings): string {
  if (scope.isEmpty) return 'false'
  const conditions: string[] = []
  if (scope.customerIds !== undefined) {
    conditions.push(`customer_id IN ${bindings.bind(scope.customerIds, 'Array(UUID)')}`)
  }
  for (const entities of scope.restrictions) conditions.push(entitiesSql(codesByType(entities), bindings))
  const seen = snapshotSql(at, bindings)
  if (seen !== undefined) conditions.push(seen)
  return conditions.length === 0 ? 'true' : conditions.join(' AND ')
}

/** Undefined when every row of the table is of the snapshot. */
export function snapshotSql({ number, visibility }: Snapshot, bindings: Bindings): string | undefined {
  switch (visibility) {
    case 'all':
      return undefined
    case 'live':
      return 'seen_to = 0'
    case 'atSnapshot': {
      const seen = bindings.bind(number, 'UInt64')
      return `seen_from <= ${seen} AND seen_to NOT BETWEEN 1 AND ${seen}`
    }
  }
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
      // Two lists that the engine zips, as a list of pairs cannot be bound.
      matches.push(`(customer_id, ${column}) IN arrayZip(${customers}, ${their})`)
    }
  }
  return matches.length === 0 ? 'false' : `(${matches.join(' OR ')})`
}
