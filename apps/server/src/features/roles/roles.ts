import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/roles'
import type { Role, RoleHolder } from '@callboard/contract/roles'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import { type ListPage, mapItems } from '../../db/list-page.ts'
import { deleteRecord, insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

export async function listRoles(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchRoles>,
): Promise<ListPage<Role>> {
  return await store.selectRoles(db, search)
}

export async function getRole(db: Kysely<Database>, id: string): Promise<Role> {
  return orNotFound(await store.selectRole(db, id))
}

/** Throws `nameTaken`. */
export async function createRole(
  db: Kysely<Database>,
  caller: Caller,
  values: Body<typeof endpoints.createRole>,
): Promise<Role> {
  return await change(db, actorOf(caller), async (transaction) => {
    const id = await insertRecord(transaction, 'role', values)
    return await getRole(transaction, id)
  })
}

/** Throws `nameTaken` and `revisionConflict`. */
export async function updateRole(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateRole> & { id: string },
): Promise<Role> {
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'role', { id, revision, values })
    return await getRole(transaction, id)
  })
}

/** Throws `conflict` when somebody has the role. */
export async function deleteRole(db: Kysely<Database>, caller: Caller, id: string): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    await requireUnassigned(transaction, id)
    await deleteRecord(transaction, 'role', id)
  })
}

async function requireUnassigned(transaction: Transaction<Database>, id: string): Promise<void> {
  const count = await store.countAssignments(transaction, id)
  if (count === 0) return
  const who = count === 1 ? 'One user has' : `${count} users have`
  throw new AppError('conflict', `${who} this role. Take it away first, or make the role inactive.`)
}

export async function listRoleHolders(
  db: Kysely<Database>,
  { roleId, ...search }: Body<typeof endpoints.searchRoleHolders> & { roleId: string },
): Promise<ListPage<RoleHolder>> {
  await getRole(db, roleId)
  return mapItems(await store.selectRoleHolders(db, roleId, search), (row) => ({
    ...row,
    startDate: row.startDate?.toISOString() ?? null,
    expiryDate: row.expiryDate?.toISOString() ?? null,
  }))
}
