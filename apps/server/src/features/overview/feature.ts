import { defineFeature, type FeatureContext } from '../../feature.ts'
import { selectFailedJobs } from '../../db/failed-jobs.ts'
import * as endpoints from '@callboard/contract/overview'
import { route, type Routing } from '../../http/route.ts'
import * as store from './store.ts'

export const overviewFeature = defineFeature({
  name: 'overview',
  menuItems: [
    {
      group: 'administration',
      order: 10,
      key: 'administration',
      label: 'Administration Dashboard',
      tooltip: 'Where administrators begin',
      ico: 'appstore',
      url: '/manage',
      adminOnly: true,
    },
  ],
  routes,
  overview: ({ db }) => ({ failedJobs: selectFailedJobs(db) }),
})

const dayMs = 86_400_000

function routes(routing: Routing, context: FeatureContext): void {
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
