import type { EntityType } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { type Caller, holds } from './caller.ts'
import type { CodedEntity } from './entity-codes.ts'
import { findEntityRestriction, listGroupCustomers } from './store.ts'

/**
 * The rows of calls that somebody may see. The first argument of everything that reads calls; made here only, from
 * who is asking, so that a query cannot be written without one.
 */
export class Scope {
  /** Undefined: every customer. */
  readonly customerIds: readonly string[] | undefined
  /** Undefined: every call of these customers. Empty: none. */
  readonly entities: readonly CodedEntity[] | undefined
  /** Whose rows these are: part of every cache key. */
  readonly userId: string

  private constructor(rows: Pick<Scope, 'customerIds' | 'entities' | 'userId'>) {
    this.customerIds = rows.customerIds
    this.entities = rows.entities
    this.userId = rows.userId
  }

  static async of(db: Kysely<Database>, caller: Caller): Promise<Scope> {
    if (caller.isAdmin)
      return new Scope({ customerIds: undefined, entities: undefined, userId: caller.userId })
    const customers = new Set(await listGroupCustomers(db, caller.userId))
    if (caller.customerId !== null) customers.add(caller.customerId)
    const entities = await findEntityRestriction(db, caller.userId)
    return new Scope({ customerIds: [...customers].toSorted(), entities, userId: caller.userId })
  }

  /** Whether a single call is in the scope: the same rule as the SQL's, for what is told live. */
  includes(call: { customerId: string; codes: Readonly<Record<EntityType, string>> }): boolean {
    if (this.customerIds !== undefined && !this.customerIds.includes(call.customerId)) return false
    if (this.entities === undefined) return true
    return this.entities.some(
      ({ type, code, customer_id: customerId }) =>
        call.codes[type] === code && (customerId === null || customerId === call.customerId),
    )
  }

  /** No rows can match, whatever is asked. */
  get isEmpty(): boolean {
    return this.customerIds?.length === 0 || this.entities?.length === 0
  }
}

/** Fields that tell who called: seen, filtered and grouped by only with the right to call details. */
const callerFields: ReadonlySet<string> = new Set(['callerNumber', 'callerName'])

export function requireCallerFields(caller: Caller, fields: Iterable<string>): void {
  if (holds(caller, 'reporting.call.details')) return
  for (const field of fields) {
    if (callerFields.has(field)) {
      throw new AppError('forbidden', 'Numbers and names of callers need the right to call details.', {
        field,
      })
    }
  }
}
