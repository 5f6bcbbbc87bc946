import { addDays, startOfDay } from '@callboard/contract/calendar'
import type { RoleAssignment } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { deleteAssignment, listRoleAssignments, lockRole, upsertAssignment } from './role-store.ts'
import { lockUserRow } from './store.ts'
import { assignmentOf } from './user-record.ts'
import { requireUser } from './users.ts'

export async function rolesOf(db: Kysely<Database>, caller: Caller, id: string): Promise<RoleAssignment[]> {
  await requireUser(db, caller, id)
  const rows = await listRoleAssignments(db, id)
  return rows.map((row) => assignmentOf(id, row))
}

interface AskedAssignment {
  id: string
  userId?: string | undefined
  roleId: string
  /** Days, instants, or null for open. */
  startDate: string | null
  expiryDate: string | null
}

/** Throws `wrongDates` when the role would end before it begins. */
export async function giveRoleTo(
  db: Kysely<Database>,
  caller: Caller,
  { id, userId = id, roleId, startDate, expiryDate }: AskedAssignment,
): Promise<RoleAssignment> {
  if (userId !== id)
    throw new AppError('invalid', 'This is not the user of the address.', { field: 'userId' })
  const { defaultTimeZone } = caller.settings
  const startAt = startDate === null ? null : instantOf(startDate, { timeZone: defaultTimeZone })
  const expiresAt =
    expiryDate === null ? null : instantOf(expiryDate, { timeZone: defaultTimeZone, isLastDay: true })
  if (startAt !== null && expiresAt !== null && expiresAt <= startAt)
    throw new AppError('wrongDates', 'A role cannot expire before it starts.', { field: 'expiryDate' })
  return await change(db, actorOf(caller), async (transaction) => {
    if ((await lockUserRow(transaction, id)) === undefined) throw notFound()
    const role = await lockRole(transaction, roleId)
    if (role === undefined) throw new AppError('invalid', 'There is no such role.', { field: 'roleId' })
    await upsertAssignment(transaction, { userId: id, roleId, startAt, expiresAt })
    return assignmentOf(id, { role_id: roleId, name: role.name, start_at: startAt, expires_at: expiresAt })
  })
}

export async function takeRoleFrom(
  db: Kysely<Database>,
  caller: Caller,
  { id, roleId }: { id: string; roleId: string },
): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    if (!(await deleteAssignment(transaction, { userId: id, roleId }))) throw notFound()
  })
}

const dayLength = 10

/** A day begins at the first moment it has in the zone, and is over when the next one begins. */
function instantOf(
  text: string,
  { timeZone, isLastDay = false }: { timeZone: string; isLastDay?: boolean },
): Date {
  if (text.length !== dayLength) return new Date(text)
  return new Date(startOfDay(isLastDay ? addDays(text, 1) : text, timeZone).epochMilliseconds)
}
