import { type Claim, entityTypes } from '@callboard/contract/claims'
import { entityImportBytesLimit, importEntities } from '@callboard/contract/entities'
import { route, type Routing } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseJson } from '../../lib/json.ts'
import { importEntityFile } from './entity-import.ts'

// A text is longer as JSON.
const jsonBytesLimit = 2 * entityImportBytesLimit

export async function routes(routing: Routing): Promise<void> {
  const { db } = routing
  await routing.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: entityImportBytesLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: jsonBytesLimit },
      async (_request: unknown, body: string) => parseJson(body),
    )
    route({ ...routing, app }, importEntities, {
      access: { anyOf: entityTypes.map((type): Claim => `${type}.edit`) },
      handler: async ({ caller, body, query }) => {
        if (!(body instanceof Uint8Array)) {
          if (Object.keys(query).some((name) => name !== 'preview') || query.preview)
            throw new AppError('invalid', 'Options of a JSON body stand in the body.')
          return await importEntityFile(db, caller, { ...body, type: body.type, customerId: body.customerId })
        }
        return await importEntityFile(db, caller, {
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
