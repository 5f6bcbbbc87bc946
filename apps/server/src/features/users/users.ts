import { claims as allClaims } from '@callboard/contract/claims'
import type { Me, PortalUser, User } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { type Caller, holds } from '../../access/caller.ts'
import { listOwnCustomers } from '../../access/own-customers.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { listUsableMenus } from '../menus/menus.ts'
import { listRoleAssignments } from './role-store.ts'
import { findUserRow, getUserRow, listPortalUsers } from './store.ts'
import { assignmentOf, portalUserOf, userOf } from './user-record.ts'

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
    userRoles: assignments.map((row) => assignmentOf(userId, row)),
    menus: caller.mustSetUpTwoFactor ? [] : await listUsableMenus(db, caller),
    timeZone: caller.timeZone,
    mustSetUpTwoFactor: caller.mustSetUpTwoFactor,
  }
}

/** One's own record, or any for admins. Whoever may not have it learns nothing of whether it exists. */
export async function describeUser(db: Kysely<Database>, caller: Caller, id: string): Promise<User> {
  return userOf(await requireUser(db, caller, id))
}

/** The same for what belongs to the record. */
export async function requireUser(db: Kysely<Database>, caller: Caller, id: string) {
  requireOwn(caller, id)
  const row = await findUserRow(db, id)
  if (row === undefined) throw notFound()
  return row
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
  return rows.map(portalUserOf)
}
