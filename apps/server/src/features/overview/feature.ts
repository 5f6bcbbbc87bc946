import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'

export const overviewFeature = defineFeature({ name: 'overview', needs: () => [ingestFeature], routes })
