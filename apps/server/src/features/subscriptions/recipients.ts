import type { RecipientInput } from '@callboard/contract/subscriptions'
import type { Kysely } from 'kysely'
import type { Person } from '../../access/caller.ts'
import { listOwnCustomers } from '../../access/own-customers.ts'
import type { Database } from '../../db/schema.ts'
import type { RecipientKey } from './delivery-store.ts'
import { checkRecipients, type JudgedList, keyOf, type NamedRecipient } from './recipient-rules.ts'
import * as store from './store.ts'

interface Judged extends JudgedList {
  /** Who has the reports sent. */
  owner: Person
}

/** The list as it is kept. Throws `invalid` that names who may not be on it. */
export async function requireRecipients(
  db: Kysely<Database>,
  given: readonly RecipientInput[],
  judged: Judged,
): Promise<NamedRecipient[]> {
  const keys = given.map(keyOf)
  return checkRecipients(keys, await findUsers(db, keys, judged.owner), judged)
}

/** The owner, and whom the owner finds by searchportalusers: active users of their customers, for an admin all. */
async function findUsers(
  db: Kysely<Database>,
  keys: readonly RecipientKey[],
  owner: Person,
): Promise<ReadonlyMap<string, store.UserToMail>> {
  const ids = keys.flatMap(({ userId }) => userId ?? [])
  const customerIds = owner.isAdmin ? undefined : await listOwnCustomers(db, owner)
  const [others, own] = await Promise.all([
    store.selectUsersToMail(db, { ids, customerIds, withAdmins: owner.isAdmin }),
    store.selectUsersToMail(db, {
      ids: ids.filter((id) => id === owner.userId),
      customerIds: undefined,
      withAdmins: true,
    }),
  ])
  return new Map([...others, ...own].map((user) => [user.id, user]))
}
