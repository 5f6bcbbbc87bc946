import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const dashboardFeature = defineFeature({ name: 'dashboard', routes })
