import type { ReportGroup } from '@callboard/contract/report-groups'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { deleteMember, groupIsThere, insertMember, type listGroupRows, userIsThere } from './store.ts'

type GroupRow = Awaited<ReturnType<typeof listGroupRows>>['items'][number]

export function groupOf(row: GroupRow): ReportGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    setIds: row.set_ids,
    userIds: row.user_ids,
    customerIds: row.customer_ids,
    isActive: row.is_active,
    revision: row.revision,
  }
}

interface Membership {
  groupId: string
  userId: string
}

/** Nothing happens to a user who is in it already. */
export async function addMember(db: Kysely<Database>, caller: Caller, member: Membership): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    if (!(await groupIsThere(transaction, member.groupId))) throw notFound()
    if (!(await userIsThere(transaction, member.userId)))
      throw new AppError('invalid', 'There is no such user.', { field: 'userId' })
    await insertMember(transaction, member)
  })
}

export async function removeMember(db: Kysely<Database>, caller: Caller, member: Membership): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    if (!(await deleteMember(transaction, member))) throw notFound()
  })
}
