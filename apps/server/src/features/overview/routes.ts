import { getOverview } from '@callboard/contract/overview'
import { route, type Routing } from '../../http/route.ts'
import { listFailedJobs, readCounts } from './store.ts'

const dayMs = 86_400_000

export function routes(routing: Routing): void {
  const { db } = routing
  route(routing, getOverview, {
    access: 'admin',
    handler: async () => {
      const counts = await readCounts(db, new Date(Date.now() - dayMs))
      return {
        users: {
          active: counts.active,
          neverSignedIn: counts.never_signed_in,
          signedInToday: counts.signed_in_today,
        },
        roles: counts.roles,
        customers: counts.customers,
        entities: counts.entities,
        entityGroups: counts.entity_groups,
        apiKeys: counts.api_keys,
        mails: { waiting: counts.mails_waiting, failed: counts.mails_failed },
        failedJobs: await listFailedJobs(db),
        quarantined: counts.quarantined,
      }
    },
  })
}
