import { claims as allClaims } from '@callboard/contract/claims'
import type { Me, User } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { type Caller, holds } from '../../access/callers/caller.ts'
import type { Database } from '../../db/tables/schema.ts'
import { listUsableMenus } from '../menus/menus.ts'
import { readUserRoles } from './links.ts'
import { readUser } from './users.ts'

/** What the browser stores of the signed-in user, but for the token; or of the user as whom the portal is viewed. */
export async function getMe(db: Kysely<Database>, caller: Caller): Promise<Me> {
  return await buildMe(db, caller, await readUser(db, caller.userId))
}

type OwnFields = Pick<
  User,
  'firstName' | 'lastName' | 'thumbnailUrl' | 'loginProvider' | 'legacyReportingCid'
>

/** The same of a user who was read already. */
export async function buildMe(db: Kysely<Database>, caller: Caller, user: OwnFields): Promise<Me> {
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
