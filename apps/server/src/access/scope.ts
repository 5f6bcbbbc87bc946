import type { EntityType } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { type Caller, holds, type Person } from './caller.ts'
import type { CodedEntity } from './entity-codes.ts'
import { listOwnCustomers } from './own-customers.ts'
import { findEntityRestriction } from './store.ts'

/**
 * The rows of calls that somebody may see. The first argument of everything that reads calls; made here only, from
 * who is asking, so that a query cannot be written without one.
 */
export class Scope {
  /** Undefined: every customer. */
  readonly customerIds: readonly string[] | undefined
  /** A call is seen when each of these lists has an entity that it matches; an empty list lets nothing through. */
  readonly restrictions: readonly (readonly CodedEntity[])[]
  /** Whose rows these are: part of every cache key. */
  readonly key: string

  private constructor(rows: Pick<Scope, 'customerIds' | 'restrictions' | 'key'>) {
    this.customerIds = rows.customerIds
    this.restrictions = rows.restrictions
    this.key = rows.key
  }

  /** While masked, the rows that both may see: the user's and those of whoever views as them. */
  static async of(db: Kysely<Database>, caller: Caller): Promise<Scope> {
    const { maskedBy } = caller
    if (maskedBy === null) return await Scope.#ofPerson(db, caller)
    const real = await Scope.#ofPerson(db, maskedBy)
    const masked = await Scope.#ofPerson(db, caller)
    return new Scope({
      customerIds: inBoth(real.customerIds, masked.customerIds),
      restrictions: [...real.restrictions, ...masked.restrictions],
      key: `${real.key} as ${masked.key}`,
    })
  }

  static async #ofPerson(db: Kysely<Database>, person: Person): Promise<Scope> {
    if (person.isAdmin) return new Scope({ customerIds: undefined, restrictions: [], key: person.userId })
    const entities = await findEntityRestriction(db, person.userId)
    return new Scope({
      customerIds: await listOwnCustomers(db, person),
      restrictions: entities === undefined ? [] : [entities],
      key: person.userId,
    })
  }

  /** Whether a single call is in the scope: the same rule as the SQL's, for what is told live. */
  includes(call: { customerId: string; codes: Readonly<Record<EntityType, string>> }): boolean {
    if (this.customerIds !== undefined && !this.customerIds.includes(call.customerId)) return false
    return this.restrictions.every((entities) =>
      entities.some(
        ({ type, code, customer_id: customerId }) =>
          call.codes[type] === code && (customerId === null || customerId === call.customerId),
      ),
    )
  }

  /** No rows can match, whatever is asked. */
  get isEmpty(): boolean {
    return this.customerIds?.length === 0 || this.restrictions.some((entities) => entities.length === 0)
  }
}

function inBoth(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (some === undefined) return others
  return others === undefined ? some : some.filter((id) => others.includes(id))
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
