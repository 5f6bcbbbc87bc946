import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

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
