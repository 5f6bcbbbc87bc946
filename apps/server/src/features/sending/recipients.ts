import type { RecipientToSend } from '@callboard/contract/sending'
import { maxRecipients, type RecipientInput } from '@callboard/contract/subscriptions'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { findUsersToMail } from '../subscriptions/subscriptions.ts'
import * as store from './store.ts'

interface WholeList {
  /** Each once. */
  recipients: RecipientInput[]
  /** Members of the groups to whom the caller may not send. */
  otherMembers: number
}

/**
 * A list with the members of groups in the place of these, of whom the caller may send to. Throws `invalid` for a group that the
 * caller may not share with, and for too long a list.
 */
export async function withMembers(
  db: Db,
  caller: Caller,
  given: readonly RecipientToSend[],
): Promise<WholeList> {
  const memberId = caller.isAdmin ? undefined : caller.userId
  const named = new Map<string, RecipientInput>()
  const others = new Set<string>()
  for (const [at, one] of given.entries()) {
    if (!('groupId' in one)) {
      named.set('userId' in one ? one.userId : one.email.toLowerCase(), one)
      continue
    }
    const members = await store.selectMembers(db, { memberId, groupId: one.groupId })
    if (members === undefined)
      throw new AppError('invalid', 'There is no such group to send to.', { field: `recipients.${at}` })
    const found = await findUsersToMail(db, members, caller)
    for (const userId of members) {
      if (found.has(userId)) named.set(userId, { userId })
      else others.add(userId)
    }
  }
  if (named.size > maxRecipients)
    throw new AppError('invalid', `A report can be sent to at most ${maxRecipients} recipients.`, {
      field: 'recipients',
    })
  return { recipients: [...named.values()], otherMembers: others.size }
}
