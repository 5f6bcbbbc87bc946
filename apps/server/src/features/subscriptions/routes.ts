import * as endpoints from '@callboard/contract/subscriptions'
import { route, type Routing } from '../../http/route.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { Mailer } from '../mail/mail.ts'
import {
  getDeliveredFile,
  getDeliveredMail,
  getDelivery,
  getDeliveryCounts,
  listDeliveries,
  searchDeliveries,
} from './deliveries.ts'
import type { DeliveryRunner } from './delivery-runner.ts'
import {
  createSubscription,
  deleteSubscription,
  restoreSubscription,
  updateSubscription,
} from './edit-subscriptions.ts'
import { resendDelivery, type RunningParts, runSubscription, testSubscription } from './runs-by-hand.ts'
import {
  getListedSubscription,
  listOwnSubscriptions,
  listSubscriptions,
  resubscribe,
  unsubscribe,
} from './subscriptions.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

interface RouteParts extends RunningParts {
  files: FileStore
}

export function routes(
  routing: Routing,
  {
    mailer,
    deliveryFiles: files,
    deliveryRunner,
  }: { mailer: Mailer; deliveryFiles: FileStore; deliveryRunner: DeliveryRunner },
): void {
  const parts = { db: routing.db, mailer, files, wake: () => deliveryRunner.wake() }
  subscriptionRoutes(routing, parts)
  deliveryRoutes(routing, parts)
  unsubscribeRoutes(routing)
}

function subscriptionRoutes(routing: Routing, parts: RouteParts): void {
  route(routing, endpoints.listSubscriptions, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await listSubscriptions(parts, caller, params.savedReportId),
  })

  route(routing, endpoints.createSubscription, {
    access: saving,
    handler: async ({ caller, params, body }) =>
      await createSubscription(parts, caller, { ...body, ...params }),
  })

  route(routing, endpoints.updateSubscription, {
    access: saving,
    readAlso: async ({ caller, params, id }) =>
      id === undefined ? undefined : await getListedSubscription(parts, caller, { ...params, id }),
    handler: async ({ caller, params, body }) =>
      await updateSubscription(parts, caller, { ...body, ...params }),
  })

  route(routing, endpoints.deleteSubscription, {
    access: saving,
    handler: async ({ caller, params }) => await deleteSubscription(parts, caller, params),
  })

  route(routing, endpoints.restoreSubscription, {
    access: saving,
    handler: async ({ caller, params }) => await restoreSubscription(parts, caller, params),
  })

  route(routing, endpoints.runSubscription, {
    access: saving,
    handler: async ({ caller, params }) => await runSubscription(parts, caller, params),
  })

  route(routing, endpoints.testSubscription, {
    access: saving,
    handler: async ({ caller, params }) => await testSubscription(parts, caller, params),
  })

  route(routing, endpoints.listOwnSubscriptions, {
    access: 'signedIn',
    handler: async ({ caller }) => await listOwnSubscriptions(parts, caller),
  })
}

function deliveryRoutes(routing: Routing, parts: RouteParts): void {
  route(routing, endpoints.listDeliveries, {
    access: 'reporting.view',
    handler: async ({ caller, params, query }) =>
      await listDeliveries(parts, caller, { ...query, ...params }),
  })

  route(routing, endpoints.getDelivery, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await getDelivery(parts, caller, params),
  })

  route(routing, endpoints.resendDelivery, {
    access: saving,
    handler: async ({ caller, params }) => await resendDelivery(parts, caller, params),
  })

  route(routing, endpoints.getDeliveredMail, {
    access: 'reporting.view',
    // It has rows that whoever looks on may not see.
    hiddenFromViewers: true,
    handler: async ({ caller, params }) => await getDeliveredMail(parts, caller, params),
  })

  route(routing, endpoints.getDeliveredFile, {
    access: 'reporting.view',
    hiddenFromViewers: true,
    handler: async ({ caller, params }) => await getDeliveredFile(parts, caller, params),
  })

  route(routing, endpoints.searchDeliveries, {
    access: 'admin',
    handler: async ({ caller, body }) => await searchDeliveries(parts, caller, body),
  })

  route(routing, endpoints.getDeliveryCounts, {
    access: 'admin',
    handler: async ({ caller }) => await getDeliveryCounts(parts, caller),
  })
}

function unsubscribeRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.unsubscribe, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await unsubscribe(db, caller, params.id),
  })

  route(routing, endpoints.resubscribe, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await resubscribe(db, caller, params.id),
  })
}
