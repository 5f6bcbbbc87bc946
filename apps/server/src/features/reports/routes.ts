import { allExtensions, exportTypesOf, findFileFormat } from '@callboard/contract/export-types'
import * as callers from '@callboard/contract/callers'
import * as explaining from '@callboard/contract/change-explanation'
import * as managing from '@callboard/contract/manage-reports'
import * as own from '@callboard/contract/own-reports'
import * as endpoints from '@callboard/contract/reports'
import * as savedEndpoints from '@callboard/contract/saved-reports'
import { mapItems } from '../../db/records/list-page.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { attachment, FileAnswer } from '../../http/file-answer.ts'
import { routeReading, routeTo, routeWith } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { buildParameter } from '../../report-engine/plan/parameters.ts'
import { listCallers, prepareCallersFile } from './running/callers.ts'
import { linkNumber, unlinkNumber } from './running/linked-numbers.ts'
import { getOneCaller } from './running/one-caller.ts'
import {
  addReportExportType,
  createReport,
  getReportUses,
  removeReportExportType,
  updateReport,
} from './manage-reports.ts'
import { explainChange } from './running/explain-change.ts'
import { listParameterValues } from './running/parameter-values.ts'
import type { LastRuns } from './saved/last-runs.ts'
import { getReportMenu } from './report-menu.ts'
import { getReport, listReports } from './library/reports.ts'
import { answerFileName, runReport } from './running/run-report.ts'
import { addFavourite, getReportUse, removeFavourite } from './saved/report-use.ts'
import * as saved from './saved/saved-reports.ts'
import { searchSavedReports } from './saved/saved-report-store.ts'

const running = { anyOf: ['dashboard.view', 'reporting.view'] } as const
const anyReading = { anyOf: ['dashboard.view', 'reporting.view', 'reporting.call.details'] } as const

export function routes(
  routing: Routing,
  { calls, snapshots, lastRuns }: StoredCalls & { lastRuns: LastRuns },
): void {
  const { db } = routing
  const parts = { calls, snapshots, lastRuns }
  savedReportRoutes(routing)
  reportUseRoutes(routing, { lastRuns })

  route(routing, endpoints.runReport, {
    access: running,
    handler: async ({ body, caller, accept, signal, reply }) => {
      const answer = await runReport({ db, calls, snapshots, lastRuns, caller, accept, signal }, body)
      if (!(answer instanceof FileAnswer) && body.page === undefined)
        void reply.header('content-disposition', attachment(answerFileName(answer)))
      return answer
    },
  })

  route(routing, callers.listCallers, {
    access: 'reporting.call.details',
    handler: async ({ body, caller, accept, signal }) => {
      const format = findFileFormat(accept)
      if (format === undefined) return await listCallers({ db, calls, snapshots, caller, signal }, body)
      const file = await prepareCallersFile({ db, caller }, body, format)
      return new FileAnswer(await file.open({ calls, snapshots, signal }))
    },
  })

  routeReading(routing, callers.getCaller, { access: 'reporting.call.details', parts, rule: getOneCaller })
  const linking = { allOf: ['reporting.call.details', 'call.edit'] } as const
  routeTo(routing, callers.linkNumber, { access: linking, rule: linkNumber })
  routeTo(routing, callers.unlinkNumber, { access: linking, rule: unlinkNumber })

  routeReading(routing, explaining.explainChange, { access: running, parts, rule: explainChange })

  route(routing, endpoints.listExportTypes, {
    access: anyReading,
    handler: () => exportTypesOf(allExtensions),
  })

  route(routing, endpoints.listParameters, {
    access: anyReading,
    handler: () => endpoints.parameterNames.map((name) => buildParameter({ name, required: false })),
  })

  routeReading(routing, endpoints.listParameterValues, {
    access: anyReading,
    parts,
    rule: listParameterValues,
  })

  routeTo(routing, endpoints.getReportMenu, { access: 'reporting.view', rule: getReportMenu })
  routeTo(routing, endpoints.getReport, { access: running, rule: getReport })
  managingRoutes(routing)
}

function managingRoutes(routing: Routing): void {
  const { db } = routing
  route(routing, managing.searchReports, {
    access: 'admin',
    handler: async ({ body }) => await listReports(db, body),
  })

  routeTo(routing, managing.createReport, { access: 'admin', rule: createReport })
  routeTo(routing, managing.updateReport, { access: 'admin', rule: updateReport })

  route(routing, managing.getReportUses, {
    access: 'admin',
    handler: async ({ params }) => await getReportUses(db, params.reportId),
  })

  routeTo(routing, managing.addReportExportType, { access: 'admin', rule: addReportExportType })
  routeTo(routing, managing.removeReportExportType, { access: 'admin', rule: removeReportExportType })
}

/** What is found of saved reports; they are changed by the feature `saved-reports`. */
function savedReportRoutes(routing: Routing): void {
  const { db } = routing

  routeTo(routing, savedEndpoints.getSavedReports, { access: 'reporting.view', rule: saved.getSavedReports })

  route(routing, savedEndpoints.searchSavedReports, {
    access: 'admin',
    handler: async ({ caller, body }) =>
      mapItems(await searchSavedReports(db, saved.viewerOf(caller), body), saved.buildSavedReport),
  })

  routeTo(routing, savedEndpoints.getReportOfSaved, {
    access: 'reporting.view',
    rule: saved.getReportOfSaved,
  })

  route(routing, savedEndpoints.getSavedReportValues, {
    access: 'reporting.view',
    handler: async ({ caller, params, query: { parameterName } }) => {
      const report = await saved.getSavedReport(db, caller, params.id)
      return { parameterName, values: saved.valuesOf(report, parameterName) }
    },
  })
}

/** What users do with reports for themselves alone. */
function reportUseRoutes(routing: Routing, { lastRuns }: { lastRuns: LastRuns }): void {
  const parts = { db: routing.db, lastRuns }
  routeWith(routing, own.getReportUse, { access: 'reporting.view', parts, rule: getReportUse })
  routeTo(routing, own.addFavourite, { access: 'reporting.view', rule: addFavourite })
  routeTo(routing, own.removeFavourite, { access: 'reporting.view', rule: removeFavourite })
}
