import * as endpoints from '@callboard/contract/reports'
import type { CallStore } from '../../db/call-store.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import { route, type Routing } from '../../http/route.ts'
import { exportTypes } from '../../reporting/export-types.ts'
import { buildParameter } from '../../reporting/parameters.ts'
import { listParameterValues } from './parameter-values.ts'
import { getReport, getReportMenu } from './reports.ts'
import { runReport } from './run-report.ts'

const anyReading = { anyOf: ['dashboard.view', 'reporting.view', 'reporting.call.details'] } as const

export function routes(
  routing: Routing,
  { calls, snapshots }: { calls: CallStore; snapshots: Snapshots },
): void {
  const { db } = routing
  route(routing, endpoints.runReport, {
    access: { anyOf: ['dashboard.view', 'reporting.view'] },
    handler: async ({ body, caller, accept, signal }) =>
      await runReport({ db, calls, snapshots, caller, accept, signal }, body),
  })

  route(routing, endpoints.listExportTypes, {
    access: anyReading,
    handler: () => [...exportTypes],
  })

  route(routing, endpoints.listParameters, {
    access: anyReading,
    handler: () => endpoints.parameterNames.map((name) => buildParameter({ name, required: false })),
  })

  route(routing, endpoints.listParameterValues, {
    access: anyReading,
    handler: async ({ params, query, caller }) =>
      await listParameterValues(
        { db, calls, snapshots, caller },
        {
          parameter: params.parameter,
          reportId: params.id,
          keyword: query.keyword,
          page: query.page,
          pageSize: query.pagesize,
        },
      ),
  })

  route(routing, endpoints.getReportMenu, {
    access: 'reporting.view',
    handler: async ({ params, caller }) => await getReportMenu(db, caller, params.userId),
  })

  route(routing, endpoints.getReport, {
    access: { anyOf: ['dashboard.view', 'reporting.view'] },
    handler: async ({ params, caller }) => await getReport(db, caller, params.id),
  })
}
