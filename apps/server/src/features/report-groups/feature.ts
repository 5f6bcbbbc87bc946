import * as endpoints from '@callboard/contract/report-groups'
import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { describedRows } from '../../db/records/find-records.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { crud, routeTo } from '../../http/crud.ts'
import * as rules from './report-groups.ts'

export const reportGroupsFeature = defineFeature({
  name: 'report-groups',
  menuItems: [listItem('reportGroup', { group: 'report-library', order: 30, ico: 'link' })],
  routes(routing) {
    const access = 'admin'
    const { set, user, customer } = rules.memberRulesOf
    crud(routing, endpoints.reportGroupEndpoints, { access, rules: rules.reportGroupRules })
    routeTo(routing, endpoints.searchReportGroupUsers, { access, rule: rules.listGroupUsers })
    routeTo(routing, endpoints.searchReportGroupCustomers, { access, rule: rules.listGroupCustomers })
    routeTo(routing, endpoints.addGroupSet, {
      access,
      rule: async (db, caller, { id: groupId, setId }) =>
        await set.add(db, caller, { groupId, ids: [setId], field: 'setId' }),
    })
    routeTo(routing, endpoints.removeGroupSet, {
      access,
      rule: async (db, caller, { id: groupId, setId }) =>
        await set.remove(db, caller, { groupId, ids: [setId] }),
    })
    routeTo(routing, endpoints.addGroupUser, {
      access,
      rule: async (db, caller, { groupId, userId }) =>
        await user.add(db, caller, { groupId, ids: [userId], field: 'userId' }),
    })
    routeTo(routing, endpoints.removeGroupUser, {
      access,
      rule: async (db, caller, { id: groupId, userId }) =>
        await user.remove(db, caller, { groupId, ids: [userId] }),
    })
    routeTo(routing, endpoints.addGroupCustomer, {
      access,
      rule: async (db, caller, { groupId, customerId }) =>
        await customer.add(db, caller, { groupId, ids: [customerId], field: 'customerId' }),
    })
    routeTo(routing, endpoints.removeGroupCustomer, {
      access,
      rule: async (db, caller, { id: groupId, customerId }) =>
        await customer.remove(db, caller, { groupId, ids: [customerId] }),
    })
  },
  search: ({ db }) => recordSearch(db, 'reportGroup', describedRows('report_group')),
  overview: () => ({ reportGroups: countActive('report_group') }),
})
