import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const reportSetsFeature = defineFeature({ name: 'report-sets', routes })
