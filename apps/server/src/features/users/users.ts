import { claims as allClaims } from '@callboard/contract/claims'
import type { Me, PortalUser, User } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import { type Caller, holds } from '../../access/caller.ts'
import { listOwnCustomers } from '../../access/own-customers.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { listMenusFor } from '../menus/menus.ts'
import {
  findUserRow,
  getUserRow,
  listPortalUsers,
  listRoleAssignments,
  type Profile,
  updateProfile,
} from './store.ts'
import { userOf } from './user-record.ts'

/** What the browser keeps of the signed-in user, but for the token; while masked, of the user who is viewed. */
export async function describeMe(db: Kysely<Database>, caller: Caller): Promise<Me> {
  const { userId, isAdmin } = caller
  const user = await getUserRow(db, userId)
  const assignments = await listRoleAssignments(db, userId)
  const claims = allClaims.filter((claim) => holds(caller, claim)).toSorted()
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    userName: user.user_name,
    thumbnailUrl: user.thumbnail_url,
    isAdmin,
    loginProvider: user.login_provider,
    legacyReportingCid: user.legacy_reporting_cid,
    claims,
    claimsString: claims,
    userRoles: assignments.map((role) => ({
      userId,
      roleId: role.role_id,
      roleName: role.name,
      startDate: role.start_at?.toISOString() ?? null,
      expiryDate: role.expires_at?.toISOString() ?? null,
    })),
    menus: caller.mustSetUpTwoFactor ? [] : await listMenusFor(db, caller),
    timeZone: caller.timeZone,
    mustSetUpTwoFactor: caller.mustSetUpTwoFactor,
  }
}

/** One's own record, or any for admins. Whoever may not have it learns nothing of whether it exists. */
export async function describeUser(db: Kysely<Database>, caller: Caller, id: string): Promise<User> {
  requireOwn(caller, id)
  const row = await findUserRow(db, id)
  if (row === undefined) throw notFound()
  return userOf(row)
}

/** Throws `revisionConflict` when somebody changed the user since that revision. */
export async function changeProfile(
  db: Kysely<Database>,
  caller: Caller,
  asked: { id: string; values: Profile; revision?: number | undefined },
): Promise<User> {
  const { id, values, revision } = asked
  requireOwn(caller, id)
  return await change(db, actorOf(caller), async (transaction) => {
    const row = await updateProfile(transaction, { id, values, revision })
    if (row !== undefined) return userOf(row)
    if ((await findUserRow(transaction, id)) === undefined) throw notFound()
    throw new AppError('revisionConflict', 'Somebody changed this user meanwhile.', { field: 'revision' })
  })
}

export function requireOwn(caller: Caller, userId: string): void {
  if (userId !== caller.userId && !caller.isAdmin)
    throw new AppError('forbidden', "Other users' records are for administrators.")
}

/**
 * Those whom the portal may be viewed as, or a report be sent to: active users of the caller's customers; for an admin
 * all of them, and admins only then.
 */
export async function searchPortalUsers(
  db: Kysely<Database>,
  caller: Caller,
  search: { keyword?: string | undefined; id?: string },
): Promise<PortalUser[]> {
  const rows = await listPortalUsers(db, {
    customerIds: caller.isAdmin ? undefined : await listOwnCustomers(db, caller),
    withAdmins: caller.isAdmin,
    except: caller.userId,
    ...(search.keyword === undefined ? {} : { keyword: search.keyword }),
    ...(search.id === undefined ? {} : { id: search.id }),
  })
  return rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    thumbnailUrl: row.thumbnail_url,
  }))
}
