import * as endpoints from '@callboard/contract/subscriptions'
import { routeTo, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
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
import { resendDelivery, runSubscription, testSubscription } from './runs-by-hand.ts'
import {
  getListedSubscription,
  listOwnSubscriptions,
  listSubscriptions,
  resubscribe,
  type RunningParts,
  unsubscribe,
} from './subscriptions.ts'

const viewing = 'reporting.view'
const saving = { allOf: [viewing, 'reporting.save'] } as const

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
  routeTo(routing, endpoints.unsubscribe, { access: 'signedIn', rule: unsubscribe })
  routeTo(routing, endpoints.resubscribe, { access: 'signedIn', rule: resubscribe })
}

function subscriptionRoutes(routing: Routing, parts: RunningParts): void {
  const editing = { access: saving, parts } as const
  routeWith(routing, endpoints.listSubscriptions, { access: viewing, parts, rule: listSubscriptions })
  routeWith(routing, endpoints.createSubscription, { ...editing, rule: createSubscription })
  routeWith(routing, endpoints.updateSubscription, {
    ...editing,
    readAlso: async ({ caller, params, id }) =>
      id === undefined ? undefined : await getListedSubscription(parts, caller, { ...params, id }),
    rule: updateSubscription,
  })
  routeWith(routing, endpoints.deleteSubscription, { ...editing, rule: deleteSubscription })
  routeWith(routing, endpoints.restoreSubscription, { ...editing, rule: restoreSubscription })
  routeWith(routing, endpoints.runSubscription, { ...editing, rule: runSubscription })
  routeWith(routing, endpoints.testSubscription, { ...editing, rule: testSubscription })
  routeWith(routing, endpoints.listOwnSubscriptions, {
    access: 'signedIn',
    parts,
    rule: listOwnSubscriptions,
  })
}

function deliveryRoutes(routing: Routing, parts: RunningParts & { files: FileStore }): void {
  routeWith(routing, endpoints.listDeliveries, { access: viewing, parts, rule: listDeliveries })
  routeWith(routing, endpoints.getDelivery, { access: viewing, parts, rule: getDelivery })
  routeWith(routing, endpoints.resendDelivery, { access: saving, parts, rule: resendDelivery })
  // They have rows that whoever looks on may not see.
  const delivered = { access: viewing, hiddenFromViewers: true, parts } as const
  routeWith(routing, endpoints.getDeliveredMail, { ...delivered, rule: getDeliveredMail })
  routeWith(routing, endpoints.getDeliveredFile, { ...delivered, rule: getDeliveredFile })
  routeWith(routing, endpoints.searchDeliveries, { access: 'admin', parts, rule: searchDeliveries })
  routeWith(routing, endpoints.getDeliveryCounts, { access: 'admin', parts, rule: getDeliveryCounts })
}
