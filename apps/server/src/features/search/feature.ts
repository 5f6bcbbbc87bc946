import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'

export const searchFeature = defineFeature({ name: 'search', needs: () => [ingestFeature], routes })
