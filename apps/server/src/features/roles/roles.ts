import type { Body } from '@callboard/contract/endpoint'
import type { RoleHolder, searchRoleHolders } from '@callboard/contract/roles'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import { deleteRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './store.ts'

const plain = recordRules('role', store.roles)

export const roleRules = { ...plain, remove: deleteRole }

/** Throws `conflict` when somebody has the role. */
async function deleteRole(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    await requireUnassigned(transaction, id)
    await deleteRecord(transaction, 'role', id)
  })
}

async function requireUnassigned(transaction: Transaction, id: string): Promise<void> {
  const count = await store.countAssignments(transaction, id)
  if (count === 0) return
  const who = count === 1 ? 'One user has' : `${count} users have`
  throw new AppError('conflict', `${who} this role. Take it away first, or make the role inactive.`)
}

export async function listRoleHolders(
  db: Db,
  caller: Caller,
  { id, ...search }: Body<typeof searchRoleHolders> & { id: string },
): Promise<ListPage<RoleHolder>> {
  await plain.get(db, caller, { id })
  return mapItems(await store.selectRoleHolders(db, id, search), (row) => ({
    ...row,
    startDate: row.startDate?.toISOString() ?? null,
    expiryDate: row.expiryDate?.toISOString() ?? null,
  }))
}
