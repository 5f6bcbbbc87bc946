import type { Claim } from '@callboard/contract/claims'
import type { Role } from '@callboard/contract/roles'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { nameTakenWhere } from '../../db/unique-names.ts'
import { updateRecord } from '../../db/update-record.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import {
  countAssignments,
  deleteRoleRow,
  findRoleRow,
  getRoleRow,
  insertRole,
  type RoleRow,
  type RoleValues,
} from './store.ts'

export function roleOf(row: RoleRow): Role {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    claims: row.claims,
    isActive: row.is_active,
    userCount: row.user_count,
    revision: row.revision,
  }
}

export async function describeRole(db: Kysely<Database>, id: string): Promise<Role> {
  const row = await findRoleRow(db, id)
  if (row === undefined) throw notFound()
  return roleOf(row)
}

interface AskedRole {
  name?: string | undefined
  description?: string | undefined
  claims?: readonly Claim[] | undefined
  isActive?: boolean | undefined
}

/** Throws `nameTaken` when another role has that name. */
export async function makeRole(
  db: Kysely<Database>,
  caller: Caller,
  asked: AskedRole & { name: string },
): Promise<Role> {
  return await change(db, actorOf(caller), async (transaction) => {
    const values = { ...valuesOf(asked), name: asked.name }
    const id = await nameTakenWhere(
      { what: 'A role', value: asked.name },
      async () => await insertRole(transaction, values),
    )
    return roleOf(await getRoleRow(transaction, id))
  })
}

/** Throws `nameTaken`, and `revisionConflict` when somebody changed the role since that revision. */
export async function changeRole(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: AskedRole & { id: string; revision?: number | undefined },
): Promise<Role> {
  return await change(db, actorOf(caller), async (transaction) => {
    await nameTakenWhere(
      { what: 'A role', value: asked.name },
      async () => await updateRecord(transaction, 'role', { id, revision, values: valuesOf(asked) }),
    )
    return roleOf(await getRoleRow(transaction, id))
  })
}

/** Throws `conflict` when somebody has the role. */
export async function dropRole(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    await refuseWhereGiven(transaction, id)
    if (!(await deleteRoleRow(transaction, id))) throw notFound()
  })
}

async function refuseWhereGiven(transaction: Transaction<Database>, id: string): Promise<void> {
  const count = await countAssignments(transaction, id)
  if (count === 0) return
  const who = count === 1 ? 'One user has' : `${count} users have`
  throw new AppError('conflict', `${who} this role. Take it away first, or make the role inactive.`)
}

function valuesOf({ name, description, claims, isActive }: AskedRole): RoleValues {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(claims === undefined ? {} : { claims: [...new Set(claims)].toSorted() }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  }
}
