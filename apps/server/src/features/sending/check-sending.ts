import type { Body, Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/sending'
import type { CheckedRecipient } from '@callboard/contract/sending'
import type { RecipientInput } from '@callboard/contract/subscriptions'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { listReaderErrors, type ReaderError } from '../reports/running/delivered-report.ts'
import type { FoundSavedReport } from '../reports/saved/saved-reports.ts'
import {
  findUsersToMail,
  listStoppedAddresses,
  type SubscriptionParts,
} from '../subscriptions/subscriptions.ts'
import { findOutsideError, outsideDomainsOf } from '../subscriptions/recipient-rules.ts'
import { withMembers } from './recipients.ts'
import { asIfSaved } from './saved-to-send.ts'
import * as store from './store.ts'

/** Who would get a report, and why somebody would not. Throws as saving the report would, and `invalid` for the list. */
export async function checkSending(
  { db, mailer }: Pick<SubscriptionParts, 'db' | 'mailer'>,
  caller: Caller,
  { report, recipients: given }: Body<typeof endpoints.checkSending>,
): Promise<Output<typeof endpoints.checkSending>> {
  const outsideDomains = outsideDomainsOf(caller.settings)
  const { recipients, otherMembers } = await withMembers(db, caller, given)
  const checked = await asIfSaved(db, caller, {
    report,
    read: async (transaction, saved) => await checkRecipients(transaction, caller, { recipients, saved }),
  })
  return { recipients: checked, otherMembers, outsideDomains, hasMailServer: await mailer.hasServer() }
}

async function checkRecipients(
  db: Db,
  caller: Caller,
  { recipients, saved }: { recipients: readonly RecipientInput[]; saved: FoundSavedReport },
): Promise<CheckedRecipient[]> {
  const userIds = recipients.flatMap((one) => ('userId' in one ? [one.userId] : []))
  const users = await findUsersToMail(db, userIds, caller)
  const addresses = [
    ...recipients.flatMap((one) => ('email' in one ? [one.email.toLowerCase()] : [])),
    ...[...users.values()].flatMap(({ email }) => email?.toLowerCase() ?? []),
  ]
  const [errors, stopped] = await Promise.all([
    listReaderErrors(db, { id: saved.id, userIds }),
    listStoppedAddresses(db, addresses),
  ])
  const lacking = userIds.filter((id) => errors.get(id) === 'noReport')
  const groups = await listGroupsToShareWith(db, caller, { saved, userIds: lacking })
  return recipients.map((one): CheckedRecipient => {
    if ('email' in one) {
      const email = one.email.toLowerCase()
      const reason = findOutsideError(caller.settings, email) ?? (stopped.has(email) ? cameBack(email) : null)
      return { userId: null, email, name: email, reason, remedy: null }
    }
    const { userId } = one
    const user = users.get(userId)
    const person = { userId, email: null, name: user?.name ?? 'This user' }
    if (user === undefined) return { ...person, reason: 'Reports cannot be sent to this user.', remedy: null }
    const error = errors.get(userId)
    if (error === undefined) {
      const isStopped = user.email !== null && stopped.has(user.email.toLowerCase())
      return { ...person, reason: isStopped ? cameBack(`the address of ${user.name}`) : null, remedy: null }
    }
    const group = groups.get(userId)
    const byAdmin = caller.isAdmin ? { userId } : null
    return {
      ...person,
      reason: sentences[error](user.name),
      remedy: group === undefined ? byAdmin : { share: group },
    }
  })
}

const sentences = {
  noSignIn: (name) => `${name} may not sign in.`,
  noAddress: (name) => `${name} has no email address.`,
  noReport: (name) => `None of the groups of ${name} has this report.`,
  noRights: (name) => `${name} does not have the rights that this report needs.`,
  noRows: (name) => `${name} does not have access to any calls.`,
} as const satisfies Record<ReaderError, (name: string) => string>

function cameBack(address: string): string {
  return `Emails to ${address} bounced too often.`
}

/**
 * By user the group that gives the report to most of them when it is shared with it. None for one that is shared already, which
 * its readers would lose, or that the caller may not share.
 */
async function listGroupsToShareWith(
  db: Db,
  caller: Caller,
  { saved, userIds }: { saved: FoundSavedReport; userIds: readonly string[] },
): Promise<ReadonlyMap<string, { groupId: string; name: string }>> {
  const mayShare = caller.isAdmin || saved.userId === caller.userId
  if (saved.sharedWithGroupId !== null || !mayShare || userIds.length === 0) return new Map()
  const memberId = caller.isAdmin ? undefined : caller.userId
  const rows = await store.selectGroupsOfUsers(db, { memberId, userIds })
  const sizes = Map.groupBy(rows, ({ id }) => id)
  const sizeOf = (id: string) => sizes.get(id)?.length ?? 0
  const bySize = rows.toSorted((one, other) => sizeOf(other.id) - sizeOf(one.id))
  const best = new Map<string, { groupId: string; name: string }>()
  for (const { id: groupId, name, userId } of bySize)
    if (!best.has(userId)) best.set(userId, { groupId, name })
  return best
}
