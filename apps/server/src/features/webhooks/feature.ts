import * as endpoints from '@callboard/contract/webhooks'
import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { countActive } from '../../db/records/record-store.ts'
import { readSettings } from '../../db/settings.ts'
import { waitingMetrics } from '../../db/waiting-rows.ts'
import { webhookCheck } from './webhook-health.ts'
import { defineFeature } from '../../feature.ts'
import { crud, routeReading, routeTo, routeWith } from '../../http/crud.ts'
import { nightly } from '../../jobs/queue.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { deleteOldDeliveries, waitingPosts } from './delivery-store.ts'
import { searched } from './store.ts'
import { WebhookSender } from './webhook-sender.ts'
import { listDeliveries, renewSecret, resend, testWebhook, webhookRules } from './webhooks.ts'

const dayMs = 24 * 3_600_000

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  menuItems: [listItem('webhook', { group: 'portal', order: 55, ico: 'link', adminOnly: true })],
  needs: () => [ingestFeature],
  open({ db, calls, snapshots, allowedAddresses, log }) {
    const webhookSender = new WebhookSender({ db, calls, snapshots, allowedAddresses, log })
    return { services: { webhookSender }, working: [webhookSender] }
  },
  routes(routing, { webhookSender, calls, snapshots, allowedAddresses, closing }) {
    const { db } = routing
    const access = 'admin'
    crud(routing, endpoints.webhookEndpoints, { access, rules: webhookRules(allowedAddresses) })
    routeTo(routing, endpoints.renewWebhookSecret, { access, rule: renewSecret })
    routeReading(routing, endpoints.listWebhookDeliveries, {
      access,
      parts: { calls, snapshots },
      rule: listDeliveries,
    })
    routeReading(routing, endpoints.resendWebhookDelivery, {
      access,
      parts: { calls, snapshots, webhookSender },
      rule: resend,
    })
    routeWith(routing, endpoints.testWebhook, {
      access,
      parts: { db, calls, snapshots, allowedAddresses, closing },
      rule: testWebhook,
    })
  },
  jobs: ({ db }) => [
    {
      name: 'webhook-deliveries',
      cron: nightly,
      work: async () => {
        const { webhookLogDays } = await readSettings(db)
        await deleteOldDeliveries(db, new Date(Date.now() - webhookLogDays * dayMs))
      },
    },
  ],
  overview: () => ({ webhooks: countActive('webhook') }),
  metrics: ({ db }) => waitingMetrics(db, waitingPosts),
  healthChecks: ({ db }) => [webhookCheck(db)],
  search: ({ db }) => recordSearch(db, 'webhook', searched),
})
