import { createHash } from 'node:crypto'
import type { EntityType } from '@callboard/contract/claims'
import type { CodedEntity } from '../callers/entity-codes.ts'

/** The rows of calls that somebody may see. */
export interface SeenRows {
  /** Undefined: every customer. */
  readonly customerIds: readonly string[] | undefined
  /** A call is seen when it matches an entity of each of these lists; with an empty list, none is. */
  readonly restrictions: readonly (readonly CodedEntity[])[]
}

/** Whether a single call is among them, by the same rule as in SQL; for live calls. */
export function includesCall(
  { customerIds, restrictions }: SeenRows,
  call: { customerId: string; codes: Readonly<Record<EntityType, string>> },
): boolean {
  if (customerIds !== undefined && !customerIds.includes(call.customerId)) return false
  return restrictions.every((entities) =>
    entities.some(
      ({ type, code, customer_id: customerId }) =>
        call.codes[type] === code && (customerId === null || customerId === call.customerId),
    ),
  )
}

/** The rows that two people both may see. */
export function rowsOfBoth(one: SeenRows, other: SeenRows): SeenRows {
  return {
    customerIds: inBoth(one.customerIds, other.customerIds),
    restrictions: [...one.restrictions, ...other.restrictions],
  }
}

function inBoth(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (some === undefined) return others
  return others === undefined ? some : some.filter((id) => others.includes(id))
}

/** The same for the same rows, whoever sees them. */
export function fingerprintOf({ customerIds, restrictions }: SeenRows): string {
  const texts = restrictions.map((entities) =>
    entities.map(({ type, code, customer_id: customerId }) => JSON.stringify([type, code, customerId])),
  )
  const parts = [customerIds?.toSorted(), ...texts.map((some) => some.toSorted())]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** No row can match. */
export function hasNoRows({ customerIds, restrictions }: SeenRows): boolean {
  return customerIds?.length === 0 || restrictions.some((entities) => entities.length === 0)
}
