import type { Db } from '../../db/tables/schema.ts'
import type { Person } from '../callers/caller.ts'
import { selectGroupCustomers } from '../callers/store.ts'

/** The customers that are a person's own: the one they belong to, and those of their groups. */
export async function listOwnCustomers(
  db: Db,
  person: Pick<Person, 'userId' | 'customerId'>,
): Promise<string[]> {
  const customers = new Set(await selectGroupCustomers(db, person.userId))
  if (person.customerId !== null) customers.add(person.customerId)
  return [...customers].toSorted()
}
