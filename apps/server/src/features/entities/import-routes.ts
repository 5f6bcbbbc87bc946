import { type Claim, entityTypes } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { route, type Routing } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseJson } from '../../lib/json.ts'
import { importEntities } from './import.ts'

// Escaped as JSON, a text is longer.
const jsonBytesLimit = 2 * endpoints.entityImportBytesLimit

export async function entityImportRoutes(routing: Routing): Promise<void> {
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
            throw new AppError('invalid', 'With a JSON body, options belong into the body.')
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
