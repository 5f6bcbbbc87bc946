import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Menu } from './menus.ts'
import { Guid } from './scalars.ts'

export const RoleAssignment = z.strictObject({
  userId: Guid,
  roleId: Guid,
  roleName: z.string(),
  /** Instants; null is open. */
  startDate: z.iso.datetime().nullable(),
  expiryDate: z.iso.datetime().nullable(),
})
export type RoleAssignment = z.infer<typeof RoleAssignment>

const sessionFields = {
  id: Guid,
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  thumbnailUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  /** `local` or the id of a single sign-on provider. */
  loginProvider: z.string(),
  legacyReportingCid: z.string().nullable(),
  /** The same sorted list as `claims`. */
  claimsString: z.array(z.string()),
  userRoles: z.array(RoleAssignment),
  menus: z.array(Menu),
  claims: z.array(z.string()),
  /** Zone in which the user reads times: their own, else the portal's. */
  timeZone: z.string(),
}

/** The signed-in user, without the token. */
export const Me = z.strictObject(sessionFields)
export type Me = z.infer<typeof Me>

/** What the browser stores under `user_info`. */
export const Session = z.strictObject({ ...sessionFields, token: z.string() })
export type Session = z.infer<typeof Session>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/user/me',
  summary: 'The signed-in user with the claims, roles and menus of this moment.',
  response: Me,
  effect: 'read',
})
