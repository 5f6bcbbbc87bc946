import { groupOf, groupTypeOf, isWanted, type Search, showAll } from '../../access/record-search.ts'
import { findRecords } from '../../db/records/find-records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { digitsOfNumber } from '../../lib/phone.ts'
import * as store from './store.ts'

/** Each type of entity has a list of its own. */
export function searchEntities({ db }: { db: Db }): Search {
  return async ({ keyword: typed, page: { offset, limit }, ...asked }) => {
    if (!isWanted(asked, groupTypeOf('entity'))) return []
    const keyword = digitsOfNumber(typed) ?? typed
    const found = await findRecords(db, store.searched, { keyword, offset, limit })
    const group = groupOf('entity', found, ({ id, type }) => `/manage/entities/${type ?? ''}/${id}`)
    if (found.total <= limit) return [group]
    const counts = await store.countFound(db, keyword)
    const query = `keyword=${encodeURIComponent(keyword)}&all=true`
    const lists = counts.map(({ type: entityType, total }) => ({
      label: showAll(total),
      url: `/manage/entities/${entityType}?${query}`,
      entityType,
    }))
    return [{ ...group, lists }]
  }
}
