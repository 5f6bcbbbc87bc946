import * as endpoints from '@callboard/contract/report-groups'
import { route, type Routing } from '../../http/route.ts'
import { addGroupUser, listReportGroups, removeGroupUser } from './report-groups.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchReportGroups, {
    access: 'admin',
    handler: async ({ body }) => await listReportGroups(db, body),
  })

  route(routing, endpoints.addGroupUser, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addGroupUser(db, caller, { groupId: params.groupId, userId: body.userId }),
  })

  route(routing, endpoints.removeGroupUser, {
    access: 'admin',
    handler: async ({ caller, params }) =>
      await removeGroupUser(db, caller, { groupId: params.id, userId: params.userId }),
  })
}
