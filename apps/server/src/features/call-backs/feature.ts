import { defineFeature } from '../../feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { buildReminderNotifier } from './notify-reminders.ts'
import { routes } from './routes.ts'

export const callBacksFeature = defineFeature({
  name: 'call-backs',
  menuItems: [
    {
      group: 'reporting',
      order: 5,
      key: 'call-back',
      label: 'Call Back',
      tooltip: 'Callers who were missed and still wait for a call back',
      ico: 'rollback',
      url: '/reports/callback',
      claim: 'reporting.call.details',
    },
  ],
  needs: () => [emailTemplatesFeature, ingestFeature, mailFeature],
  open({ db, calls, snapshots, log, mailer, renderer, publicUrl, closing }) {
    const parts = { db, calls, snapshots, log, mailer, renderer, publicUrl, closing }
    const reminderNotifier = buildReminderNotifier(parts)
    return { services: {}, working: [reminderNotifier] }
  },
  routes,
})
