import * as endpoints from '@callboard/contract/overview'
import type { FeatureContext } from '../../feature.ts'
import { route, type Routing } from '../../http/route.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export function routes(routing: Routing, context: FeatureContext): void {
  const { db } = routing
  route(routing, endpoints.getOverview, {
    access: 'admin',
    handler: async ({ caller }) => {
      const dayBefore = new Date(Date.now() - dayMs)
      const parts = context.overviews.flatMap((partsOf) =>
        Object.entries(partsOf(context, { caller, dayBefore })),
      )
      return endpoints.Overview.parse(await store.selectParts(db, parts))
    },
  })
}
