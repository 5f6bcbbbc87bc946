import {
  getReport,
  getReportMenu,
  listExportTypes,
  listParameters,
  listParameterValues,
  parameterNames,
  runReport,
} from '@callboard/contract/reports'
import type { CallStore } from '../../db/call-store.ts'
import { route, type Routing } from '../../http/route.ts'
import { exportTypes } from '../../reporting/export-types.ts'
import { describeParameter } from '../../reporting/parameters.ts'
import { listValuesFor } from './parameter-values.ts'
import { describeReport, reportMenuOf } from './reports.ts'
import { runReportFor } from './run-report.ts'

const anyReading = { anyOf: ['dashboard.view', 'reporting.view', 'reporting.call.details'] } as const

export function routes(routing: Routing, { calls }: { calls: CallStore }): void {
  const { db } = routing
  route(routing, runReport, {
    access: { anyOf: ['dashboard.view', 'reporting.view'] },
    handler: async ({ body, caller, accept, signal }) =>
      await runReportFor({ db, calls, caller, accept, signal }, body),
  })

  route(routing, listExportTypes, {
    access: anyReading,
    handler: () => [...exportTypes],
  })

  route(routing, listParameters, {
    access: anyReading,
    handler: () => parameterNames.map((name) => describeParameter({ name, required: false })),
  })

  route(routing, listParameterValues, {
    access: anyReading,
    handler: async ({ params, query, caller }) =>
      await listValuesFor(
        { db, calls, caller },
        {
          parameter: params.parameter,
          reportId: params.id,
          keyword: query.keyword,
          page: query.page,
          pageSize: query.pagesize,
        },
      ),
  })

  route(routing, getReportMenu, {
    access: 'reporting.view',
    handler: async ({ params, caller }) => await reportMenuOf(db, caller, params.userId),
  })

  route(routing, getReport, {
    access: { anyOf: ['dashboard.view', 'reporting.view'] },
    handler: async ({ params, caller }) => await describeReport(db, caller, params.id),
  })
}
