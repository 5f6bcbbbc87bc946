import * as endpoints from '@callboard/contract/report-sets'
import { route, type Routing } from '../../http/route.ts'
import {
  addSetReport,
  createReportSet,
  getReportSet,
  listReportSets,
  removeSetReport,
  updateReportSet,
} from './report-sets.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchReportSets, {
    access: 'admin',
    handler: async ({ body }) => await listReportSets(db, body),
  })

  route(routing, endpoints.getReportSet, {
    access: 'admin',
    handler: async ({ params }) => await getReportSet(db, params.id),
  })

  route(routing, endpoints.createReportSet, {
    access: 'admin',
    handler: async ({ caller, body }) => await createReportSet(db, caller, body),
  })

  route(routing, endpoints.updateReportSet, {
    access: 'admin',
    handler: async ({ caller, body }) => await updateReportSet(db, caller, body),
  })

  route(routing, endpoints.addSetReport, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addSetReport(db, caller, { setId: params.id, reportId: body.reportId }),
  })

  route(routing, endpoints.removeSetReport, {
    access: 'admin',
    handler: async ({ caller, params }) =>
      await removeSetReport(db, caller, { setId: params.id, reportId: params.reportId }),
  })
}
