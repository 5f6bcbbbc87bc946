import { deliveryCheck, deliveryMetrics } from './delivery-health.ts'
import { defineFeature } from '../../feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { failedDeliveryCount } from './delivery-store.ts'
import { DeliveryRunner } from './delivery-runner.ts'
import { routes } from './routes.ts'
import { buildRunPlanner } from './run-planner.ts'

export const subscriptionsFeature = defineFeature({
  name: 'subscriptions',
  menuItems: [
    {
      group: 'reporting',
      order: 50,
      key: 'subscriptions',
      label: 'Subscriptions',
      tooltip: 'Reports that you get by email, or send to others',
      ico: 'mail',
      url: '/reports/subscriptions',
      claim: 'reporting.view',
    },
    {
      group: 'portal',
      order: 60,
      key: 'deliveries',
      label: 'Deliveries',
      ico: 'clock-circle',
      url: '/manage/deliveries',
    },
  ],
  needs: () => [emailTemplatesFeature, ingestFeature, mailFeature],
  open({ db, calls, snapshots, log, deliveryFiles, mailer, renderer, publicUrl, hasPeers, isIdle }) {
    const deliveryRunner = new DeliveryRunner({
      db,
      calls,
      snapshots,
      log,
      files: deliveryFiles,
      mailer,
      renderer,
      publicUrl,
      hasPeers,
      isIdle,
    })
    const runPlanner = buildRunPlanner({ db, log, wake: () => deliveryRunner.wake() })
    return { services: { deliveryRunner, runPlanner }, working: [deliveryRunner, runPlanner] }
  },
  routes,
  overview: () => ({ failedDeliveries: failedDeliveryCount }),
  metrics: ({ db }) => deliveryMetrics(db),
  healthChecks: ({ db }) => [deliveryCheck(db)],
})
