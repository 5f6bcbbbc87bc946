import { defineFeature } from '../../feature.ts'
import * as endpoints from '@callboard/contract/dashboard'
import { routeTo } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import { deleteDashboard, getDashboard, updateDashboard } from './dashboard.ts'
import { deleteRoleDashboard, getRoleDashboard, updateRoleDashboard } from './role-dashboard.ts'

export const dashboardFeature = defineFeature({
  name: 'dashboard',
  menuItems: [
    {
      group: 'main',
      order: 10,
      key: 'home',
      label: 'Home',
      ico: 'home',
      url: '/app/dashboard/default',
      claim: 'dashboard.view',
    },
  ],
  routes,
})

function routes(routing: Routing): void {
  routeTo(routing, endpoints.getDashboard, { access: 'dashboard.view', rule: getDashboard })
  routeTo(routing, endpoints.updateDashboard, { access: 'dashboard.view', rule: updateDashboard })
  routeTo(routing, endpoints.deleteDashboard, { access: 'dashboard.view', rule: deleteDashboard })
  routeTo(routing, endpoints.getRoleDashboard, { access: 'admin', rule: getRoleDashboard })
  routeTo(routing, endpoints.updateRoleDashboard, { access: 'admin', rule: updateRoleDashboard })
  routeTo(routing, endpoints.deleteRoleDashboard, { access: 'admin', rule: deleteRoleDashboard })
}
