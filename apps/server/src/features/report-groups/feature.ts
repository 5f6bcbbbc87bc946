import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const reportGroupsFeature = defineFeature({ name: 'report-groups', routes })
