import { defineFeature } from '../../feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { buildAlertChecker } from './check-alerts.ts'
import { routes } from './routes.ts'
import { WebhookPoster } from './webhook-poster.ts'

export const alertsFeature = defineFeature({
  name: 'alerts',
  menuItems: [
    {
      group: 'reporting',
      order: 40,
      key: 'alerts',
      label: 'Alerts',
      tooltip: 'Notifications when a figure crosses a threshold',
      ico: 'bell',
      url: '/reports/alerts',
      claim: 'reporting.view',
    },
  ],
  needs: () => [emailTemplatesFeature, ingestFeature, mailFeature],
  open({ db, calls, snapshots, log, mailer, renderer, publicUrl, allowedAddresses }) {
    const webhookPoster = new WebhookPoster({ db, log, allowedAddresses })
    const alertChecker = buildAlertChecker({ db, calls, snapshots, log, mailer, renderer, publicUrl })
    return { services: { alertChecker, webhookPoster }, working: [webhookPoster, alertChecker] }
  },
  routes,
})
