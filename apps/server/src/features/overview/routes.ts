import * as endpoints from '@callboard/contract/overview'
import { route, type Routing } from '../../http/route.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
/** More are counted. */
const damagedShown = 10

export function routes(routing: Routing, { ingest }: { ingest: Ingest }): void {
  const { db } = routing
  route(routing, endpoints.getOverview, {
    access: 'admin',
    handler: async ({ caller }) => {
      const dayBefore = new Date(Date.now() - dayMs)
      const counts = await store.selectCounts(db, { dayBefore })
      const mailbox = await store.selectMailboxError(db)
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
        reports: counts.reports,
        reportSets: counts.report_sets,
        reportGroups: counts.report_groups,
        apiKeys: counts.api_keys,
        failedDeliveries: counts.failed_deliveries,
        mails: {
          waiting: counts.mails_waiting,
          failed: counts.mails_failed,
        },
        stoppedAddresses: counts.stopped_addresses,
        bounceMailbox: mailbox === undefined ? null : { ...mailbox, since: mailbox.since.toISOString() },
        failedJobs: await store.selectFailedJobs(db),
        recalculation: (await store.selectRecalculation(db)) ?? null,
        unusualListening: await store.selectUnusualListening(db, {
          since: dayBefore,
          usual: caller.settings.usualOriginalsPerHour,
        }),
        waitingRecordings: (await store.selectWaitingRecordings(db)) ?? null,
        damagedRecordings: await store.selectDamagedRecordings(db, damagedShown),
        damagedCalls: await store.selectDamagedCalls(db),
        callWriter: (await ingest.findWriter()) ?? null,
        callProblems: ingest.problems.list(),
        quarantined: counts.quarantined,
      }
    },
  })
}
