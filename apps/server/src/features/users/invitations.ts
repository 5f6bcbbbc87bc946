import type { Body, Returned } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/invitations'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { type LinkParts, mailInvitation } from '../../access/sign-in/one-time-links.ts'
import { addToGroupOfEntities } from '../entity-groups/entity-groups.ts'
import { addUserToGroups } from '../report-groups/report-groups.ts'
import { insertUser } from './edit-users.ts'
import { assignRole, termOf } from './links.ts'

/**
 * Creates a user with a role, the rows they see and the reports they find, all of it or nothing, and mails them a link. Throws `userNameTaken`,
 * `wrongDates`, and `invalid` under the field of a record that is unknown or does not belong to the customer.
 */
export async function createInvitation(
  parts: LinkParts,
  caller: Caller,
  {
    roleId,
    startDate,
    expiryDate,
    entityIds,
    reportGroupIds,
    ...values
  }: Body<typeof endpoints.createInvitation>,
): Promise<Returned<typeof endpoints.createInvitation>> {
  const term = termOf(caller, { startDate, expiryDate })
  const { email, userName = email, customerId } = values
  const created = await changeBy(parts.db, caller, async (transaction) => {
    const user = await insertUser(transaction, { ...values, userName })
    const { id: userId } = user
    const role = roleId === null ? null : await assignRole(transaction, { userId, roleId, ...term })
    const entityGroup =
      entityIds.length === 0
        ? null
        : await addToGroupOfEntities(transaction, { userId, customerId, entityIds })
    const groupIds = [...new Set(reportGroupIds)]
    const reportGroups = await addUserToGroups(transaction, { userId, groupIds, field: 'reportGroupIds' })
    return { user, role, entityGroup, reportGroups }
  })
  const delivery = await mailInvitation(parts, { ...created.user, email })
  return { ...created, delivery }
}
