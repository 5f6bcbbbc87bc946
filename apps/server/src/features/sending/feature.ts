import * as endpoints from '@callboard/contract/sending'
import { defineFeature } from '../../feature.ts'
import { route } from '../../http/route.ts'
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

    route(routing, endpoints.checkSending, {
      access: saving,
      handler: async ({ caller, body }) => await checkSending(sending, caller, body),
    })

    route(routing, endpoints.checkSharing, {
      access: saving,
      handler: async ({ caller, params, body }) =>
        await checkSharing(sending, caller, { ...params, ...body }),
    })

    route(routing, endpoints.previewSending, {
      access: saving,
      handler: async ({ caller, body, signal }) =>
        await previewSending({ ...sending, calls, snapshots, renderer, publicUrl, signal }, caller, body),
    })

    route(routing, endpoints.sendReport, {
      access: saving,
      handler: async ({ caller, body }) => await sendReport(sending, caller, body),
    })
  },
})
