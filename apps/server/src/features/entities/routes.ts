import { type Claim, entityTypes } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import * as merging from '@callboard/contract/entity-merges'
import * as routingEndpoints from '@callboard/contract/routing'
import { getEntityVisibility } from '../../access/rows/entity-visibility.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { routeTo, routeWith } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { createEntity, getEntity, listEntities, updateEntity } from './entities.ts'
import { mergeEntity, type MergeParts, separateEntity } from './merge.ts'
import { selectEntityCounts } from './store.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseJson } from '../../lib/json.ts'
import { importEntities } from './import.ts'
import { getCallRouting, getRouting, listTargetShares, updateRouting } from './routing/routing.ts'

/** Any type of entity; the rules check which. */
const viewing = { anyOf: entityTypes.map((type): Claim => `${type}.view`) }
const editing = { anyOf: entityTypes.map((type): Claim => `${type}.edit`) }

export async function routes(routing: Routing, parts: MergeParts & StoredCalls): Promise<void> {
  const { db } = routing

  routeTo(routing, endpoints.searchEntities, { access: viewing, rule: listEntities })

  route(routing, endpoints.countEntities, {
    access: viewing,
    handler: async ({ caller }) => await selectEntityCounts(db, await getEntityVisibility(db, caller)),
  })

  routeTo(routing, endpoints.getEntity, { access: viewing, rule: getEntity })
  routeTo(routing, endpoints.createEntity, { access: editing, rule: createEntity })
  routeTo(routing, endpoints.updateEntity, { access: editing, rule: updateEntity })

  routeWith(routing, merging.mergeEntity, { access: editing, parts, rule: mergeEntity })
  routeWith(routing, merging.separateEntity, { access: editing, parts, rule: separateEntity })
  routeWith(routing, routingEndpoints.getRouting, { access: viewing, parts, rule: getRouting })
  routeWith(routing, routingEndpoints.updateRouting, { access: editing, parts, rule: updateRouting })
  routeWith(routing, routingEndpoints.listTargetShares, { access: viewing, parts, rule: listTargetShares })
  routeWith(routing, routingEndpoints.getCallRouting, {
    access: 'reporting.call.details',
    parts,
    rule: getCallRouting,
  })

  await entityImportRoutes(routing)
}

// Escaped as JSON, a text is longer.
const jsonBytesLimit = 2 * endpoints.entityImportBytesLimit

async function entityImportRoutes(routing: Routing): Promise<void> {
  const { db } = routing
  await routing.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: endpoints.entityImportBytesLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: jsonBytesLimit },
      async (_request: unknown, body: string) => parseJson(body),
    )
    route({ ...routing, app }, endpoints.importEntities, {
      access: { anyOf: entityTypes.map((type): Claim => `${type}.edit`) },
      handler: async ({ caller, body, query }) => {
        if (!(body instanceof Uint8Array)) {
          if (Object.keys(query).some((name) => name !== 'preview') || query.preview)
            throw new AppError('invalid', 'With a JSON body, put options in the body.')
          return await importEntities(db, caller, body)
        }
        return await importEntities(db, caller, {
          type: query.type,
          customerId: query.customerid,
          csv: new TextDecoder().decode(body),
          isPreview: query.preview,
        })
      },
    })
    done()
  })
}
