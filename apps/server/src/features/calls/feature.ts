import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'
import { searchCalls } from './search-calls.ts'

export const callsFeature = defineFeature({
  name: 'calls',
  needs: () => [ingestFeature],
  routes,
  search: searchCalls,
})
