import { claims as allClaims } from '@callboard/contract/claims'
import type { Request } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/manage-users'
import type { ListedUser } from '@callboard/contract/manage-users'
import type { Me, PortalUser, RoleAssignment, User } from '@callboard/contract/users'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { listOwnCustomers } from '../../access/rows/own-customers.ts'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { listUsableMenus } from '../menus/menus.ts'
import * as linkStore from './link-store.ts'
import * as store from './store.ts'

/** With any of these one chooses among users: to view as, or to send reports to. */
export const choosingClaims = ['masking.view', 'reporting.save'] as const

export async function listUsers(
  db: Db,
  caller: Caller,
  { pagesize, activeonly, ...query }: Request<typeof endpoints.listUsers>['query'],
): Promise<ListPage<ListedUser>> {
  const page = await store.selectUsers(db, { ...query, pageSize: pagesize, activeOnly: activeonly })
  return mapItems(page, (row) => asShownTo(caller, { ...row, ...datesOf(row) }))
}

function datesOf({ createdAt, lastLoginAt }: Pick<store.UserRow, 'createdAt' | 'lastLoginAt'>) {
  return { createdAt: createdAt.toISOString(), lastLoginAt: lastLoginAt?.toISOString() ?? null }
}

/** One's own record, or any for administrators; for anybody else the answer does not tell whether it exists. */
export async function getUser(db: Db, caller: Caller, { id }: { id: string }): Promise<User> {
  requireOwn(caller, id)
  return asShownTo(caller, await readUser(db, id))
}

/** Whoever views the portal as a user is not shown that user's email address. */
function asShownTo<U extends Pick<User, 'id' | 'email'>>({ viewedBy, userId }: Caller, user: U): U {
  return viewedBy !== null && user.id === userId ? { ...user, email: null } : user
}

/** Throws `notFound`. */
export async function readUser(db: Db, id: string): Promise<User> {
  const row = orNotFound(await store.selectUser(db, id))
  return { ...row, ...datesOf(row) }
}

export function requireOwn(caller: Caller, userId: string): void {
  if (userId !== caller.userId && !caller.isAdmin)
    throw new AppError('forbidden', 'Only administrators can see other users.')
}

/** All users who may sign in, in a short form. */
export async function listAllUsers(db: Db): Promise<PortalUser[]> {
  return await store.selectAllPortalUsers(db)
}

/**
 * Users as whom the portal may be viewed, or to whom a report may be sent: active users of the caller's customers who are
 * no administrators. For administrators, all active users.
 */
export async function listPortalUsers(
  db: Db,
  caller: Caller,
  search: { keyword?: string | undefined; id?: string },
): Promise<PortalUser[]> {
  return await store.selectPortalUsers(db, {
    ...search,
    customerIds: caller.isAdmin ? undefined : await listOwnCustomers(db, caller),
    withAdmins: caller.isAdmin,
    except: caller.userId,
  })
}

/** Oneself, or one of those. Throws `forbidden` for others of whoever may not choose among them, and `notFound`. */
export async function getPortalUser(db: Db, caller: Caller, { id }: { id: string }): Promise<PortalUser> {
  if (id === caller.userId) {
    const { userName, firstName, lastName, thumbnailUrl } = await readUser(db, id)
    return { id, userName, firstName, lastName, thumbnailUrl }
  }
  if (!choosingClaims.some((claim) => holds(caller, claim)))
    throw new AppError('forbidden', "You don't have access to other users.")
  const [user] = await listPortalUsers(db, caller, { id })
  return orNotFound(user)
}

/** What the browser stores of the signed-in user, but for the token; or of the user as whom the portal is viewed. */
export async function getMe(db: Db, caller: Caller): Promise<Me> {
  return await buildMe(db, caller, await readUser(db, caller.userId))
}

type OwnFields = Pick<
  User,
  'firstName' | 'lastName' | 'thumbnailUrl' | 'loginProvider' | 'legacyReportingCid'
>

/** The same of a user who was read already. */
export async function buildMe(db: Db, caller: Caller, user: OwnFields): Promise<Me> {
  const { userId, userName, isAdmin, timeZone, mustSetUpTwoFactor } = caller
  const claims = allClaims.filter((claim) => holds(caller, claim)).toSorted()
  return {
    id: userId,
    userName,
    firstName: user.firstName,
    lastName: user.lastName,
    thumbnailUrl: user.thumbnailUrl,
    isAdmin,
    loginProvider: user.loginProvider,
    legacyReportingCid: user.legacyReportingCid,
    claims,
    claimsString: claims,
    userRoles: await readUserRoles(db, userId),
    menus: mustSetUpTwoFactor ? [] : await listUsableMenus(db, caller),
    timeZone,
    mustSetUpTwoFactor,
  }
}

export async function readUserRoles(db: Db, userId: string): Promise<RoleAssignment[]> {
  const rows = await linkStore.selectUserRoles(db, userId)
  return rows.map((row) => assignmentOf({ ...row, userId }))
}

interface Assignment {
  userId: string
  roleId: string
  roleName: string
  startsAt: Date | null
  expiresAt: Date | null
}

export function assignmentOf({ startsAt, expiresAt, ...assignment }: Assignment): RoleAssignment {
  return {
    ...assignment,
    startDate: startsAt?.toISOString() ?? null,
    expiryDate: expiresAt?.toISOString() ?? null,
  }
}
