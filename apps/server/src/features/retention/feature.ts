import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { jobs, routes } from './routes.ts'

export const retentionFeature = defineFeature({
  name: 'retention',
  needs: () => [ingestFeature],
  routes,
  jobs,
})
