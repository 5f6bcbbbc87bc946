import { addSetReport, removeSetReport, reportSetEndpoints } from '@callboard/contract/report-sets'
import { defineFeature } from '../../feature.ts'
import { crud, routeTo } from '../../http/crud.ts'
import * as rules from './report-sets.ts'

export const reportSetsFeature = defineFeature({
  name: 'report-sets',
  routes(routing) {
    crud(routing, reportSetEndpoints, { access: 'admin', rules: rules.reportSetRules })
    routeTo(routing, addSetReport, { access: 'admin', rule: rules.addSetReport })
    routeTo(routing, removeSetReport, { access: 'admin', rule: rules.removeSetReport })
  },
})
