import type { Body, Returned } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/numbers'
import type { NumberTimeline } from '@callboard/contract/numbers'
import { type Caller, seesFigures } from '../../access/callers/caller.ts'
import { getEntityVisibility } from '../../access/rows/entity-visibility.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { FileAnswer } from '../../http/file-answer.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { selectActivity } from './activity-store.ts'
import { exportNumbers } from './export-numbers.ts'
import { type CallsOfNumbers, listHeard } from './silent-numbers.ts'
import * as store from './store.ts'

/** Throws `notFound` also for a number that the caller may not see, and one of no customer in particular. */
export async function getNumber(db: Db, caller: Caller, { id }: { id: string }): Promise<NumberTimeline> {
  const [found] = await store.selectNumbersById(db, await getEntityVisibility(db, caller), [id])
  return orNotFound(found)
}

/** All of them as a file, or a page of them. */
export async function listNumbers(
  parts: CallsOfNumbers,
  caller: Caller,
  { isFile, ...search }: Body<typeof endpoints.searchNumbers> & { isFile: boolean },
): Promise<ListPage<NumberTimeline> | FileAnswer> {
  const { db } = parts
  const { silentNumberDays } = caller.settings
  const heard = search.standsFor === 'silent' ? await listHeard(parts, silentNumberDays) : undefined
  const visibility = await getEntityVisibility(db, caller)
  const found = { ...search, heard }
  return isFile ? exportNumbers(db, visibility, found) : await store.selectNumbers(db, visibility, found)
}

/** Of the numbers that the caller may see; none for those who see no figures of calls. */
export async function listNumberActivity(
  { db, calls, snapshots }: StoredCalls & { db: Db },
  caller: Caller,
  { numberIds }: Body<typeof endpoints.listNumberActivity>,
): Promise<Returned<typeof endpoints.listNumberActivity>> {
  if (!seesFigures(caller)) return []
  const visibility = await getEntityVisibility(db, caller)
  const numbers = await store.selectNumbersById(db, visibility, [...new Set(numberIds)])
  return await selectActivity({ calls, snapshots }, visibility.scope, numbers)
}
