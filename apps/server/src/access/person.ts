import { isClaim, withImplied, type Claim } from '@callboard/contract/claims'
import type { Person } from './caller.ts'

interface PersonRow {
  user_id: string
  user_name: string
  is_admin: boolean
  customer_id: string | null
  /** Claims of the roles that are valid now. */
  claims: readonly string[]
}

export function personOf(row: PersonRow): Person {
  return {
    userId: row.user_id,
    userName: row.user_name,
    isAdmin: row.is_admin,
    customerId: row.customer_id,
    claims: claimsOf(row.claims),
  }
}

function claimsOf(texts: readonly string[]): ReadonlySet<Claim> {
  return new Set(texts.filter(isClaim).flatMap(withImplied))
}
