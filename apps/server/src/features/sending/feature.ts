import * as endpoints from '@callboard/contract/sending'
import { defineFeature } from '../../feature.ts'
import { routeReading, routeWith } from '../../http/crud.ts'
import { subscriptionsFeature } from '../subscriptions/feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { checkSending } from './check-sending.ts'
import { checkSharing } from './check-sharing.ts'
import { previewSending } from './preview-sending.ts'
import { sendReport } from './sending.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

export const sendingFeature = defineFeature({
  name: 'sending',
  needs: () => [emailTemplatesFeature, ingestFeature, mailFeature, subscriptionsFeature],
  routes(routing, { db, calls, snapshots, mailer, renderer, publicUrl, deliveryRunner }) {
    const sending = { db, mailer, wake: () => deliveryRunner.wake() }
    const declared = { access: saving, parts: sending } as const
    routeWith(routing, endpoints.checkSending, { ...declared, rule: checkSending })
    routeWith(routing, endpoints.checkSharing, { ...declared, rule: checkSharing })
    routeReading(routing, endpoints.previewSending, {
      access: saving,
      parts: { ...sending, calls, snapshots, renderer, publicUrl },
      rule: async ({ caller, ...parts }, asked) => await previewSending(parts, caller, asked),
    })
    routeWith(routing, endpoints.sendReport, { ...declared, rule: sendReport })
  },
})
