import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { selectFailedJobs } from './store.ts'

export const overviewFeature = defineFeature({
  name: 'overview',
  routes,
  overview: ({ db }) => ({ failedJobs: selectFailedJobs(db) }),
})
