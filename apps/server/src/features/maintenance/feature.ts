import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { jobs } from './jobs.ts'

export const maintenanceFeature = defineFeature({ name: 'maintenance', needs: () => [ingestFeature], jobs })
