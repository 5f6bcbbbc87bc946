import * as endpoints from '@callboard/contract/subscriptions'
import { routeTo, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { Mailer } from '../mail/mail.ts'
import * as deliveries from './deliveries.ts'
import type { DeliveryRunner } from './delivery-runner.ts'
import * as editing from './edit-subscriptions.ts'
import { resendDelivery, runSubscription, testSubscription } from './runs-by-hand.ts'
import * as subscriptions from './subscriptions.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

export function routes(
  routing: Routing,
  {
    mailer,
    deliveryFiles: files,
    deliveryRunner,
  }: { mailer: Mailer; deliveryFiles: FileStore; deliveryRunner: DeliveryRunner },
): void {
  const parts = { db: routing.db, mailer, files, wake: () => deliveryRunner.wake() }

  routeWith(routing, endpoints.listSubscriptions, {
    access: 'reporting.view',
    parts,
    rule: subscriptions.listSubscriptions,
  })
  routeWith(routing, endpoints.createSubscription, {
    access: saving,
    parts,
    rule: editing.createSubscription,
  })

  routeWith(routing, endpoints.updateSubscription, {
    access: saving,
    readAlso: async ({ caller, params, id }) =>
      id === undefined
        ? undefined
        : await subscriptions.getListedSubscription(parts, caller, { ...params, id }),
    parts,
    rule: editing.updateSubscription,
  })

  routeWith(routing, endpoints.deleteSubscription, {
    access: saving,
    parts,
    rule: editing.deleteSubscription,
  })
  routeWith(routing, endpoints.restoreSubscription, {
    access: saving,
    parts,
    rule: editing.restoreSubscription,
  })
  routeWith(routing, endpoints.runSubscription, { access: saving, parts, rule: runSubscription })
  routeWith(routing, endpoints.testSubscription, { access: saving, parts, rule: testSubscription })
  routeWith(routing, endpoints.listOwnSubscriptions, {
    access: 'signedIn',
    parts,
    rule: subscriptions.listOwnSubscriptions,
  })
  routeWith(routing, endpoints.listDeliveries, {
    access: 'reporting.view',
    parts,
    rule: deliveries.listDeliveries,
  })
  routeWith(routing, endpoints.getDelivery, { access: 'reporting.view', parts, rule: deliveries.getDelivery })
  routeWith(routing, endpoints.resendDelivery, { access: saving, parts, rule: resendDelivery })

  routeWith(routing, endpoints.getDeliveredMail, {
    access: 'reporting.view',
    // It has rows that whoever looks on may not see.
    hiddenFromViewers: true,
    parts,
    rule: deliveries.getDeliveredMail,
  })

  routeWith(routing, endpoints.getDeliveredFile, {
    access: 'reporting.view',
    hiddenFromViewers: true,
    parts,
    rule: deliveries.getDeliveredFile,
  })

  routeWith(routing, endpoints.searchDeliveries, {
    access: 'admin',
    parts,
    rule: deliveries.searchDeliveries,
  })
  routeWith(routing, endpoints.getDeliveryCounts, {
    access: 'admin',
    parts,
    rule: deliveries.getDeliveryCounts,
  })
  routeTo(routing, endpoints.unsubscribe, { access: 'signedIn', rule: subscriptions.unsubscribe })
  routeTo(routing, endpoints.resubscribe, { access: 'signedIn', rule: subscriptions.resubscribe })
}
