import * as endpoints from '@callboard/contract/alerts'
import { routeTo, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import * as alerts from './alerts.ts'
import type { CheckingParts } from './check-alerts.ts'
import { type AlertParts, createAlert, deleteAlert, restoreAlert, updateAlert } from './edit-alerts.ts'
import { previewAlert, testAlert } from './test-alert.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

export function routes(
  routing: Routing,
  runtime: CheckingParts & Pick<AlertParts, 'allowedAddresses'>,
): void {
  const { db } = routing
  const { calls, snapshots, mailer, renderer, publicUrl, log, allowedAddresses } = runtime
  const parts = { db, calls, snapshots, mailer, renderer, publicUrl, log, allowedAddresses }

  routeTo(routing, endpoints.searchAlerts, { access: 'reporting.view', rule: alerts.searchAlerts })
  routeTo(routing, endpoints.getAlert, { access: 'reporting.view', rule: alerts.getAlert })
  routeWith(routing, endpoints.createAlert, { access: saving, parts, rule: createAlert })
  routeWith(routing, endpoints.updateAlert, { access: saving, parts, rule: updateAlert })
  routeTo(routing, endpoints.deleteAlert, { access: saving, rule: deleteAlert })
  routeTo(routing, endpoints.restoreAlert, { access: saving, rule: restoreAlert })
  routeTo(routing, endpoints.unsubscribe, { access: 'signedIn', rule: alerts.unsubscribe })
  routeTo(routing, endpoints.resubscribe, { access: 'signedIn', rule: alerts.resubscribe })
  routeWith(routing, endpoints.previewAlert, { access: saving, parts, rule: previewAlert })
  routeWith(routing, endpoints.testAlert, { access: 'reporting.view', parts, rule: testAlert })

  routeTo(routing, endpoints.listAlertHistory, {
    access: 'reporting.view',
    // It shows calls that whoever looks on may not see.
    hiddenFromViewers: true,
    rule: alerts.listAlertHistory,
  })

  routeTo(routing, endpoints.listWebhookTries, {
    access: 'reporting.view',
    hiddenFromViewers: true,
    rule: alerts.listWebhookTries,
  })
}
