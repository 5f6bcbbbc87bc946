import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const savedReportsFeature = defineFeature({ name: 'saved-reports', routes })
