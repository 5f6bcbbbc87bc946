import type { Body } from '@callboard/contract/endpoint'
import type { GroupUser } from '@callboard/contract/entity-groups'
import type * as endpoints from '@callboard/contract/report-groups'
import type { GroupCustomer, ReportGroup } from '@callboard/contract/report-groups'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { ListPage } from '../../db/list-page.ts'
import { insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

export async function listReportGroups(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchReportGroups>,
): Promise<ListPage<ReportGroup>> {
  return await store.selectReportGroups(db, search)
}

/** Throws `notFound`. */
export async function getReportGroup(db: Kysely<Database>, id: string): Promise<ReportGroup> {
  return orNotFound(await store.selectReportGroup(db, id))
}

/** Throws `invalid` when one of the sets, customers or users is unknown. */
export async function createReportGroup(
  db: Kysely<Database>,
  caller: Caller,
  { setIds, customerIds, userIds, ...values }: Body<typeof endpoints.createReportGroup>,
): Promise<ReportGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    const groupId = await insertRecord(transaction, 'reportGroup', values)
    for (const [kind, ids] of [
      ['set', setIds],
      ['customer', customerIds],
      ['user', userIds],
    ] as const) {
      await insertKnownMembers(transaction, { groupId, kind, ids, field: `${kind}Ids` })
    }
    return await getReportGroup(transaction, groupId)
  })
}

/** Throws `notFound`, and `revisionConflict` when somebody changed the group since that revision. */
export async function updateReportGroup(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateReportGroup>,
): Promise<ReportGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'reportGroup', { id, revision, values })
    return await getReportGroup(transaction, id)
  })
}

/** Throws `notFound` when there is no such group. */
export async function listGroupUsers(
  db: Kysely<Database>,
  { groupId, ...search }: Body<typeof endpoints.searchReportGroupUsers> & { groupId: string },
): Promise<ListPage<GroupUser>> {
  await getReportGroup(db, groupId)
  return await store.selectGroupUsers(db, groupId, search)
}

/** Throws `notFound` when there is no such group. */
export async function listGroupCustomers(
  db: Kysely<Database>,
  { groupId, ...search }: Body<typeof endpoints.searchReportGroupCustomers> & { groupId: string },
): Promise<ListPage<GroupCustomer>> {
  await getReportGroup(db, groupId)
  return await store.selectGroupCustomers(db, groupId, search)
}

export interface GroupMember {
  groupId: string
  kind: store.MemberKind
  id: string
}

/** Adding what is already in the group changes nothing. Throws `notFound` for the group, `invalid` for the member. */
export async function addGroupMember(
  db: Kysely<Database>,
  caller: Caller,
  { groupId, kind, id }: GroupMember,
): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    await getReportGroup(transaction, groupId)
    await insertKnownMembers(transaction, { groupId, kind, ids: [id], field: `${kind}Id` })
  })
}

/** Puts a user into groups, and answers these. Throws `invalid` under `field` for a group that is unknown. */
export async function addUserToGroups(
  transaction: Transaction<Database>,
  { userId, groupIds, field }: { userId: string; groupIds: readonly string[]; field: string },
): Promise<{ id: string; name: string }[]> {
  const groups: { id: string; name: string }[] = []
  for (const groupId of groupIds) {
    const group = await store.selectReportGroup(transaction, groupId)
    if (group === undefined) throw new AppError('invalid', `There is no report group ${groupId}.`, { field })
    await store.insertGroupMembers(transaction, { groupId, kind: 'user', ids: [userId] })
    groups.push({ id: groupId, name: group.name })
  }
  return groups
}

async function insertKnownMembers(
  transaction: Transaction<Database>,
  { field, ...members }: store.GroupMembers & { field: string },
): Promise<void> {
  const unknown = await store.selectUnknownMember(transaction, members)
  if (unknown !== undefined) {
    throw new AppError('invalid', `There is no ${memberNames[members.kind]} ${unknown}.`, { field })
  }
  await store.insertGroupMembers(transaction, members)
}

const memberNames = { set: 'report set', customer: 'customer', user: 'user' } as const

/** Throws `notFound` when it is not in the group. */
export async function removeGroupMember(
  db: Kysely<Database>,
  caller: Caller,
  member: GroupMember,
): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    if (!(await store.deleteGroupMember(transaction, member))) throw notFound()
  })
}
