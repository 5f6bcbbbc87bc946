import { type Claim, entityTypes, type EntityType } from '@callboard/contract/claims'
import {
  countEntities,
  createEntity,
  getEntity,
  searchEntities,
  updateEntity,
} from '@callboard/contract/entities'
import type { Caller } from '../../access/caller.ts'
import { entitySightOf, requireEntityType } from '../../access/entity-sight.ts'
import { pageOfRecords } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { changeEntity, describeEntity, entityOf, makeEntity } from './entity-records.ts'
import { countEntityRows, listEntityRows } from './store.ts'

/** Some type of entity; which of them, the handler asks. */
const viewing = { anyOf: entityTypes.map((type): Claim => `${type}.view`) }
const editing = { anyOf: entityTypes.map((type): Claim => `${type}.edit`) }

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, searchEntities, {
    access: viewing,
    handler: async ({ caller, body }) => {
      const asked = askedTypes(caller, body.type)
      const sight = await entitySightOf(db, caller)
      const rows = await listEntityRows(db, sight, { ...body, types: asked ?? sight.types })
      return pageOfRecords(rows, body, entityOf)
    },
  })

  route(routing, countEntities, {
    access: viewing,
    handler: async ({ caller }) => await countEntityRows(db, await entitySightOf(db, caller)),
  })

  route(routing, getEntity, {
    access: viewing,
    handler: async ({ caller, params }) => await describeEntity(db, caller, params.id),
  })

  route(routing, createEntity, {
    access: editing,
    handler: async ({ caller, body }) => await makeEntity(db, caller, body),
  })

  route(routing, updateEntity, {
    access: editing,
    handler: async ({ caller, body }) => await changeEntity(db, caller, body),
  })
}

/** Throws `forbidden` for a type that the caller may not view. */
function askedTypes(caller: Caller, type: EntityType | EntityType[] | undefined): EntityType[] | undefined {
  if (type === undefined) return undefined
  const types = [...new Set([type].flat())]
  for (const each of types) requireEntityType(caller, each, 'view')
  return types
}
