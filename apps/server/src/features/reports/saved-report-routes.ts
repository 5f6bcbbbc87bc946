import * as own from '@callboard/contract/own-reports'
import * as endpoints from '@callboard/contract/saved-reports'
import { mapItems } from '../../db/records/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import type { LastRuns } from './last-runs.ts'
import { addFavourite, getReportUse, removeFavourite } from './report-use.ts'
import {
  buildSavedReport,
  getReportOfSaved,
  getSavedReport,
  getSavedReports,
  viewerOf,
  valuesOf,
} from './saved-reports.ts'
import { searchSavedReports } from './saved-report-store.ts'

/** What is found of saved reports; they are changed by the feature `saved-reports`. */
export function savedReportRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.getSavedReports, {
    access: 'reporting.view',
    handler: async ({ caller, params }) => await getSavedReports(db, caller, params.id),
  })

  route(routing, endpoints.searchSavedReports, {
    access: 'admin',
    handler: async ({ caller, body }) =>
      mapItems(await searchSavedReports(db, viewerOf(caller), body), buildSavedReport),
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
