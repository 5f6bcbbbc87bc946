import { z } from 'zod'
import { claims } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** A named set of claims. */
export const Role = z.strictObject({
  id: Guid,
  name: z.string(),
  description: z.string(),
  claims: z.array(z.string()),
  isActive: z.boolean(),
  /** Users who hold it now or will later; deleted ones do not count. */
  userCount: z.int(),
  revision: z.int(),
})
export type Role = z.infer<typeof Role>

const RoleId = z.strictObject({ id: idOf('role') })

const roleFields = {
  name: withExample(RecordName, 'Branch manager'),
  description: z.string().trim().max(textLimits.description),
  /** Stored sorted, and each once. */
  claims: withExample(
    z
      .array(z.enum(claims))
      .max(claims.length)
      .transform((given) => [...new Set(given)].toSorted()),
    ['dashboard.view', 'reporting.view'],
  ),
  isActive: z.boolean(),
}

export const roleSorts = ['name', 'userCount'] as const

export const searchRoles = endpoint({
  method: 'POST',
  path: '/api/role/search',
  summary: 'Roles by keyword; active ones only unless asked otherwise.',
  body: searchBodyOf(roleSorts, {}),
  response: pageOf(Role),
  effect: 'read',
})

export const createRole = endpoint({
  method: 'POST',
  path: '/api/role',
  summary: 'Creates a role.',
  body: z.strictObject({
    ...roleFields,
    description: roleFields.description.default(''),
    claims: roleFields.claims.default([]),
    isActive: roleFields.isActive.default(true),
  }),
  response: Role,
  status: 201,
  effect: 'change',
})

export const getRole = endpoint({
  method: 'GET',
  path: '/api/role/{id}',
  summary: 'A role.',
  params: RoleId,
  response: Role,
  effect: 'read',
})

export const updateRole = endpoint({
  method: 'PUT',
  path: '/api/role/{id}',
  summary: 'Changes a role. Its claims change at once for everybody who has it.',
  params: RoleId,
  body: withExample(
    z.strictObject({ ...z.object(roleFields).partial().shape, revision: z.int().optional() }),
    { claims: ['dashboard.view', 'reporting.view', 'reporting.call.details'] },
  ),
  response: Role,
  effect: 'change',
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/role/{id}',
  summary: 'Deletes a role that nobody has. A role that somebody has can be made inactive.',
  params: RoleId,
  response: 'noContent',
  effect: 'change',
})

/** Somebody who has a role, from when and until when. */
export const RoleHolder = z.strictObject({
  userId: Guid,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null is open. */
  startDate: Instant.nullable(),
  expiryDate: Instant.nullable(),
})
export type RoleHolder = z.infer<typeof RoleHolder>

export const searchRoleHolders = endpoint({
  method: 'POST',
  path: '/api/role/{id}/user/search',
  summary: 'Who has a role; with `activeOnly` those who may sign in.',
  params: RoleId,
  body: searchBodyOf(['userName', 'expiryDate'], {}),
  response: pageOf(RoleHolder),
  effect: 'read',
})
