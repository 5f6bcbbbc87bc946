import type { Body } from '@callboard/contract/endpoint'
import type { GroupOfUser } from '@callboard/contract/report-groups'
import { maxProperties } from '@callboard/contract/user-properties'
import type * as endpoints from '@callboard/contract/user-roles'
import type { RoleAssignment } from '@callboard/contract/users'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import * as store from './link-store.ts'
import { lockUser } from './store.ts'
import { assignmentOf, getUser, readUserRoles, requireOwn } from './users.ts'

export async function listUserRoles(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<RoleAssignment[]> {
  await getUser(db, caller, { id })
  return await readUserRoles(db, id)
}

/** Throws `wrongDates` when the role would end before it begins. */
export async function addUserRole(
  db: Db,
  caller: Caller,
  { id, userId = id, roleId, startDate, expiryDate }: Body<typeof endpoints.addUserRole> & { id: string },
): Promise<RoleAssignment> {
  if (userId !== id)
    throw new AppError('invalid', 'The user does not match the one in the address.', { field: 'userId' })
  const term = termOf(caller, { startDate, expiryDate })
  return await changeBy(db, caller, async (transaction) => {
    orNotFound(await lockUser(transaction, id))
    return await assignRole(transaction, { userId, roleId, ...term })
  })
}

interface RoleTerm {
  startsAt: Date | null
  expiresAt: Date | null
}

/** The instants of the days of a role. Throws `wrongDates` when it would end before it begins. */
export function termOf(
  caller: Caller,
  { startDate, expiryDate }: { startDate: string | null; expiryDate: string | null },
): RoleTerm {
  const { defaultTimeZone: timeZone } = caller.settings
  const startsAt = startDate === null ? null : instantOf(startDate, { timeZone })
  const expiresAt = expiryDate === null ? null : instantOf(expiryDate, { timeZone, isLastDay: true })
  if (startsAt !== null && expiresAt !== null && expiresAt <= startsAt)
    throw new AppError('wrongDates', 'A role cannot expire before it starts.', { field: 'expiryDate' })
  return { startsAt, expiresAt }
}

/** Throws `invalid` for an unknown role. */
export async function assignRole(
  transaction: Transaction,
  { userId, roleId, ...term }: RoleTerm & { userId: string; roleId: string },
): Promise<RoleAssignment> {
  const role = await store.lockRole(transaction, roleId)
  if (role === undefined) throw new AppError('invalid', 'There is no such role.', { field: 'roleId' })
  await store.upsertUserRole(transaction, { userId, roleId, ...term })
  return assignmentOf({ userId, roleId, roleName: role.name, ...term })
}

const dayLength = 10

/** A day begins with its first moment in the zone; a last day ends where the next one begins. */
function instantOf(
  text: string,
  { timeZone, isLastDay = false }: { timeZone: string; isLastDay?: boolean },
): Date {
  if (text.length !== dayLength) return new Date(text)
  const day = Temporal.PlainDate.from(text)
  const begin = (isLastDay ? day.add({ days: 1 }) : day).toZonedDateTime(timeZone)
  return new Date(begin.epochMilliseconds)
}

export async function removeUserRole(
  db: Db,
  caller: Caller,
  { id, roleId }: { id: string; roleId: string },
): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    if (!(await store.deleteUserRole(transaction, { userId: id, roleId }))) throw notFound()
  })
}

type Properties = Record<string, string>

export async function getUserProperties(db: Db, caller: Caller, { id }: { id: string }): Promise<Properties> {
  requireOwn(caller, id)
  return orNotFound(await store.selectProperties(db, id))
}

/** Replaces the given properties, and removes those that are null. Throws `invalid` when there would be too many. */
export async function updateUserProperties(
  db: Db,
  caller: Caller,
  { id, values }: { id: string; values: Readonly<Record<string, string | null>> },
): Promise<Properties> {
  requireOwn(caller, id)
  return await changeBy(db, caller, async (transaction) => {
    const properties = orNotFound(await store.updateProperties(transaction, id, values))
    if (Object.keys(properties).length > maxProperties)
      throw new AppError('invalid', `A user can have at most ${maxProperties} properties.`)
    return properties
  })
}

export async function listUserGroups(db: Db, caller: Caller, { id }: { id: string }): Promise<GroupOfUser[]> {
  await getUser(db, caller, { id })
  return await store.selectUserGroups(db, id)
}

export async function listUserEntityGroups(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<GroupOfUser[]> {
  await getUser(db, caller, { id })
  return await store.selectUserEntityGroups(db, id)
}
