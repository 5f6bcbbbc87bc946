import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { Day, Guid, Instant } from './scalars.ts'
import { RoleAssignment } from './users.ts'

/** A day in the portal's default zone, or an instant. */
export const RoleDate = z
  .union([Day, Instant])
  .refine((text) => text >= '1900' && text < '9999', 'must be a time of the years 1900 to 9998')
  .nullable()

export const listUserRoles = endpoint({
  method: 'GET',
  path: '/api/user/{id}/roles',
  summary: "A user's roles, whether valid now, later or no longer: one's own, or anybody's for admins.",
  params: z.strictObject({ id: idOf('user') }),
  response: z.array(RoleAssignment),
})

export const addUserRole = endpoint({
  method: 'POST',
  path: '/api/user/{id}/role',
  summary:
    'Gives a user a role from its start to its expiry; given again, the dates are replaced. Days are read in the ' +
    "portal's default zone, the expiry day included; null is open.",
  params: z.strictObject({ id: idOf('user') }),
  body: z.strictObject({
    /** The same as in the path. */
    userId: Guid.optional(),
    roleId: idOf('role'),
    startDate: withExample(RoleDate, '2026-11-02').default(null),
    expiryDate: withExample(RoleDate, '2027-01-31').default(null),
  }),
  response: RoleAssignment,
  status: 201,
})

export const removeUserRole = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}/role/{roleId}',
  summary: 'Removes a role from a user, with immediate effect.',
  params: z.strictObject({ id: idOf('user'), roleId: idOf('role') }),
})
