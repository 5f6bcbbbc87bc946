import { isClaim, withImplied, type Claim } from '@callboard/contract/claims'
import type { Db } from '../../db/tables/schema.ts'
import type { Person } from './caller.ts'
import { selectPerson } from './store.ts'

interface PersonRow {
  user_id: string
  user_name: string
  is_admin: boolean
  customer_id: string | null
  /** Claims of the roles that are valid now. */
  claims: readonly string[]
}

/** Any user, active or not. */
export async function findPerson(db: Db, userId: string): Promise<Person | undefined> {
  const row = await selectPerson(db, userId, new Date())
  return row === undefined ? undefined : personOf(row)
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

/** Stored claims, with those that they imply; unknown ones are left out. */
export function claimsOf(texts: readonly string[]): ReadonlySet<Claim> {
  return new Set(texts.filter(isClaim).flatMap(withImplied))
}
