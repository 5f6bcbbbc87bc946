import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { selectFailedJobs } from './store.ts'

export const overviewFeature = defineFeature({
  name: 'overview',
  menuItems: [
    {
      group: 'administration',
      order: 10,
      key: 'administration',
      label: 'Administration Dashboard',
      tooltip: 'Where administrators begin',
      ico: 'appstore',
      url: '/manage',
      adminOnly: true,
    },
  ],
  routes,
  overview: ({ db }) => ({ failedJobs: selectFailedJobs(db) }),
})
