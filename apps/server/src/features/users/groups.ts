import type { GroupOfUser } from '@callboard/contract/report-groups'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../db/schema.ts'
import { listEntityGroupsOfUser, listGroupsOfUser } from './group-store.ts'
import { requireUser } from './users.ts'

export async function groupsOf(db: Kysely<Database>, caller: Caller, id: string): Promise<GroupOfUser[]> {
  await requireUser(db, caller, id)
  return (await listGroupsOfUser(db, id)).map(groupOf)
}

export async function entityGroupsOf(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
): Promise<GroupOfUser[]> {
  await requireUser(db, caller, id)
  return (await listEntityGroupsOfUser(db, id)).map(groupOf)
}

interface GroupRow {
  id: string
  name: string
  description: string
  is_active: boolean
}

function groupOf({ id, name, description, is_active: isActive }: GroupRow): GroupOfUser {
  return { id, name, description, isActive }
}
