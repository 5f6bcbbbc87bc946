import { callerFields } from '@callboard/contract/field-names'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Caller, holds, type Person } from '../callers/caller.ts'
import { listOwnCustomers } from './own-customers.ts'
import { fingerprintOf, hasNoRows, includesCall, rowsOfBoth, type SeenRows } from './seen-rows.ts'
import { selectEntityRestriction } from '../callers/store.ts'

/**
 * The rows of calls that somebody may see: the first argument of everything that reads calls. It is made of a caller, and
 * only here, so that no query can be written without one.
 */
export class Scope implements SeenRows {
  readonly customerIds: SeenRows['customerIds']
  readonly restrictions: SeenRows['restrictions']
  /** Whose rows these are: part of every cache key. */
  readonly key: string

  private constructor({ customerIds, restrictions }: SeenRows, key: string) {
    this.customerIds = customerIds
    this.restrictions = restrictions
    this.key = key
  }

  /** While the portal is viewed as another user, the rows that both may see. */
  static async of(db: Db, caller: Caller): Promise<Scope> {
    const { viewedBy } = caller
    const user = await Scope.ofPerson(db, caller)
    if (viewedBy === null) return user
    const viewer = await Scope.ofPerson(db, viewedBy)
    return new Scope(rowsOfBoth(viewer, user), `${viewer.key} as ${user.key}`)
  }

  /** Their own rows, whoever looks. */
  static async ofPerson(db: Db, person: Person): Promise<Scope> {
    if (person.isAdmin) return new Scope({ customerIds: undefined, restrictions: [] }, person.userId)
    const entities = await selectEntityRestriction(db, person.userId)
    const customerIds = await listOwnCustomers(db, person)
    return new Scope({ customerIds, restrictions: entities === undefined ? [] : [entities] }, person.userId)
  }

  /** The rows of what works for no person, which administrators have set up: of a customer, or of all of them. */
  static ofWebhook({ id, customerId }: { id: string; customerId: string | null }): Scope {
    const customerIds = customerId === null ? undefined : [customerId]
    return new Scope({ customerIds, restrictions: [] }, `webhook ${id} ${customerId ?? 'all'}`)
  }

  includes(call: Parameters<typeof includesCall>[1]): boolean {
    return includesCall(this, call)
  }

  /** Whether calls of the customer may be among the rows. */
  coversCustomer(id: string): boolean {
    return this.customerIds === undefined || this.customerIds.includes(id)
  }

  get fingerprint(): string {
    return fingerprintOf(this)
  }

  get isEmpty(): boolean {
    return hasNoRows(this)
  }
}

/** Whether somebody may see a field, and filter and group by it: who called takes the right to call details. */
export function maySeeField(caller: Caller, field: string): boolean {
  return !callerFields.includes(field) || holds(caller, 'reporting.call.details')
}

export function requireCallerFields(caller: Caller, fields: Iterable<string>): void {
  for (const field of fields) {
    if (!maySeeField(caller, field)) {
      throw new AppError(
        'forbidden',
        'You need the right to call details to see callers’ names and numbers.',
        {
          field,
        },
      )
    }
  }
}
