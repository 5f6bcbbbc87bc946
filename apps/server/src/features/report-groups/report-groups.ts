import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/report-groups'
import type { ReportGroup } from '@callboard/contract/report-groups'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { ListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

export async function listReportGroups(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchReportGroups>,
): Promise<ListPage<ReportGroup>> {
  return await store.selectReportGroups(db, search)
}

/** Adding a user who is already in the group changes nothing. */
export async function addGroupUser(
  db: Kysely<Database>,
  caller: Caller,
  { groupId, userId }: store.Membership,
): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    if (!(await store.lockRecord(transaction, 'report_group', groupId))) throw notFound()
    if (!(await store.lockRecord(transaction, 'app_user', userId)))
      throw new AppError('invalid', 'There is no such user.', { field: 'userId' })
    await store.insertGroupUser(transaction, { groupId, userId })
  })
}

/** Throws `notFound` when the user is not in the group. */
export async function removeGroupUser(
  db: Kysely<Database>,
  caller: Caller,
  membership: store.Membership,
): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    if (!(await store.deleteGroupUser(transaction, membership))) throw notFound()
  })
}
