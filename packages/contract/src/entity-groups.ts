import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { Entity, entitySorts } from './entities.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { recordTypes } from './record-types.ts'
import { Guid } from './scalars.ts'

/** Entities, and the users who see only the calls that match one of them. */
export const EntityGroup = z.strictObject({
  id: Guid,
  /** The id once more, under the name that it has in the specification. */
  entityGroupId: Guid,
  name: z.string(),
  description: z.string(),
  entityCount: z.int(),
  /** Without deleted users. */
  userCount: z.int(),
  isActive: z.boolean(),
  revision: z.int(),
})
export type EntityGroup = z.infer<typeof EntityGroup>

const groupFields = {
  name: withExample(RecordName, 'Chicago'),
  description: z.string().trim().max(textLimits.description),
  isActive: z.boolean(),
}

export const entityGroupSorts = ['name', 'entityCount', 'userCount'] as const

const plain = recordEndpoints('entityGroup', {
  record: EntityGroup,
  search: searchBodyOf(entityGroupSorts, {}),
  fields: groupFields,
  ofNew: {
    description: groupFields.description.default(''),
    isActive: groupFields.isActive.default(true),
  },
})

export const entityGroupEndpoints = {
  search: plain.search,
  get: plain.get,
  create: plain.create,
  update: endpoint({
    method: 'PUT',
    path: recordTypes.entityGroup.apiPath,
    summary: 'Updates an entity group. An inactive one still restricts its users: it lets nothing through.',
    body: z
      .strictObject({
        id: idOf('entityGroup').optional(),
        /** May stand for `id`. */
        entityGroupId: Guid.optional(),
        ...plain.update.body.shape,
      })
      .transform(({ id, entityGroupId, ...values }, { issues, value }) => {
        const named = id ?? entityGroupId
        if (named === undefined || (entityGroupId ?? named) !== named)
          issues.push({ code: 'custom', message: 'must name one group', input: value, path: ['id'] })
        return { id: named ?? '', ...values }
      }),
    response: EntityGroup,
  }),
}

export const {
  search: searchEntityGroups,
  get: getEntityGroup,
  create: createEntityGroup,
  update: updateEntityGroup,
} = entityGroupEndpoints

const maxIdsPerRequest = 10_000
const EntityIds = z.strictObject({ entityIds: z.array(idOf('entity')).min(1).max(maxIdsPerRequest) })
const UserIds = z.strictObject({ userIds: z.array(idOf('user')).min(1).max(maxIdsPerRequest) })

export const addGroupEntities = endpoint({
  method: 'PUT',
  path: '/api/reportingentity/entitygroup/{id}/entity',
  summary: 'Adds entities to a group; those already in it stay.',
  params: getEntityGroup.params,
  body: EntityIds,
})

export const removeGroupEntities = endpoint({
  method: 'DELETE',
  path: '/api/reportingentity/entitygroup/{id}/entity',
  summary: 'Removes entities from a group: all of them, or none if one is not in it.',
  params: getEntityGroup.params,
  body: EntityIds,
})

export const addGroupUsers = endpoint({
  method: 'PUT',
  path: '/api/reportingentity/entitygroup/{id}/user',
  summary: 'Adds users to a group: from then on they see only what their groups let through.',
  params: getEntityGroup.params,
  body: UserIds,
})

export const removeGroupUsers = endpoint({
  method: 'DELETE',
  path: '/api/reportingentity/entitygroup/{id}/user',
  summary: 'Removes users from a group: all of them, or none if one is not in it.',
  params: getEntityGroup.params,
  body: UserIds,
})

export const searchGroupEntities = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entitygroup/{id}/entity/search',
  summary: 'Entities of a group.',
  params: getEntityGroup.params,
  body: searchBodyOf(entitySorts, {}),
  response: pageOf(Entity),
  effect: 'read',
})

export const GroupUser = z.strictObject({
  id: Guid,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
})
export type GroupUser = z.infer<typeof GroupUser>

export const groupUserSorts = ['userName', 'lastName'] as const

export const searchGroupUsers = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entitygroup/{id}/user/search',
  summary: 'Users of a group; with `activeOnly` those who may sign in.',
  params: getEntityGroup.params,
  body: searchBodyOf(groupUserSorts, {}),
  response: pageOf(GroupUser),
  effect: 'read',
})
