import * as endpoints from '@callboard/contract/alerts'
import { route, type Routing } from '../../http/route.ts'
import {
  getAlert,
  listAlertHistory,
  listWebhookTries,
  resubscribe,
  searchAlerts,
  unsubscribe,
} from './alerts.ts'
import type { CheckingParts } from './check-alerts.ts'
import { createAlert, deleteAlert, restoreAlert, updateAlert } from './edit-alerts.ts'
import { testAlert } from './test-alert.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

export function routes(routing: Routing, runtime: CheckingParts): void {
  const { db } = routing
  const { calls, snapshots, mailer, renderer, publicUrl, log } = runtime
  const parts = { db, calls, snapshots, mailer, renderer, publicUrl, log }

  route(routing, endpoints.searchAlerts, {
    access: 'reporting.view',
    handler: async ({ caller, body }) => await searchAlerts(db, caller, body),
  })

  route(routing, endpoints.getAlert, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await getAlert(db, caller, params.id),
  })

  route(routing, endpoints.createAlert, {
    access: saving,
    handler: async ({ caller, body }) => await createAlert(parts, caller, body),
  })

  route(routing, endpoints.updateAlert, {
    access: saving,
    handler: async ({ caller, params, body }) => await updateAlert(parts, caller, { ...body, ...params }),
  })

  route(routing, endpoints.deleteAlert, {
    access: saving,
    handler: async ({ caller, params }) => await deleteAlert(db, caller, params.id),
  })

  route(routing, endpoints.restoreAlert, {
    access: saving,
    handler: async ({ caller, params }) => await restoreAlert(db, caller, params.id),
  })

  route(routing, endpoints.unsubscribe, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await unsubscribe(db, caller, params.id),
  })

  route(routing, endpoints.resubscribe, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await resubscribe(db, caller, params.id),
  })

  route(routing, endpoints.testAlert, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await testAlert(parts, caller, params.id),
  })

  route(routing, endpoints.listAlertHistory, {
    access: 'reporting.view',
    // It shows calls that whoever looks on may not see.
    hiddenFromViewers: true,
    handler: async ({ caller, params, query }) => await listAlertHistory(db, caller, { ...query, ...params }),
  })

  route(routing, endpoints.listWebhookTries, {
    access: 'reporting.view',
    hiddenFromViewers: true,
    handler: async ({ caller, params, query }) => await listWebhookTries(db, caller, { ...query, ...params }),
  })
}
