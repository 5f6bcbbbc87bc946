import { defineFeature } from '../../feature.ts'
import * as endpoints from '@callboard/contract/unsubscribing'
import { route, type Routing } from '../../http/route.ts'
import { getUnsubscribe, unsubscribeByLink } from './unsubscribing.ts'

export const unsubscribingFeature = defineFeature({ name: 'unsubscribing', routes })

async function routes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, endpoints.getUnsubscribe, {
    access: 'public',
    handler: async ({ params }) => await getUnsubscribe(db, params.token),
  })

  await routing.app.register((app, _options, done) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1000 },
      (_request, body, parsed) => parsed(null, body),
    )
    route({ ...routing, app }, endpoints.unsubscribeByLink, {
      access: 'public',
      handler: async ({ params, request }) =>
        await unsubscribeByLink(db, { token: params.token, requestId: request.id }),
    })
    done()
  })
}
