import { recordSearch, type Search } from '../../access/record-search.ts'
import type { Db } from '../../db/tables/schema.ts'
import { searched } from './store.ts'

/** Whoever views the portal as a user is not shown that user's email address. */
export function searchUsers({ db }: { db: Db }): Search {
  const search = recordSearch(db, 'user', searched)
  return async (asked) => {
    const { viewedBy, userId, userName } = asked.caller
    const groups = await search(asked)
    if (viewedBy === null) return groups
    return groups.map((group) => ({
      ...group,
      items: group.items.map((item) => (item.id === userId ? { ...item, subtitle: userName } : item)),
    }))
  }
}
