import { claims as allClaims, type Claim } from '@callboard/contract/claims'
import type { Me } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { claimsOf } from '../../access/authenticate.ts'
import type { Database } from '../../db/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { listMenusFor } from '../menus/menus.ts'
import { getUser, listRoleAssignments } from './store.ts'

/** What the browser keeps of the signed-in user, but for the token. */
export async function describeUser(db: Kysely<Database>, userId: string): Promise<Me> {
  const user = await getUser(db, userId)
  const assignments = await listRoleAssignments(db, userId)
  const settings = await readSettings(db)
  const now = new Date()
  const validRoles = assignments.filter(
    (role) =>
      role.is_active && (role.start_at ?? now) <= now && (role.expires_at === null || role.expires_at > now),
  )
  const held: ReadonlySet<Claim> = user.is_admin
    ? new Set(allClaims)
    : claimsOf(validRoles.flatMap((role) => role.claims))
  const claims = [...held].toSorted()
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    userName: user.user_name,
    thumbnailUrl: user.thumbnail_url,
    isAdmin: user.is_admin,
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
    menus: await listMenusFor(db, { userId, isAdmin: user.is_admin, claims: held }),
    timeZone: user.time_zone ?? settings.defaultTimeZone,
  }
}
