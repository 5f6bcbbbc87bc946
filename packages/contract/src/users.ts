import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { imageRule, imageTypes } from './images.ts'
import { Menu } from './menus.ts'
import { Keyword } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** Where users sign in who do not at a provider. */
export const localProviderLabels = { local: 'here, with a password' } as const

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
  /** A setting demands a second factor, and the user has none yet: nothing else works before they set it up. */
  mustSetUpTwoFactor: z.boolean(),
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
})

/** The record of a user, as they and administrators see it. */
export const User = z.strictObject({
  id: Guid,
  userName: z.string(),
  email: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Null: the portal's default zone. */
  timeZone: z.string().nullable(),
  customerId: Guid.nullable(),
  legacyReportingCid: z.string().nullable(),
  loginProvider: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: Instant,
  lastLoginAt: Instant.nullable(),
  revision: z.int(),
})
export type User = z.infer<typeof User>

/** The few fields that identify a user in a list to choose from. */
export const PortalUser = z.strictObject({
  id: Guid,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  thumbnailUrl: z.string().nullable(),
})
export type PortalUser = z.infer<typeof PortalUser>

const UserId = z.strictObject({ id: idOf('user') })

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/{id}',
  summary: "A user's record: one's own, or any for admins.",
  params: UserId,
  response: User,
})

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/api/user/{id}/password',
  summary:
    "Sets a password and ends the user's other sessions. One's own needs the current one; an admin may set another's.",
  params: UserId,
  body: z.strictObject({
    currentPassword: z.string().max(textLimits.password).optional(),
    password: withExample(z.string().min(1).max(textLimits.password), 'heron-basalt-quilt-58'),
  }),
})

export const accountStatuses = ['active', 'inactive'] as const

export const updateAccountStatus = endpoint({
  method: 'PUT',
  path: '/api/user/{id}/updateUserAccountStatus/{status}',
  summary: 'Lets a user sign in, or no longer; then all their sessions end.',
  params: z.strictObject({ id: idOf('user'), status: z.enum(accountStatuses) }),
  response: User,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}',
  summary: 'Marks a user as deleted and ends all their sessions. Their names stay taken.',
  params: UserId,
})

export const restoreUser = endpoint({
  method: 'PUT',
  path: '/api/user/{id}/restore',
  summary: 'Restores a deleted user with status, groups and roles, but without sessions.',
  params: UserId,
  response: User,
})

export const searchPortalUsers = endpoint({
  method: 'GET',
  path: '/api/user/searchportalusers',
  summary:
    "The first 20 active users of the caller's customers by keyword; no admins among them unless an admin asks.",
  query: z.strictObject({ keyword: Keyword.optional() }),
  response: z.array(PortalUser),
})

export const getPortalUser = endpoint({
  method: 'GET',
  path: '/api/user/getPortalUserById/{id}',
  summary: 'Oneself, or one of the users that searchportalusers finds.',
  params: UserId,
  response: PortalUser,
  calledBy: 'programs',
})

export const updateThumbnail = endpoint({
  method: 'POST',
  path: '/api/user/me/thumbnail',
  summary: `Sets one's picture: ${imageRule}.`,
  body: z.unknown(),
  consumes: imageTypes,
  response: User,
})

export const deleteThumbnail = endpoint({
  method: 'DELETE',
  path: '/api/user/me/thumbnail',
  summary: "Removes one's picture.",
})

export const OpenSession = z.strictObject({
  id: Guid,
  startedAt: Instant,
  lastUsedAt: Instant,
  /** Network address the sign-in came from. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/me/sessions',
  summary: "One's open sessions, the last used first.",
  response: z.array(OpenSession),
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/api/user/me/sessions/{id}',
  summary: "Ends one of one's sessions.",
  params: z.strictObject({ id: idOf('session') }),
})

export const deleteOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/me/sessions',
  summary: "Ends all of one's sessions but the current one.",
})

const sessionsOfUser = '/api/user/{id}/sessions'

export const listUserSessions = endpoint({
  method: 'GET',
  path: sessionsOfUser,
  summary: "A user's open sessions, the last used first; for administrators.",
  params: UserId,
  response: z.array(OpenSession),
})

export const deleteUserSession = endpoint({
  method: 'DELETE',
  path: `${sessionsOfUser}/{sessionId}`,
  summary: "Ends one of another user's sessions.",
  params: z.strictObject({ id: idOf('user'), sessionId: idOf('session') }),
})

export const deleteUserSessions = endpoint({
  method: 'DELETE',
  path: sessionsOfUser,
  summary: "Ends all of another user's sessions.",
  params: UserId,
})
