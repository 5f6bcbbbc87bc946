import { addSetReport, removeSetReport, reportSetEndpoints } from '@callboard/contract/report-sets'
import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { describedRows } from '../../db/records/find-records.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { crud, routeTo } from '../../http/crud.ts'
import * as rules from './report-sets.ts'

export const reportSetsFeature = defineFeature({
  name: 'report-sets',
  menuItems: [listItem('reportSet', { group: 'report-library', order: 20, ico: 'wallet' })],
  routes(routing) {
    crud(routing, reportSetEndpoints, { access: 'admin', rules: rules.reportSetRules })
    routeTo(routing, addSetReport, { access: 'admin', rule: rules.addSetReport })
    routeTo(routing, removeSetReport, { access: 'admin', rule: rules.removeSetReport })
  },
  search: ({ db }) => recordSearch(db, 'reportSet', describedRows('report_set')),
  overview: () => ({ reportSets: countActive('report_set') }),
})
