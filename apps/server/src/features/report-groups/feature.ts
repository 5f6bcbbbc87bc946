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
    routeTo(routing, endpoints.searchReportGroupUsers, { access, rule: user.list })
    routeTo(routing, endpoints.searchReportGroupCustomers, { access, rule: rules.listGroupCustomers })
    routeTo(routing, endpoints.addGroupSet, { access, rule: set.add })
    routeTo(routing, endpoints.removeGroupSet, { access, rule: set.remove })
    routeTo(routing, endpoints.addGroupUser, { access, rule: user.add })
    routeTo(routing, endpoints.removeGroupUser, { access, rule: user.remove })
    routeTo(routing, endpoints.addGroupCustomer, { access, rule: customer.add })
    routeTo(routing, endpoints.removeGroupCustomer, { access, rule: customer.remove })
  },
  search: ({ db }) => recordSearch(db, 'reportGroup', describedRows('report_group')),
  overview: () => ({ reportGroups: countActive('report_group') }),
})
