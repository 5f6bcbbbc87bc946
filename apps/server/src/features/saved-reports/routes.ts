import * as endpoints from '@callboard/contract/saved-reports'
import { route, type Routing } from '../../http/route.ts'
import { buildSavedReport, getSavedReport } from '../reports/saved-reports.ts'
import {
  createSavedReport,
  deleteSavedReport,
  handOverSavedReports,
  restoreSavedReport,
  updateSavedReport,
} from './saved-reports.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.createSavedReport, {
    access: saving,
    handler: async ({ caller, body }) => await createSavedReport(db, caller, body),
  })

  route(routing, endpoints.updateSavedReport, {
    access: saving,
    readAlso: async ({ caller, params }) =>
      buildSavedReport(await getSavedReport(db, caller, params.savedReportId)),
    handler: async ({ caller, params, body }) =>
      await updateSavedReport(db, caller, { ...body, id: params.savedReportId }),
  })

  route(routing, endpoints.deleteSavedReport, {
    access: saving,
    handler: async ({ caller, params }) => await deleteSavedReport(db, caller, params.id),
  })

  route(routing, endpoints.restoreSavedReport, {
    access: saving,
    handler: async ({ caller, params }) => await restoreSavedReport(db, caller, params.id),
  })

  route(routing, endpoints.handOverSavedReports, {
    access: 'admin',
    handler: async ({ caller, params, body: { userId, sharedOnly } }) =>
      await handOverSavedReports(db, caller, { from: params.id, to: userId, sharedOnly }),
  })
}
