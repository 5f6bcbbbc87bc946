import { recordSearch } from '../../access/record-search.ts'
import { defineFeature } from '../../feature.ts'
import { searched } from './store.ts'
import * as endpoints from '@callboard/contract/saved-reports'
import { routeTo } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { buildSavedReport, getSavedReport } from '../reports/saved/saved-reports.ts'
import {
  createSavedReport,
  deleteSavedReport,
  handOverSavedReports,
  restoreSavedReport,
  updateSavedReport,
} from './saved-reports.ts'

export const savedReportsFeature = defineFeature({
  name: 'saved-reports',
  routes,
  search: ({ db }) => recordSearch(db, 'savedReport', { ...searched, page: '/reports/saved' }),
})

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

function routes(routing: Routing): void {
  const { db } = routing

  routeTo(routing, endpoints.createSavedReport, { access: saving, rule: createSavedReport })

  route(routing, endpoints.updateSavedReport, {
    access: saving,
    readAlso: async ({ caller, params }) =>
      buildSavedReport(await getSavedReport(db, caller, params.savedReportId)),
    handler: async ({ caller, params, body }) =>
      await updateSavedReport(db, caller, { ...body, id: params.savedReportId }),
  })

  routeTo(routing, endpoints.deleteSavedReport, { access: saving, rule: deleteSavedReport })
  routeTo(routing, endpoints.restoreSavedReport, { access: saving, rule: restoreSavedReport })

  route(routing, endpoints.handOverSavedReports, {
    access: 'admin',
    handler: async ({ caller, params, body: { userId, sharedOnly } }) =>
      await handOverSavedReports(db, caller, { from: params.id, to: userId, sharedOnly }),
  })
}
