import { addGroupUser, removeGroupUser, searchReportGroups } from '@callboard/contract/report-groups'
import { mapItems } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { addMember, groupOf, removeMember } from './report-groups.ts'
import { listGroupRows } from './store.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, searchReportGroups, {
    access: 'admin',
    handler: async ({ body }) => mapItems(await listGroupRows(db, body), groupOf),
  })

  route(routing, addGroupUser, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await addMember(db, caller, { groupId: params.groupId, userId: body.userId })
      return undefined
    },
  })

  route(routing, removeGroupUser, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await removeMember(db, caller, { groupId: params.id, userId: params.userId })
      return undefined
    },
  })
}
