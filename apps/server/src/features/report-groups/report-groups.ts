import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/report-groups'
import type { GroupCustomer, ReportGroup } from '@callboard/contract/report-groups'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { insertKnownMembers, memberRules, userMemberRules } from '../../access/member-rules.ts'
import { recordRules } from '../../access/record-rules.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { insertMembers } from '../../db/records/member-links.ts'
import { insertRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './store.ts'

const plain = recordRules('reportGroup', store.reportGroups)
const { set, customer, user } = store.links

export const reportGroupRules = { ...plain, create: createReportGroup }

export const memberRulesOf = {
  set: memberRules({ link: set, field: 'setId' }, plain.get),
  customer: memberRules({ link: customer, field: 'customerId' }, plain.get),
  user: userMemberRules({ link: user, field: 'userId' }, plain.get),
}

/** Throws `invalid` when one of the sets, customers or users is unknown. */
async function createReportGroup(
  db: Db,
  caller: Caller,
  { setIds, customerIds, userIds, ...values }: Body<typeof endpoints.createReportGroup>,
): Promise<ReportGroup> {
  return await changeBy(db, caller, async (transaction) => {
    const groupId = await insertRecord(transaction, 'reportGroup', values)
    await insertKnownMembers(transaction, set, { groupId, ids: setIds, field: 'setIds' })
    await insertKnownMembers(transaction, customer, { groupId, ids: customerIds, field: 'customerIds' })
    await insertKnownMembers(transaction, user, { groupId, ids: userIds, field: 'userIds' })
    return await plain.get(transaction, caller, { id: groupId })
  })
}

/** Throws `notFound` when there is no such group. */
export async function listGroupCustomers(
  db: Db,
  caller: Caller,
  search: Body<typeof endpoints.searchReportGroupCustomers> & { id: string },
): Promise<ListPage<GroupCustomer>> {
  await plain.get(db, caller, search)
  return await store.selectGroupCustomers(db, search)
}

/** Puts a user into groups, and answers these. Throws `invalid` under `field` for a group that is unknown. */
export async function addUserToGroups(
  transaction: Transaction,
  { userId, groupIds, field }: { userId: string; groupIds: readonly string[]; field: string },
): Promise<{ id: string; name: string }[]> {
  const groups: { id: string; name: string }[] = []
  for (const groupId of groupIds) {
    const group = await store.reportGroups.find(transaction, groupId)
    if (group === undefined) throw new AppError('invalid', `There is no report group ${groupId}.`, { field })
    await insertMembers(transaction, user, { groupId, ids: [userId] })
    groups.push({ id: groupId, name: group.name })
  }
  return groups
}
