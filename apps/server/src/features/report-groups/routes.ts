import * as endpoints from '@callboard/contract/report-groups'
import { route, type Routing } from '../../http/route.ts'
import {
  addGroupMember,
  createReportGroup,
  getReportGroup,
  listGroupCustomers,
  listGroupUsers,
  listReportGroups,
  removeGroupMember,
  updateReportGroup,
} from './report-groups.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchReportGroups, {
    access: 'admin',
    handler: async ({ body }) => await listReportGroups(db, body),
  })

  route(routing, endpoints.getReportGroup, {
    access: 'admin',
    handler: async ({ params }) => await getReportGroup(db, params.id),
  })

  route(routing, endpoints.createReportGroup, {
    access: 'admin',
    handler: async ({ caller, body }) => await createReportGroup(db, caller, body),
  })

  route(routing, endpoints.updateReportGroup, {
    access: 'admin',
    handler: async ({ caller, body }) => await updateReportGroup(db, caller, body),
  })

  memberRoutes(routing)
}

function memberRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchReportGroupUsers, {
    access: 'admin',
    handler: async ({ params, body }) => await listGroupUsers(db, { ...body, groupId: params.id }),
  })

  route(routing, endpoints.searchReportGroupCustomers, {
    access: 'admin',
    handler: async ({ params, body }) => await listGroupCustomers(db, { ...body, groupId: params.id }),
  })

  route(routing, endpoints.addGroupSet, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addGroupMember(db, caller, { groupId: params.id, kind: 'set', id: body.setId }),
  })

  route(routing, endpoints.removeGroupSet, {
    access: 'admin',
    handler: async ({ caller, params }) =>
      await removeGroupMember(db, caller, { groupId: params.id, kind: 'set', id: params.setId }),
  })

  route(routing, endpoints.addGroupUser, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addGroupMember(db, caller, { groupId: params.groupId, kind: 'user', id: body.userId }),
  })

  route(routing, endpoints.removeGroupUser, {
    access: 'admin',
    handler: async ({ caller, params }) =>
      await removeGroupMember(db, caller, { groupId: params.id, kind: 'user', id: params.userId }),
  })

  route(routing, endpoints.addGroupCustomer, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addGroupMember(db, caller, { groupId: params.groupId, kind: 'customer', id: body.customerId }),
  })

  route(routing, endpoints.removeGroupCustomer, {
    access: 'admin',
    handler: async ({ caller, params }) =>
      await removeGroupMember(db, caller, { groupId: params.id, kind: 'customer', id: params.customerId }),
  })
}
