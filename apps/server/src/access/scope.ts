import { createHash } from 'node:crypto'
import { callerFields } from '@callboard/contract/field-names'
import type { EntityType } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { type Caller, holds, type Person } from './caller.ts'
import type { CodedEntity } from './entity-codes.ts'
import { listOwnCustomers } from './own-customers.ts'
import { selectEntityRestriction } from './store.ts'

/**
 * The rows of calls that somebody may see: the first argument of everything that reads calls. It is made of a caller, and
 * only here, so that no query can be written without one.
 */
export class Scope {
  /** Undefined: every customer. */
  readonly customerIds: readonly string[] | undefined
  /** A call is seen when it matches an entity of each of these lists; with an empty list, none is. */
  readonly restrictions: readonly (readonly CodedEntity[])[]
  /** Whose rows these are: part of every cache key. */
  readonly key: string

  private constructor(rows: Pick<Scope, 'customerIds' | 'restrictions' | 'key'>) {
    this.customerIds = rows.customerIds
    this.restrictions = rows.restrictions
    this.key = rows.key
  }

  /** While the portal is viewed as another user, the rows that both may see. */
  static async of(db: Kysely<Database>, caller: Caller): Promise<Scope> {
    const { viewedBy } = caller
    const user = await Scope.#ofPerson(db, caller)
    if (viewedBy === null) return user
    const viewer = await Scope.#ofPerson(db, viewedBy)
    return new Scope({
      customerIds: inBoth(viewer.customerIds, user.customerIds),
      restrictions: [...viewer.restrictions, ...user.restrictions],
      key: `${viewer.key} as ${user.key}`,
    })
  }

  static async #ofPerson(db: Kysely<Database>, person: Person): Promise<Scope> {
    if (person.isAdmin) return new Scope({ customerIds: undefined, restrictions: [], key: person.userId })
    const entities = await selectEntityRestriction(db, person.userId)
    return new Scope({
      customerIds: await listOwnCustomers(db, person),
      restrictions: entities === undefined ? [] : [entities],
      key: person.userId,
    })
  }

  /** Whether a single call is in the scope, by the same rule as in SQL; for live calls. */
  includes(call: { customerId: string; codes: Readonly<Record<EntityType, string>> }): boolean {
    if (this.customerIds !== undefined && !this.customerIds.includes(call.customerId)) return false
    return this.restrictions.every((entities) =>
      entities.some(
        ({ type, code, customer_id: customerId }) =>
          call.codes[type] === code && (customerId === null || customerId === call.customerId),
      ),
    )
  }

  /** The same for the same rows, whoever sees them. */
  get fingerprint(): string {
    const restrictions = this.restrictions.map((entities) =>
      entities.map(({ type, code, customer_id: customerId }) => JSON.stringify([type, code, customerId])),
    )
    const parts = [this.customerIds?.toSorted(), ...restrictions.map((texts) => texts.toSorted())]
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  }

  /** No row can match. */
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

/** Whether somebody may see a field, and filter and group by it: who called takes the right to call details. */
export function maySeeField(caller: Caller, field: string): boolean {
  return !callerFields.includes(field) || holds(caller, 'reporting.call.details')
}

export function requireCallerFields(caller: Caller, fields: Iterable<string>): void {
  for (const field of fields) {
    if (!maySeeField(caller, field)) {
      throw new AppError('forbidden', 'Numbers and names of callers need the right to call details.', {
        field,
      })
    }
  }
}
