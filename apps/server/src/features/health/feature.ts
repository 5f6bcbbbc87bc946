import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'

export const healthFeature = defineFeature({ name: 'health', needs: () => [ingestFeature], routes })
