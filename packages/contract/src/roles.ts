import { z } from 'zod'
import { claimGroups } from './claim-words.ts'
import { claims } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
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

/** For whoever writes programs: screens show the words alone. */
const rightsText = claimGroups
  .flatMap((group) => group.claims)
  .map(({ claim, words }) => `- \`${claim}\`: ${words}`)
  .join('\n')

const roleFields = {
  name: withExample(RecordName, 'Branch manager'),
  description: z.string().trim().max(textLimits.description),
  /** Stored sorted, and each once. */
  claims: withExample(
    z
      .array(z.enum(claims))
      .max(claims.length)
      .transform((given) => [...new Set(given)].toSorted())
      .describe(rightsText),
    ['dashboard.view', 'reporting.view'],
  ),
  isActive: z.boolean(),
}

export const roleSorts = ['name', 'userCount'] as const

export const roleEndpoints = recordEndpoints('role', {
  record: Role,
  search: searchBodyOf(roleSorts, {}),
  fields: roleFields,
  ofNew: {
    description: roleFields.description.default(''),
    claims: roleFields.claims.default([]),
    isActive: roleFields.isActive.default(true),
  },
  example: { claims: ['dashboard.view', 'reporting.view', 'reporting.call.details'] },
  summaries: {
    update: 'Changes a role. Its claims change at once for everybody who has it.',
    remove: 'Deletes a role that nobody has. A role that somebody has can be made inactive.',
  },
})

export const {
  search: searchRoles,
  create: createRole,
  get: getRole,
  update: updateRole,
  remove: deleteRole,
} = roleEndpoints

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
  params: getRole.params,
  body: searchBodyOf(['userName', 'expiryDate'], {}),
  response: pageOf(RoleHolder),
  effect: 'read',
})
