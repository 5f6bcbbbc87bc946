import * as own from '@callboard/contract/own-reports'
import * as endpoints from '@callboard/contract/saved-reports'
import { mapItems } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import {
  createSavedReport,
  deleteSavedReport,
  handOverSavedReports,
  restoreSavedReport,
  updateSavedReport,
} from './edit-saved-reports.ts'
import type { LastRuns } from './last-runs.ts'
import { addFavourite, getReportUse, removeFavourite } from './report-use.ts'
import {
  buildSavedReport,
  getReportOfSaved,
  getSavedReport,
  getSavedReports,
  lookingAs,
  valuesOf,
} from './saved-reports.ts'
import { searchSavedReports } from './saved-report-store.ts'

const saving = { allOf: ['reporting.view', 'reporting.save'] } as const

export function savedReportRoutes(routing: Routing): void {
  readingRoutes(routing)
  editingRoutes(routing)
}

function readingRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.getSavedReports, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await getSavedReports(db, caller, params.id),
  })

  route(routing, endpoints.searchSavedReports, {
    access: 'admin',
    handler: async ({ caller, body }) =>
      mapItems(await searchSavedReports(db, lookingAs(caller), body), buildSavedReport),
  })

  route(routing, endpoints.getReportOfSaved, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await getReportOfSaved(db, caller, params.id),
  })

  route(routing, endpoints.getSavedReportValues, {
    access: 'reporting.view',
    handler: async ({ caller, params, query: { parameterName } }) => {
      const saved = await getSavedReport(db, caller, params.id)
      return { parameterName, values: valuesOf(saved, parameterName) }
    },
  })
}

function editingRoutes(routing: Routing): void {
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

/** What users do with reports for themselves alone. */
export function reportUseRoutes(routing: Routing, { lastRuns }: { lastRuns: LastRuns }): void {
  const { db } = routing

  route(routing, own.getReportUse, {
    access: 'reporting.view',
    handler: async ({ caller }) => await getReportUse({ db, lastRuns }, caller),
  })

  route(routing, own.addFavourite, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await addFavourite(db, caller, params.id),
  })

  route(routing, own.removeFavourite, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await removeFavourite(db, caller, params.id),
  })
}
